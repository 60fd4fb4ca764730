"""The Unigram language model: every piece has a probability, a segmentation has their product.

Training goes the other way than BPE: from a large `seed` vocabulary, whose probabilities EM
estimates over all segmentations, down to the size wanted, by dropping again and again the pieces
that cost least to do without. Encoding looks for the most probable of all segmentations.

Source: Kudo 2018, "Subword Regularization"; the SentencePiece library (0.2.3) where the paper
leaves something open, which is said where it happens.
"""

from subword_lab.lattice import Reached
from subword_lab.unigram.em import Expectation, em_step, expect
from subword_lab.unigram.encoding import (
    decode,
    encode,
    encode_steps,
    lattice,
    n_best,
    sample,
)
from subword_lab.unigram.model import UnigramModel
from subword_lab.unigram.pruning import (
    Price,
    removal_losses,
    replacement_losses,
    replacement_prices,
)
from subword_lab.unigram.psi import digamma
from subword_lab.unigram.scripts import one_script
from subword_lab.unigram.seed import seed_scores
from subword_lab.unigram.training import (
    Estimated,
    Finished,
    Pruned,
    Seeded,
    required_characters,
    train,
    train_steps,
)

__all__ = [
    "Estimated",
    "Expectation",
    "Finished",
    "Price",
    "Pruned",
    "Reached",
    "Seeded",
    "UnigramModel",
    "decode",
    "digamma",
    "em_step",
    "encode",
    "encode_steps",
    "expect",
    "lattice",
    "n_best",
    "one_script",
    "removal_losses",
    "replacement_losses",
    "replacement_prices",
    "required_characters",
    "sample",
    "seed_scores",
    "train",
    "train_steps",
]
