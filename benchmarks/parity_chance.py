"""What is drawn at random: the same distributions, by chi-square tests; and the n best."""

import io
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from importlib.metadata import version
from math import erfc, sqrt

import sentencepiece
import tokenizers
from subword_nmt.apply_bpe import BPE
from subword_nmt.learn_bpe import learn_bpe

import subword_lab as sl
from parity_page import Row
from strings import strings

Cut = tuple[str, ...]
Draw = Callable[[str, float], Cut]
SHARES = (0.1, 0.3, 0.6)
TWICE = ("banana", "tarantara", "remember", "cococo")
WORDS = ("umbrella", "morning", "chocolate", "information", "harbor", "different", "because")
TEXTS = ("the baker", "unhappiness", "a letter in the rain", "warm the flour gently", "tides")
UNLIKELY = 1e-6  # of a fair draw


def p_value(ours: Counter[Cut], theirs: Counter[Cut]) -> float:
    """How likely two samples of one distribution, of the same size, are to differ so much.

    Rare outcomes count as one. Chi-square with the approximation of Wilson and Hilferty.
    """
    both = ours + theirs
    common = [cut for cut, n in both.items() if n >= 20]
    rest = (
        sum(ours[cut] for cut in both.keys() - common),
        sum(theirs[cut] for cut in both.keys() - common),
    )
    pairs = [(ours[cut], theirs[cut]) for cut in common] + ([rest] if sum(rest) else [])
    freedom = len(pairs) - 1
    if not freedom:
        return 1.0
    chi_square = sum((a - b) ** 2 / (a + b) for a, b in pairs)
    spread = 2 / (9 * freedom)
    return erfc((((chi_square / freedom) ** (1 / 3) - 1 + spread) / sqrt(spread)) / sqrt(2)) / 2


def of_dropout(draws: int) -> Iterator[Row]:
    """BPE-dropout beside subword-nmt and tokenizers, and the two differences that have a name."""
    counts = sl.text.count_words(sl.corpora.load("english"))
    codes = io.StringIO()
    lines = io.StringIO("".join(f"{word} {count}\n" for word, count in counts.items()))
    learn_bpe(lines, codes, 1500, is_dict=True)
    codes.seek(0)
    nmt, model = BPE(codes), sl.bpe.train(counts, None, 1500, "largest_pair", "glued")
    vocab = {piece: at for at, piece in enumerate(dict.fromkeys([*model.vocab, "<unk>"]))}
    peers = {
        share: tokenizers.models.BPE(
            vocab, model.merges, dropout=share, unk_token="<unk>", end_of_word_suffix="</w>"
        )
        for share in SHARES
    }
    rng = random.Random(5)
    random.seed(5)  # subword-nmt draws from here

    def ours(word: str, dropout: float) -> Cut:
        return sl.bpe.encode(model, word, dropout, rng)

    def freeing(word: str, dropout: float) -> Cut:
        return encode_otherwise(model, word, dropout, rng, frees=True)

    def of_nmt(word: str, dropout: float) -> Cut:
        pieces = nmt.segment_tokens([word], dropout=dropout)
        return (*(piece.removesuffix("@@") for piece in pieces[:-1]), pieces[-1] + "</w>")

    def of_hugging_face(word: str, dropout: float) -> Cut:
        return tuple(token.value for token in peers[dropout].tokenize(word))

    once = "it merges all places of a pair at once; here each place has its own chance"
    free = "there a merge that has become impossible frees the dropped ones"
    yield _row("BPE-dropout", "subword-nmt", ours, of_nmt, WORDS, draws)
    twice = "BPE-dropout, words with a pair twice"
    yield _row(twice, "subword-nmt", ours, of_nmt, TWICE, draws, once)
    yield _row("BPE-dropout", "tokenizers", ours, of_hugging_face, WORDS, draws, free)
    changed = "the same if impossible merges free the dropped ones"
    yield _row(changed, "tokenizers", freeing, of_hugging_face, WORDS, draws)


def of_sampled_merges(draws: int) -> Iterator[Row]:
    """Sampling from SentencePiece's BPE model, which is BPE-dropout with dropped merges lost."""
    data, lines = io.BytesIO(), _english()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=data, vocab_size=1000, minloglevel=2,
        model_type="bpe", character_coverage=1.0,
    )  # fmt: skip
    peer = sentencepiece.SentencePieceProcessor(model_proto=data.getvalue())
    model = sl.Tokenizer.train("sentencepiece", lines, vocab_size=1000, model="bpe").model
    rng = random.Random(5)

    def ours(word: str, dropout: float) -> Cut:
        return sl.bpe.encode(model, f"▁{word}", dropout, rng)

    def losing(word: str, dropout: float) -> Cut:
        return encode_otherwise(model, f"▁{word}", dropout, rng, frees=False)

    def its(word: str, dropout: float) -> Cut:
        return tuple(peer.encode(word, out_type=str, enable_sampling=True, alpha=dropout))

    lost = "there a dropped merge has no second chance"
    yield _row("BPE-dropout, alpha", "sentencepiece", ours, its, WORDS, draws, lost)
    changed = "the same if dropped merges are lost"
    yield _row(changed, "sentencepiece", losing, its, WORDS, draws)


def encode_otherwise(
    model: sl.bpe.BpeModel, word: str, dropout: float, rng: random.Random, frees: bool
) -> Cut:
    """BPE-dropout as tokenizers has it (`frees`) or SentencePiece: nothing else is different."""
    symbols = list(sl.bpe.spell(word, model.end_of_word))
    waiting = sorted(_merges(model, symbols, range(len(symbols))))
    dropped: list[tuple[int, int]] = []
    while waiting:
        merge = rank, at = heappop(waiting)
        if rng.random() < dropout:
            dropped.append(merge)
            continue
        for each in dropped if frees else ():  # whether or not this merge is still possible
            heappush(waiting, each)
        dropped.clear()
        if merge not in _merges(model, symbols, [at]):
            continue
        after = next(place for place in range(at + 1, len(symbols)) if symbols[place])
        symbols[at], symbols[after] = symbols[at] + symbols[after], ""
        before = max((place for place in range(at) if symbols[place]), default=at)
        for each in _merges(model, symbols, sorted({before, at})):
            heappush(waiting, each)
    return tuple(symbol for symbol in symbols if symbol)


def _merges(
    model: sl.bpe.BpeModel, symbols: list[str], places: Iterable[int]
) -> list[tuple[int, int]]:
    """Rank and place of what may be merged at these places; "" went into its left neighbor."""
    found = []
    for at in places:
        following = next((symbol for symbol in symbols[at + 1 :] if symbol), None)
        rank = model.rank(symbols[at], following) if symbols[at] and following else None
        if rank is not None:
            found.append((rank, at))
    return found


def of_sampling(draws: int) -> Iterator[Row]:
    """Sampling from SentencePiece's Unigram model."""
    data, lines = io.BytesIO(), _english()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=data, vocab_size=1000, minloglevel=2,
        num_threads=1, character_coverage=1.0,
    )  # fmt: skip
    peer = sentencepiece.SentencePieceProcessor(model_proto=data.getvalue())
    sentencepiece.set_random_generator_seed(5)
    model = sl.Tokenizer.train("sentencepiece", lines, vocab_size=1000).model
    rng = random.Random(5)

    def ours(text: str, alpha: float) -> Cut:
        return sl.unigram.sample(model, "▁" + text.replace(" ", "▁"), alpha, rng)

    def its(text: str, alpha: float) -> Cut:
        drawn = peer.encode(text, out_type=str, enable_sampling=True, alpha=alpha, nbest_size=-1)
        return tuple(drawn)

    yield _row("Unigram sampling, alpha", "sentencepiece", ours, its, TEXTS, draws)


def of_n_best(number: int, tok: sl.Tokenizer | None = None) -> Iterator[Row]:
    """The scores of the eight best segmentations under ai21's model."""
    tok = tok or sl.vocabs.load("ai21-j2")
    peer = sentencepiece.SentencePieceProcessor(str(sl.vocabs.find("ai21-j2").paths[0]))
    texts = [text for text in strings(20 * number) if 0 < len(text) <= 30][:number]
    differing, widest = [], 0.0
    for text in texts:
        marked = tok.stages(text).normalized
        if not marked:
            continue
        mine = [score for _, score in sl.unigram.n_best(tok.ordinary_model, marked, 8)]
        proto = peer.nbest_encode(text, nbest_size=8, out_type="proto")
        its = [nbest.score for nbest in proto.nbests]
        gaps = [abs(a - b) for a, b in zip(mine, its, strict=True)]
        widest = max(widest, *gaps)
        if max(gaps) > max(1e-4, -1e-6 * mine[0]):
            differing.append(text)
    yield Row(
        "Unigram, scores of the 8 best",
        f"sentencepiece {version('sentencepiece')}",
        f"within 1e-4 or a millionth; widest gap {widest:.1e}",
        f"{len(texts):,} strings",
        len(differing),
        min(differing, key=len, default=""),
    )


def _english() -> list[str]:
    return [line for line in sl.corpora.load("english").splitlines() if line.strip()]


def _row(
    what: str, peer: str, ours: Draw, its: Draw, words: Iterable[str], draws: int, cause: str = ""
) -> Row:
    """Draw from both, for each word and each share."""
    found = [
        p_value(
            Counter(ours(word, share) for _ in range(draws)),
            Counter(its(word, share) for _ in range(draws)),
        )
        for word in words
        for share in SHARES
    ]
    return Row(
        f"{what} {', '.join(map(str, SHARES))}",
        f"{peer} {version(peer)}",
        f"chi-square, least p = {min(found):.2g}",
        f"{len(found)} tests of 2 x {draws:,} draws",
        sum(p < UNLIKELY for p in found),
        cause=cause,
    )


def rows(draws: int = 20_000, number: int = 1000) -> Iterator[Row]:
    """A row for each kind of chance."""
    yield from of_dropout(draws)
    yield from of_sampled_merges(draws)
    yield from of_sampling(draws)
    yield from of_n_best(number)
