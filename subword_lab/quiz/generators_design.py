"""Variants about the design of a vocabulary."""

import random

from subword_lab import metrics
from subword_lab.quiz.generators import Generator, Variant


def embedding_table(rng: random.Random, level: int) -> Variant:
    """Ask for the parameters of the tables, in millions."""
    size, dim = rng.choice(range(10, 101, 10)) * 1_000, rng.choice((500, 800, 1_000, 2_000))
    tied = rng.random() < 0.5
    count = metrics.embedding_parameters(size, dim, tied)
    params = {
        "size": f"{size:,}",
        "dim": f"{dim:,}",
        "tied": "tied" if tied else "not tied",
        "tied_zh": "共享权重" if tied else "不共享权重",
        "tables": 1 if tied else 2,
        "count": f"{count:,}",
        "answer": f"{count / 1e6:g}",
    }
    return Variant(params, answer=count / 1e6)


GENERATORS: dict[str, Generator] = {"embedding_table": embedding_table}
