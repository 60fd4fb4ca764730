"""What lesson 07 says of real vocabularies and libraries, and the numbers of its prose."""

import random
import re
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import subword_lab
from subword_lab import Tokenizer, contest, corpora, house, metrics, views
from subword_lab.comparing import agreements
from subword_lab.exercises.lesson_07 import corpus
from subword_lab.exercises.lesson_07.doctor import unreachable
from subword_lab.text import pretokenize, to_printable
from subword_lab.views.peers import production, racing
from subword_lab.views.peers.byte_level import encoding

FOX = "The quick brown fox jumps over the lazy dog."
REST = {
    code: "\n".join(
        [line for line in corpora.load(f"story/{code}").splitlines() if line][contest.TRAINED_ON :]
    )
    for code in corpora.languages()
}


@pytest.fixture
def tiktoken_of(load):
    """tiktoken_of("o200k") gives tiktoken's own encoding, or skips."""

    def made(name):
        load(name)
        return encoding(name)

    return made


# For real ----------------------------------------------------------------------------------------


def test_ids_of_gpt2_weigh_more_than_zlib(load):
    text = corpora.load("english")
    weight = production.weight_of(load("gpt2").encode(text))
    assert weight == 49_416
    assert len(zlib.compress(text.encode(), 9)) < 0.9 * weight


@pytest.mark.parametrize(("name", "fits"), [("gpt2", True), ("cl100k", False), ("o200k", False)])
def test_which_ids_fit_into_two_bytes(tiktoken_of, name, fits):
    assert (tiktoken_of(name).n_vocab <= 1 << 16) == fits


def test_an_id_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="id 65536 does not fit"):
        production.weight_of([1, 65_536])
    assert production.weight_of([]) == 0


def test_gpt2_could_spell_the_fox_in_billions_of_ways(load):
    gpt2 = load("gpt2")
    assert metrics.spellings(gpt2.vocab, to_printable(FOX.encode())) == 8_103_395_328
    assert len(gpt2.encode(FOX)) == 10


def test_every_row_of_the_comparison_is_the_same(load):
    load("gpt2")
    rows = production.compare(corpora.load("english"))
    assert [row.library for row in rows] == ["tiktoken", "tiktoken", "tokenizers", "tiktoken"]
    assert [row.label for row in rows if not row.same] == []
    assert rows[0].ours == "49,416" and rows[1].ours == "8,103,395,328"
    assert "50256" in rows[2].ours and "50256" not in rows[3].ours


def test_tiktoken_refuses_a_special_token_unless_told_otherwise(tiktoken_of):
    gpt2 = tiktoken_of("gpt2")
    with pytest.raises(ValueError, match="disallowed special token"):
        gpt2.encode("a<|endoftext|>")
    plain = gpt2.encode("a<|endoftext|>", disallowed_special=())
    assert plain == gpt2.encode_ordinary("a<|endoftext|>")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("gpt2", 50_257),
        ("bert-base-uncased", 30_522),
        ("tekken-240911", 131_072),
        ("cl100k", 100_277),
        ("o200k", 200_019),
    ],
)
def test_sizes_named_in_the_prose(load, name, size):
    if name in ("cl100k", "o200k"):  # their last ids belong to special tokens, with gaps between
        load(name)
        assert encoding(name).n_vocab == size
    else:
        assert load(name).vocab_size == size


@pytest.mark.parametrize(("name", "lost"), [("gpt2", 0), ("cl100k", 0), ("o200k", 12)])
def test_tokens_that_are_never_used_for_their_own_text(tiktoken_of, name, lost):
    library, found = tiktoken_of(name), {}
    for id in range(library.n_vocab):
        try:
            text = library.decode_single_token_bytes(id).decode()
        except (KeyError, UnicodeDecodeError):
            continue
        if text not in library.special_tokens_set and library.encode_ordinary(text) != [id]:
            found[id] = text
    assert len(found) == lost
    if lost:
        assert " I'" in found.values()
        assert all(len(pretokenize(text, name)) > 1 for text in found.values())


# Numbers of the prose ----------------------------------------------------------------------------


def test_another_splitter_loses_nothing_and_costs_more_than_twice():
    first = contest.training_texts()
    tok = Tokenizer.train("byte_bpe", first.values(), 4_000, pattern="o200k")
    run = replace(tok, preparation=replace(tok.preparation, pretokenizers=("gpt2",)))
    assert all(run.decode(run.encode(text)) == text for text in REST.values())
    more = {code: len(run.encode(text)) / len(tok.encode(text)) for code, text in REST.items()}
    assert max(more, key=more.get) == "my" and more["my"] > 2
    assert more["en"] < 1.05


def test_a_shared_vocabulary_is_fairer_by_text_and_splitter():
    def worst(tokenizer):
        return max(metrics.premium(tokenizer, text, REST["en"]) for text in REST.values())

    texts = contest.training_texts().values()
    by = {
        "english": worst(house.tokenizer("byte_bpe")),
        "gpt2": worst(Tokenizer.train("byte_bpe", texts, 2_000)),
        "o200k": worst(Tokenizer.train("byte_bpe", texts, 2_000, pattern="o200k")),
        "larger": worst(Tokenizer.train("byte_bpe", texts, 4_000, pattern="o200k")),
    }
    assert by["english"] > 3 * by["gpt2"] and by["gpt2"] > 1.3 * by["o200k"]
    assert abs(by["o200k"] - by["larger"]) < 0.1


def test_the_rows_of_a_trained_model():
    english, old = corpora.load("english"), house.tokenizer("byte_bpe").vocab

    def kept(new):
        return sum(new.get(piece) == id for piece, id in old.items())

    story = corpora.load("story/en")
    assert len(story.encode()) < 2_500
    more = Tokenizer.train("byte_bpe", [english, story], 2_000).vocab
    assert kept(more) < len(old) / 2
    front = Tokenizer.train("byte_bpe", english, 2_001, special_tokens=["<|end|>"]).vocab
    assert kept(front) == 0 and old.keys() <= front.keys()
    assert kept(house.tokenizer("byte_bpe", 4_000).vocab) == len(old)


def test_a_healthy_vocabulary_reaches_all_its_pieces_and_damaged_rules_do_not():
    model = house.tokenizer("byte_bpe").model
    assert unreachable(model.vocab, model.merges) == set()
    assert len(unreachable(model.vocab, sorted(model.merges))) > 100
    some_lost = [pair for at, pair in enumerate(model.merges) if at % 100]
    assert len(unreachable(model.vocab, some_lost)) > 18


def test_a_healthy_real_vocabulary_reaches_all_its_pieces(load):
    model = load("gpt2").model
    first = dict(list(model.vocab.items())[:5_000])
    assert unreachable(first, model.merges) == set()


# The race ----------------------------------------------------------------------------------------


def code_of(key):
    """The code of a cell of the lesson."""
    source = (Path(__file__).parents[1] / "lessons" / "07_in_production.py").read_text("utf-8")
    return source.split(f'# %% key="{key}"\n', 1)[1].split("\n# %%", 1)[0]


def cell(key, **names):
    """Run a cell of the lesson with the names that it needs, and give its names."""
    exec(code_of(key), names)
    return names


def printed(capsys):
    return capsys.readouterr().out.splitlines()


def test_a_round_holds_only_merges_that_do_not_meet(capsys):
    model = house.tokenizer("byte_bpe").model
    rounds = cell("together", model=model)["rounds"]
    assert rounds([("a", "b"), ("c", "d"), ("a", "d")]) == 1
    for later in (("ab", "c"), ("b", "x"), ("x", "a"), ("e", "e")):
        assert rounds([("a", "b"), later]) == 2
    early, late = rounds(model.merges[:100]), rounds(model.merges) - rounds(model.merges[:500])
    assert 100 / early < (len(model.merges) - 500) / late  # later, more of them go together
    assert f"{early:4,} rounds" in capsys.readouterr().out


def test_cutting_in_rounds_is_as_many_as_the_longest_chain(capsys):
    kinds = ["the", "unexpected", "rain"]
    merged = cell("rounds", sl=subword_lab, healthy=house.tokenizer("byte_bpe"), kinds=kinds)
    steps = [len(each) for each in merged["merged"].values()]
    said = capsys.readouterr().out
    assert f"{sum(steps)} steps" in said and f" {max(steps)}, one for each" in said


def test_places_where_the_class_changes_are_those_of_the_expression(capsys):
    cell("split-arrays", english=corpora.load("english"))
    assert "the same places: True" in capsys.readouterr().out


def test_zipf_and_heaps_as_the_lesson_says(capsys):
    chunks = [chunk.text for chunk in pretokenize(corpora.load("english"), "gpt2")]
    cell("zipf-covered", Counter=Counter, chunks=chunks, alt=views.alt, coverage=views.coverage)
    covered = [int(share) for share in re.findall(r"(\d+)% of", capsys.readouterr().out)]
    assert covered[2] > 80 and covered == sorted(covered) and covered[-1] == 100
    cell("heaps-read", Counter=Counter, random=random, chunks=chunks)
    grown = re.findall(r"× ([\d.]+)", capsys.readouterr().out)
    words, kinds, read = (list(map(float, grown[at::3])) for at in range(3))
    assert set(words) == {2.0} and max(kinds + read) < 2


def test_a_busy_server_lets_texts_wait(capsys):
    names = {"random": random, "healthy": house.tokenizer("byte_bpe")}
    cell("load", english=corpora.load("english"), **names)
    rows = [list(map(float, re.findall(r"p\d+ +([\d.]+)", row))) for row in printed(capsys)]
    assert len(rows) == 4 and rows == sorted(rows) and all(row == sorted(row) for row in rows)
    for half, full in zip(rows[0][:2], rows[3][:2], strict=True):
        assert 6.5 < full / half < 7.9  # about sevenfold


def test_what_the_lesson_says_of_the_measured_service():
    page = (Path(__file__).parents[1] / "docs" / "serving.md").read_text("utf-8")
    rows = re.findall(r"\| (\d+) a request \| ours \|.*\| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|", page)
    (_, alone, cpu), _, (texts, together, all_cpu) = ([*map(float, row)] for row in rows)
    assert texts == 128 and all_cpu / texts < cpu / 10 and together > 5 * alone
    assert "most of a request is HTTP and JSON" in page and "8 clients" in page


def test_memory_with_and_without_a_bound_is_as_on_the_page_on_scaling():
    page = (Path(__file__).parents[1] / "docs" / "scaling.md").read_text("utf-8")
    assert "trained in 0.4 GB with a bound of 500,000 words, 1.7 GB without" in page
    assert "2 GB of text" in page and "with 32,000 merges" in page
    assert "(English, GPT-2's expression) | 32 million |" in page


def test_the_rest_becomes_half_of_the_time():
    assert 0.5 < 0.05 / (0.05 + 0.95 / 20) < 0.52


def test_amdahls_limits(capsys):
    cell("amdahl")
    rows = capsys.readouterr().out.splitlines()[1:]
    limits = [float(row.split()[-1]) for row in rows]
    assert limits == [2.0, 5.0, 20.0]
    for row, limit in zip(rows, limits, strict=True):
        gains = [float(gain) for gain in row.split()[1:-1]]
        assert gains == sorted(gains) and gains[-1] < limit


# From the lesson to the job ----------------------------------------------------------------------

REGISTERS = ("dialogue", "manual", "news", "recipes", "science")


@pytest.fixture(scope="module")
def job():
    """The names of the section's cells that stand before the exercises."""
    names = {
        "sl": subword_lab,
        "general": [
            corpora.load(f"english/{name}") for name in ("dialogue", "manual", "science", "stories")
        ],
        "registers": REGISTERS,
        "unseen": corpora.load("english/stories"),
        "story": corpora.load("story/en"),
        "healthy": house.tokenizer("byte_bpe"),
    }
    for key in ("job-doctor", "job-mended", "job-compare", "job-inspect", "job-files"):
        exec(code_of(key), names)
    return names


def test_the_doctor_finds_four_things_and_the_remedies_mend_them_all(job):
    names = [finding.name for finding in job["examine"](job["sick"], [job["my_text"]])]
    assert sorted(names) == ["newlines", "uneven digits", "unknown", "white space"]
    assert job["examine"](job["mended"], [job["my_text"]]) == ()
    assert len(job["sick"].encode(job["my_text"])) < len(job["mended"].encode(job["my_text"]))
    assert job["inside"].digits == "one by one" and job["inside"].kinds["byte"] == 256


def test_a_bound_on_words_states_its_error_and_costs_merges(job, capsys):
    exec(code_of("job-files"), job)
    rows = re.findall(r"stated +(\d+), really +(\d+), (\d+) of", capsys.readouterr().out)
    stated, really, same = (list(map(int, column)) for column in zip(*rows, strict=True))
    assert all(a >= b for a, b in zip(stated, really, strict=True)) and stated[0] == 0
    assert stated == sorted(stated) and same == sorted(same, reverse=True) and same[0] == 344


def test_tallies_are_the_same_in_any_order(job, capsys):
    exec(code_of("job-sum"), job)
    assert capsys.readouterr().out.count("True") == 3
    assert {**job["exact"]} == dict(
        Counter(
            chunk.text
            for name in (*REGISTERS, "stories")
            for chunk in pretokenize(corpora.load(f"english/{name}"), "gpt2")
        )
    )


def test_the_solutions_as_a_cluster_state_an_error_that_holds(job, capsys):
    solved = {"merge_tallies": corpus.merge_tallies, "drop_rare": corpus.drop_rare}
    exec(code_of("job-yours"), job | solved)
    stated, really = map(int, re.findall(r"(?:stated|really) (\d+)", capsys.readouterr().out))
    assert stated >= really > 0


def test_a_terabyte_as_the_page_on_scaling_works_it_out(capsys):
    page = (Path(__file__).parents[1] / "docs" / "scaling.md").read_text("utf-8")
    cell("job-terabyte")
    said = capsys.readouterr().out
    assert "80,688, 305,019" in page  # different words in 10 and 100 MB
    exponent, parts, gigabytes, words, memory = re.search(
        r"exponent: ([\d.]+)\nparts: ([\d,]+), each.*sum: (\d+) GB\n"
        r".*: (\d+) million words, (\d+) GB",
        said,
        re.DOTALL,
    ).groups()
    assert f"from 10 to 100 MB | {exponent} |" in page and f"1 TB has {parts} units" in page
    assert f"= {gigabytes} GB" in page and f"has {words} million different words" in page
    assert f"the last sum takes {memory} GB" in page


def test_libraries_have_the_same_vocabulary_in_the_race():
    tokenizer, text = house.tokenizer("byte_bpe"), "Naïve  dragons' 東京 don't sleep.\n"
    assert racing.missing() == ()
    for contestants in (racing.encoding(tokenizer, text), racing.training(text * 3, 280)):
        first, *others = (each.run() for each in contestants)
        assert all(other == first for other in others)


def test_two_families_of_cuts_differ_by_where_the_space_goes():
    apart, joined = ("word", "bpe", "wordpiece"), ("byte_bpe", "unigram", "sentencepiece")
    tokenizers = {recipe: house.tokenizer(recipe) for recipe in (*apart, *joined)}
    shares = agreements(tokenizers, [corpora.load("story/en")])
    for pair, share in shares.items():
        across = len(set(pair) & set(apart)) == 1
        assert (0.45 < share < 0.55) if across else share > 0.75, pair
