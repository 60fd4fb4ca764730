"""What the BPE views show is what the algorithm did."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import bpe, views
from subword_lab.pairs import count_pairs
from subword_lab.views.words import listed, read_words, roles

CORPUS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
words = st.text("abc", min_size=1, max_size=6)


def show(view, at):
    view.slider.value = at
    return repr(view)


def test_training_shows_words_counts_and_ties():
    text = show(views.bpe_training(CORPUS), 1)
    assert "Made: ug. Next: u + n, seen 16 times." in text
    assert "  5 × h | ug | s" in text
    assert re.search(r"u \+ n +16 +merged next\n", text)
    assert re.search(r"p \+ ug +5 += tied\n +ug \+ s +5 += tied", text)


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(words, st.integers(1, 9), min_size=1, max_size=4))
def test_every_frame_agrees_with_training(word_counts):
    view = views.bpe_training(word_counts)
    merges = bpe.train(word_counts, merges=50).merges
    assert view.slider.max == len(merges)
    for at, (left, right) in enumerate(merges):
        text = show(view, at)
        count = count_pairs(bpe.words_after(word_counts, view_steps(word_counts)[:at]))[left, right]
        times = "once" if count == 1 else f"{count} times"
        assert f"Next: {left} + {right}, seen {times}." in text
    view.close()


def view_steps(word_counts):
    return tuple(bpe.train_steps(word_counts, merges=50))


@pytest.mark.parametrize(
    ("end_of_word", "third"), [(None, "l + o"), ("separate", "es + t</w>"), ("glued", "l + o")]
)
def test_the_end_of_word_mark_decides_the_third_merge(end_of_word, third):
    corpus = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert f"Next: {third}," in show(views.bpe_training(corpus, end_of_word=end_of_word), 2)


def test_tie_break_orders_the_table():
    first = {tie: repr(views.bpe_training({"ab": 1, "cd": 1}, tie_break=tie)).splitlines()[1]
             for tie in ("smallest_ids", "largest_pair", "first_seen")}  # fmt: skip
    assert "a + b" in first["smallest_ids"] and "c + d" in first["largest_pair"]
    assert "a + b" in first["first_seen"]


def test_the_number_of_merges_asked_for_ends_the_story():
    view = views.bpe_training(CORPUS, merges=2)
    assert "The number of merges asked for is reached." in show(view, 2)


def test_long_lists_are_cut_and_say_so():
    many = {f"{chr(97 + n // 26)}{chr(97 + n % 26)}": 1 for n in range(100)}
    text = repr(views.bpe_training(many))
    assert "and 88 more" in text and "and 90 more" in text
    assert "and 90 more" in repr(views.bpe_training(many, predict=True))


def test_no_words_at_all_have_one_frame():
    assert "No pair is left" in repr(views.bpe_training({}))


def test_bad_words_are_refused_as_in_training():
    with pytest.raises(TypeError, match="word_counts must map"):
        views.bpe_training(["hug"])


# Encoding ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def model():
    return bpe.train(CORPUS, merges=5)


def test_encoding_takes_the_lowest_rank(model):
    view = views.bpe_encoding(model, "unhugs")
    assert "Next: u + g, rank 0" in repr(view)
    assert show(view, 1).splitlines()[2] == "u | n | h | ug | s"
    assert "Pieces and ids: un (8) | hug (9) | s (5)" in show(view, 3)


@settings(max_examples=25, deadline=None)
@given(st.text("hugspnb", max_size=10))
def test_the_last_frame_is_the_encoding(word):
    model = bpe.train(CORPUS, merges=5)
    view = views.bpe_encoding(model, word)
    text = show(view, view.slider.max)
    assert text.splitlines()[2] == " | ".join(bpe.encode(model, word))
    view.close()


def test_an_unknown_symbol_is_drawn_as_unknown():
    model = bpe.train(CORPUS, merges=5, unk="<unk>")
    view = views.bpe_encoding(model, "mug")
    assert "<unk> (0) | ug" in show(view, view.slider.max)
    assert "3px double" in view.picture.value


def test_a_prediction_shows_no_ready_answer(model):
    view = views.bpe_encoding(model, "unhugs", predict=True)
    assert "0     merged next" not in repr(view)
    assert view.picture.value.count("1px dotted") == 0
    assert set(view.question().options) == {"u + g", "u + n"}


def test_another_word_can_be_typed(model):
    view = views.bpe_encoding(model, "hugs")
    view.typed.value = "  pun "
    assert "BPE encoding · pun" in repr(view)


def test_merge_tree_names_parts_and_ranks(model):
    text = repr(views.merge_tree(model, "hugs"))
    assert text.splitlines()[:4] == [
        "hugs: 2 pieces, 2 merges",
        "  hug (rank 2)",
        "    h",
        "    ug (rank 0)",
    ]


@settings(max_examples=25, deadline=None)
@given(st.text("hugspnb", max_size=10))
def test_merge_tree_has_the_pieces_on_top_and_the_symbols_below(word):
    model = bpe.train(CORPUS, merges=5)
    lines = repr(views.merge_tree(model, word)).splitlines()[1:]
    assert [line.split()[0] for line in lines if not line.startswith("   ")] == list(
        bpe.encode(model, word)
    )
    assert "".join(line.strip() for line in lines if "rank" not in line) == word


def test_merge_tree_of_end_of_word_marks():
    model = bpe.train({"low": 5, "newest": 6}, merges=9, end_of_word="separate")
    assert "</w>" in repr(views.merge_tree(model, "low"))


def test_views_refuse_what_is_no_word(model):
    for view in (views.bpe_encoding, views.merge_tree):
        with pytest.raises(TypeError, match="a word must be a str"):
            view(model, 3)


# Words -------------------------------------------------------------------------------------------


@given(
    st.dictionaries(
        st.text("abc", min_size=1, max_size=3), st.integers(1, 99), min_size=1, max_size=12
    )
)
def test_a_list_of_words_reads_back(word_counts):
    assert read_words(listed(word_counts)) == word_counts


@given(st.lists(st.sampled_from("ab"), max_size=8))
def test_roles_mark_what_a_merge_will_take(symbols):
    marked = roles(tuple(symbols), None, ("a", "a"))
    assert marked.count("pair") // 2 == "".join(symbols).replace("aa", "X").count("X")


def test_what_is_seen_once_is_said_so():
    view = views.bpe_training({"ab": 1})
    assert "Next: a + b, seen once." in str(view)
