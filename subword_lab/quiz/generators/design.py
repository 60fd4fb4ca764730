"""Variants about the design of a vocabulary: parameters, lengths, prices."""

import math
import random
from types import SimpleNamespace

from subword_lab import metrics
from subword_lab.quiz.variants import Generator, Variant, decimals, numbers, redrawn


def embedding_table(rng: random.Random, level: int) -> Variant:
    """Ask for the parameters of the tables, in millions."""
    size, dim = rng.choice(range(10, 101, 10)) * 1_000, rng.choice((500, 800, 1_000, 2_000))
    tied = rng.random() < 0.5
    count = metrics.embedding_parameters(size, dim, tied)
    params = {
        "size": f"{size:,}",
        "dim": f"{dim:,}",
        **_tying(tied),
        "tables": 1 if tied else 2,
        "count": f"{count:,}",
        "answer": f"{count / 1e6:g}",
    }
    drawn = {"size": size, "dim": dim, "tied": tied}
    return Variant(params, answer=count / 1e6, drawn=drawn)


@redrawn()
def larger_table(rng: random.Random, level: int) -> Variant:
    """Ask how many parameters a larger vocabulary adds."""
    old = rng.choice(range(20, 60, 5)) * 1_000
    new = old + rng.choice(range(10, 20 + 30 * level, 5)) * 1_000
    dim, tied = rng.choice((512, 768, 1_024, 2_048, 4_096)), rng.random() < 0.5
    sizes = {size: metrics.embedding_parameters(size, dim, tied) / 1e6 for size in (old, new)}
    right = sizes[new] - sizes[old]
    options = decimals(
        right,
        whole_table=sizes[new],
        other_tying=right * (2 if tied else 0.5),
        rows_only=(new - old) / 1e6,
        old_table=sizes[old],
    )
    params = {"old": f"{old:,}", "new": f"{new:,}", "dim": f"{dim:,}", **_tying(tied)}
    drawn = {"old": old, "new": new, "dim": dim, "tied": tied}
    return Variant({**params, "right": options[0][0]}, options=options, drawn=drawn)


@redrawn()
def fertility(rng: random.Random, level: int) -> Variant:
    """Ask for the tokens per word of a text that is shown in tokens."""
    sizes = [rng.randint(1, 2 + level) for _ in range(3 + level)]
    words = ["".join(rng.choices("abcdefg", k=2 * size)) for size in sizes]
    pieces = [[word[at : at + 2] for at in range(0, len(word), 2)] for word in words]
    tokens = [token for word in pieces for token in (word[0], *(f"##{part}" for part in word[1:]))]
    one_token_for_two = SimpleNamespace(
        encode=lambda text: [t for word in text.split() for t in range(len(word) // 2)]
    )
    right = metrics.fertility(one_token_for_two, " ".join(words))
    options = decimals(
        right,
        upside_down=1 / right,
        letters=sum(map(len, words)) / len(words),
        total=len(tokens),
        continued=(len(tokens) - len(words)) / len(words),
    )
    params = {"tokens": " ".join(tokens), "count": len(tokens), "words": len(words)}
    return Variant({**params, "right": options[0][0]}, options=options, drawn={"tokens": tokens})


@redrawn()
def premium(rng: random.Random, level: int) -> Variant:
    """Ask what a language pays beside another one."""
    base = rng.randint(20, 60) * 10
    costs = rng.randint(base // 10 + 5, base * (level + 1) // 10) * 10
    right = metrics.premium(SimpleNamespace(encode=list), "x" * costs, "x" * base)
    options = decimals(
        right,
        upside_down=base / costs,
        extra=right - 1,
        difference=costs - base,
        percent=100 * right,
    )
    params = {"base": base, "costs": costs, "right": options[0][0]}
    return Variant(params, options=options, drawn={"base": base, "costs": costs})


@redrawn()
def price(rng: random.Random, level: int) -> Variant:
    """Ask what it costs to send a text to a model once."""
    megabytes = rng.choice((10, 20, 50, 100, 200, 500)) * 10 ** (level - 1)
    size, each = rng.choice((2, 2.5, 4, 5)), rng.choice((0.5, 1.5, 2, 3))
    tokens = megabytes / size  # in millions
    options = numbers(
        round(tokens * each),
        multiplied=megabytes * size * each,
        bytes_are_tokens=megabytes * each,
        per_thousand=1000 * tokens * each,
        tokens_alone=tokens,
    )
    params = {"megabytes": f"{megabytes:,}", "size": f"{size:g}", "each": f"{each:g}"}
    params |= {"tokens": f"{tokens:g}", "right": str(options[0][0])}
    drawn = {"megabytes": megabytes, "size": size, "each": each}
    whole = float(tokens * each).is_integer()
    return Variant(params, options=options if whole else (), drawn=drawn)


@redrawn()
def bits_per_byte(rng: random.Random, level: int) -> Variant:
    """Ask for the loss of a model in bits per byte."""
    loss, size = rng.randint(15, 35) / 10, rng.randint(20, 50) / 10
    bits = loss / math.log(2)
    options = decimals(
        bits / size,
        nats=loss / size,
        per_token=bits,
        multiplied=bits * size,
        perplexity=math.exp(loss) / size,
    )
    params = {"loss": f"{loss:g}", "size": f"{size:g}", "right": options[0][0]}
    return Variant(params, options=options, drawn={"loss": loss, "size": size})


GENERATORS: dict[str, Generator] = {
    "embedding_table": embedding_table,
    "larger_table": larger_table,
    "fertility": fertility,
    "premium": premium,
    "price": price,
    "bits_per_byte": bits_per_byte,
}


def _tying(tied: bool) -> dict[str, str]:
    return {
        "tied": "tied" if tied else "not tied",
        "tied_zh": "共享权重" if tied else "不共享权重",
    }
