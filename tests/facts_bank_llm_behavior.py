"""What real vocabularies show for the bank's questions on the behavior of models."""

import json
from math import isclose

from claims import holding, partners
from subword_lab import corpora, metrics, text
from vocabularies import real

RECORD = {"name": "Anna", "age": 31, "city": "Oslo"}


def letters():
    gpt2, word = real("gpt2"), " strawberry"
    ids = gpt2.encode(word)
    return holding(
        "llm-letters",
        gpt2.decode(ids) != word,
        len(ids) < len(word),
        not ids,
        gpt2.decode(gpt2.encode("berry")) == "bery",
    )


def trailing_space():
    gpt2 = real("gpt2")
    cut, whole = gpt2.tokenize("the sky is "), gpt2.tokenize("the sky is blue")
    return holding(
        "llm-trailing-space",
        len(cut) > len(whole),
        gpt2.decode(gpt2.encode("the sky is ")) != "the sky is ",
        cut[-1] == "<|endoftext|>",
        cut[-1] == "Ġ" and "Ġ" not in whole and whole[-1] == "Ġblue",
    )


def healing():
    """The last token of the prompt is not one of the whole text; a longer one begins with it."""
    gpt2 = real("gpt2")
    prompt, whole = gpt2.tokenize("see http:"), gpt2.tokenize("see http://x")
    begins = [piece for piece in gpt2.vocab if piece.startswith(prompt[-1])]
    heals = prompt[-1] == ":" and ":" not in whole and "://" in whole and "://" in begins
    return holding("llm-healing", False, "Ġ://" in whole, heals, False)


def logit_bias():
    forms = [lead + form for form in ("time", "Time", "TIME") for lead in ("", " ")]
    ids = [real("gpt2").encode(form) for form in forms]
    assert all(len(each) == 1 for each in ids)
    return len({each[0] for each in ids})


def stop_string():
    gpt2, stop = real("gpt2"), "</answer>"
    wanted = gpt2.encode(stop)

    def found(sample):
        ids = gpt2.encode(sample)
        return any(ids[at : at + len(wanted)] == wanted for at in range(len(ids)))

    assert found(f"yes{stop}")
    return holding(
        "llm-stop-string",
        not found("A long text about the sea" * 30 + stop),
        not found(f"yes{stop}.") and stop in gpt2.decode(gpt2.encode(f"yes{stop}.")),
        False,
        found(f"yes{stop}."),
    )


def one_digit_more():
    before, after = (
        [chunk.text for chunk in text.pretokenize(digits, "cl100k")]
        for digits in ("123456", "1234560")
    )
    return holding(
        "llm-one-digit-more",
        not set(before) & set(after),
        before == after,
        after[: len(before)] == before and len(after) == len(before) + 1,
        len(after[-1]) == 4,
    )


def glitch_space():
    gpt2 = real("gpt2")
    assert gpt2.encode(" SolidGoldMagikarp") == [43_453]
    return len(gpt2.encode("SolidGoldMagikarp"))


def hello():
    forms = ("hello", "Hello", " hello", " Hello")
    return len({tuple(real("gpt2").encode(form)) for form in forms})


def formats():
    fields = "".join(f"\n  <{key}>{value}</{key}>" for key, value in RECORD.items())
    written = {
        "YAML, one field in a line": "".join(f"{key}: {value}\n" for key, value in RECORD.items()),
        "JSON in one line": json.dumps(RECORD),
        "JSON, indented by four spaces": json.dumps(RECORD, indent=4),
        "XML, indented by two spaces": f"<person>{fields}\n</person>",
    }
    count = {name: len(real("gpt2").encode(sample)) for name, sample in written.items()}
    assert sorted(count.values()) == [12, 18, 33, 35]
    return sorted(count, key=count.get)


def other_spelling():
    gpt2 = real("gpt2")
    canonical, other = gpt2.encode("hello"), gpt2.encode("hel") + gpt2.encode("lo")
    assert canonical != other
    assert metrics.spellings(gpt2.vocab, "hello") == 16
    return holding(
        "llm-other-spelling",
        gpt2.decode(other) == gpt2.decode(canonical),
        max(other) >= gpt2.vocab_size,
        canonical[0] not in other,
        gpt2.encode(gpt2.decode(other)) == other,
    )


def premium(language):
    codes = {"German": "de", "Chinese": "zh", "Hindi": "hi", "Burmese": "my"}
    story, english = (corpora.load(f"story/{code}") for code in (codes[language], "en"))
    return round(metrics.premium(real("gpt2"), story, english))


def words_in_context():
    words = 8_000 / 1.25
    assert isclose(words * 1.25, 8_000)
    assert isclose(8_000 / 5, 1_600)
    return words


def answer_letter():
    gpt2 = real("gpt2")
    alone, behind = gpt2.encode("A")[0], gpt2.encode("Answer: A")[-1]
    assert (alone, behind) == (32, 317)
    return holding(
        "llm-answer-letter",
        "A" not in gpt2.vocab,
        alone != behind and gpt2.encode(" A") == [behind],
        len(gpt2.encode("Answer: A")) - len(gpt2.encode("Answer:")) > 1,
        False,
    )


def typo():
    gpt2 = real("gpt2")
    assert len(gpt2.encode(" accommodate")) == 1
    return len(gpt2.encode(" acommodate"))


QUESTIONS = {
    "llm-letters": letters,
    "llm-trailing-space": trailing_space,
    "llm-healing": healing,
    "llm-logit-bias": logit_bias,
    "llm-stop-string": stop_string,
    "llm-one-digit-more": one_digit_more,
    "llm-glitch-space": glitch_space,
    "llm-hello": hello,
    "llm-formats": formats,
    "llm-other-spelling": other_spelling,
    "llm-premiums": lambda: partners("llm-premiums", premium),
    "llm-words-in-context": words_in_context,
    "llm-answer-letter": answer_letter,
    "llm-typo": typo,
}
