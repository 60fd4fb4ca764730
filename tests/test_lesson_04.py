"""The numbers of lesson 04: what its cells and its prose say, against the real peers."""

import contextlib
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subword_lab as sl
from build import LESSONS, parse
from solved import solve_lesson
from subword_lab import corpora, scores, vocabs, wordpiece
from subword_lab.views.peers import bert, wordpiece_ties
from subword_lab.views.peers import wordpiece as peer
from subword_lab.views.pictures.recording import recording

RECORDED = recording("bert")["texts"]


@pytest.fixture(scope="module")
def real(missing, load):
    """BERT's real vocabulary: our tokenizer and the library's."""
    try:
        name = bert.found().name
    except LookupError:
        missing("the vocabulary bert-base-uncased")
    return load(name), bert.library()


# The recording -----------------------------------------------------------------------------------


@pytest.mark.parametrize("told", RECORDED, ids=lambda told: told["text"])
def test_the_recording_is_what_the_vocabulary_says(real, told):
    ours, theirs = real
    again = theirs.encode(told["text"], add_special_tokens=False)
    assert (again.tokens, again.ids) == (told["tokens"], told["ids"])
    assert theirs.decode(again.ids, skip_special_tokens=False) == told["decoded"]
    assert ours.tokenize(told["text"]) == told["tokens"]
    assert ours.encode(told["text"]) == told["ids"]
    assert ours.decode(told["ids"]) == told["decoded"]


def test_the_recording_describes_its_vocabulary(real):
    assert recording("bert")["size"] == real[0].vocab_size == 30_522


def test_the_comparison_finds_no_difference(real):
    texts = [told["text"] for told in RECORDED]
    texts += [corpora.load(f"story/{code}")[:400] for code in ("en", "de", "zh", "ja", "hi", "ar")]
    for text in texts:
        assert [row.label for row in bert.compare(text) if not row.same] == []


def test_a_missing_vocabulary_is_named(monkeypatch):
    monkeypatch.setattr(vocabs, "available", lambda: [])
    with pytest.raises(LookupError, match="bert-base-uncased was not found; `make vocabs`"):
        bert.compare("hug")


def test_the_real_vocabulary_has_the_limit_the_lesson_tells(real):
    ours, theirs = real
    for length, pieces in ((100, 50), (101, 1)):
        assert len(ours.tokenize("a" * length)) == pieces
        assert len(theirs.encode("a" * length, add_special_tokens=False).tokens) == pieces
    assert "##playing" not in ours.vocab and "##happi" not in ours.vocab
    assert {"play", "##play", "ing", "##ing"} <= ours.vocab.keys()


def test_what_the_prose_says_of_its_ids(real):
    ours, _ = real
    assert sum(piece.startswith("[unused") for piece in ours.vocab) == 994
    assert [ours.vocab[piece] for piece in ("[CLS]", "do", "not")] == [101, 2079, 2025]


# Hugging Face's trainer --------------------------------------------------------------------------


def test_the_library_trains_by_count():
    assert all(row.same for row in peer.compare(corpora.load("hug")))
    words = sl.text.count_words(corpora.load("english/recipes"))
    assert all(row.same for row in peer.compare(words, 0)[1:])


def test_the_library_leaves_ties_to_chance():
    (row,) = wordpiece_ties.compare(corpora.load("pianist"))
    assert row.ours == "1" and int(row.theirs) > 1


# What the prose says -----------------------------------------------------------------------------


def test_count_and_gain_part_at_the_sixth_merge_and_pmi_at_the_first():
    hug = corpora.load("hug")
    learned = {s: wordpiece.train(hug, merges=7, score=s).merges for s in wordpiece.SCORES}
    assert learned["count"][:5] == learned["gain"][:5]
    assert (learned["count"][5], learned["gain"][5]) == (("hug", "##s"), ("b", "##un"))
    assert learned["pmi"][0] == ("##g", "##s") != learned["count"][0]
    steps = sl.trace.record(wordpiece.train_steps(hug, merges=5)).steps
    rows = {row.pair: row for row in wordpiece.scores(wordpiece.words_after(hug, steps))}
    rare, common = rows["b", "##un"], rows["hug", "##s"]
    assert rare.count < common.count and rare.gain > common.gain


def test_on_the_pianist_pmi_begins_with_a_pair_seen_once():
    rows = wordpiece.scores(corpora.load("pianist"))
    best = max(row.pmi for row in rows)
    first = wordpiece.train(
        corpora.load("pianist"), merges=1, score="pmi", tie_break="first_seen", table="recount"
    ).merges[0]
    assert [(row.count, row.pmi) for row in rows if row.pair == first] == [(1, best)]


@settings(max_examples=100)
@given(st.data())
def test_the_gain_lies_between_its_bounds(data):
    a, b = (data.draw(st.integers(1, 10**6)) for _ in range(2))
    n = data.draw(st.integers(1, min(a, b)))
    total = a + b + data.draw(st.integers(0, 10**7))
    pmi, gain = scores.pmi(n, a, b, total), scores.gain(n, a, b, total)
    room = 1e-9 * n * (1 + abs(pmi))
    assert n * (pmi - 1) - room <= gain <= n * (pmi + 1) + room


@pytest.fixture(scope="module")
def solved_cells():
    """What the cells that use the learner's functions print, with the model solutions put in."""
    notebook = parse(LESSONS / "04_wordpiece.py")
    solve_lesson(notebook)
    names, printed = {}, {}
    keep = "setup watch yours yours-train yours-trained gain-yours break-decode labels-table"
    for cell in notebook.cells[:-1]:
        key = cell.id.removeprefix("04-")
        exercise = "exercise" in cell.metadata.get("tags", ())
        if cell.cell_type == "code" and (exercise or key in keep.split()):
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(cell.source, names)
            printed[key] = out.getvalue()
    return names, printed


def test_what_the_learner_builds_equals_ours(solved_cells):
    _, printed = solved_cells
    assert printed["yours"] == (
        "PMI as ours: 709 of 709 pairs\ncut as ours: 3,312 of 3,312 words\n"
    )
    assert printed["yours-trained"].endswith("same merges: True\ndecoded to the same words: True\n")
    assert printed["gain-yours"] == (
        "##u ##g: by recount 28.0178, by formula 28.0178\nsame merges: True\n"
    )


def test_labels_go_to_first_pieces(solved_cells):
    names, _ = solved_cells
    encoding = names["encoding"]
    aligned = names["align_labels"](encoding.word_ids, names["labels"])
    pairs = zip(encoding.tokens, aligned, strict=True)
    assert [token for token, label in pairs if label == "B-LOC"] == ["li", "po"]
    assert len(names["labels"]) == max(word for word in encoding.word_ids if word is not None) + 1
