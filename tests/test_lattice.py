from collections import Counter
from math import exp, inf, isclose, log, nan
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import path_probability, paths_by_cut_sets
from subword_lab.lattice import Edge, Lattice, NoPath, Reached, log_sum
from subword_lab.trace import record

SCORES = st.floats(-9, 0)


@st.composite
def lattices(draw):
    """Random edges over up to six characters, two on the same span or a hole now and then."""
    size = draw(st.integers(1, 6))
    spans = [(start, end) for start in range(size) for end in range(start + 1, size + 1)]
    chosen = draw(st.lists(st.sampled_from(spans), min_size=1, max_size=14))
    if draw(st.booleans()):
        chosen += [(start, start + 1) for start in range(size)]
    scores = draw(st.lists(SCORES, min_size=len(chosen), max_size=len(chosen)))
    return Lattice(
        size,
        tuple(
            Edge(start, end, f"{start}-{end}#{number}", score)
            for number, ((start, end), score) in enumerate(zip(chosen, scores, strict=True))
        ),
    )


def near(found, wanted):
    return isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-9)


@settings(max_examples=100)
@given(lattices())
def test_segmentations_are_all_paths_and_each_once(lattice):
    assert Counter(lattice.segmentations()) == Counter(
        paths_by_cut_sets(lattice.size, lattice.edges)
    )


@settings(max_examples=100)
@given(lattices())
def test_viterbi_finds_the_most_probable_path(lattice):
    paths = {
        path: path_probability(path) for path in paths_by_cut_sets(lattice.size, lattice.edges)
    }
    if not paths:
        with pytest.raises(NoPath):
            lattice.viterbi()
        return
    best = lattice.viterbi()
    assert near(paths[best], max(paths.values()))


@settings(max_examples=100)
@given(lattices())
def test_forward_backward_and_marginals_sum_over_all_paths(lattice):
    paths = {
        path: path_probability(path) for path in paths_by_cut_sets(lattice.size, lattice.edges)
    }
    if not paths:
        assert lattice.forward()[-1] == lattice.backward()[0] == -inf
        with pytest.raises(NoPath):
            lattice.marginals()
        return
    total = sum(paths.values())
    shares, log_total = lattice.marginals()
    assert near(exp(log_total), total)
    assert near(lattice.forward()[-1], log(total))
    assert near(lattice.backward()[0], log(total))
    for edge, share in zip(lattice.edges, shares, strict=True):
        assert near(share, sum(p for path, p in paths.items() if edge in path) / total)


@settings(max_examples=100)
@given(lattices(), st.integers(1, 12))
def test_n_best_are_the_first_n_of_all_paths_in_order(lattice, n):
    scores = sorted(
        (
            sum(edge.score for edge in path)
            for path in paths_by_cut_sets(lattice.size, lattice.edges)
        ),
        reverse=True,
    )
    found = lattice.n_best(n)
    assert len({path for _, path in found}) == len(found) == min(n, len(scores))
    assert all(near(score, wanted) for (score, _), wanted in zip(found, scores[:n], strict=True))
    assert all(near(score, sum(edge.score for edge in path)) for score, path in found)
    if found:
        assert found[0][1] == lattice.viterbi()


@settings(max_examples=60)
@given(lattices())
def test_forward_at_temperature_zero_counts_paths(lattice):
    number = len(list(paths_by_cut_sets(lattice.size, lattice.edges)))
    assert near(exp(lattice.forward(0.0)[-1]), number)


def chi_square(counts, probabilities, draws):
    return sum((counts[path] - draws * p) ** 2 / (draws * p) for path, p in probabilities.items())


# Ten edges over four characters: eight cuts with probabilities far from equal.
FOUR = Lattice(
    4,
    tuple(
        Edge(start, end, "abcd"[start:end], -0.4 * number)
        for number, (start, end) in enumerate(
            (start, end) for start in range(4) for end in range(start + 1, 5)
        )
    ),
)


@pytest.mark.parametrize("inverse_temperature", [0.0, 0.3, 1.0, 2.0])
def test_samples_follow_the_tempered_distribution(inverse_temperature):
    draws, rng = 8000, Random(20)
    weights = {
        path: path_probability(path, inverse_temperature)
        for path in paths_by_cut_sets(4, FOUR.edges)
    }
    exact = {path: weight / sum(weights.values()) for path, weight in weights.items()}
    counts = Counter(FOUR.sample(inverse_temperature, rng) for _ in range(draws))
    assert counts.keys() <= exact.keys()
    assert chi_square(counts, exact, draws) < 24.3  # 7 degrees of freedom, p = 0.001
    wrong = {path: path_probability(path, inverse_temperature + 0.3) for path in exact}
    wrong = {path: weight / sum(wrong.values()) for path, weight in wrong.items()}
    assert chi_square(counts, wrong, draws) > 24.3  # so the bound can tell temperatures apart


def test_a_large_inverse_temperature_gives_the_best_path():
    rng = Random(1)
    assert {FOUR.sample(1000.0, rng) for _ in range(50)} == {FOUR.viterbi()}


def test_of_equal_paths_the_one_with_the_longest_last_piece_wins():
    edges = (Edge(0, 1, "a", -1.0), Edge(0, 2, "ab", -2.0), Edge(1, 2, "b", -1.0))
    lattice = Lattice(2, edges)
    assert lattice.viterbi() == (edges[1],)
    assert [path for _, path in lattice.n_best(2)] == [(edges[1],), (edges[0], edges[2])]


def test_viterbi_reports_the_best_way_to_each_position():
    lattice = Lattice(2, (Edge(0, 1, "u", -1.0), Edge(0, 2, "ug", -3.0), Edge(1, 2, "g", -1.5)))
    assert record(lattice.viterbi_steps()).steps == (
        Reached(1, 0, "u", -1.0),
        Reached(2, 1, "g", -2.5),
    )


def test_a_position_that_no_edge_reaches_has_no_step():
    lattice = Lattice(2, (Edge(0, 2, "ug", -3.0), Edge(1, 2, "g", -1.5)))
    assert record(lattice.viterbi_steps()).steps == (Reached(2, 0, "ug", -3.0),)


def test_without_a_path_there_is_nothing_to_list_and_nothing_to_choose():
    lattice = Lattice(3, (Edge(1, 2, "u", -1.0), Edge(2, 3, "g", -1.0)))
    assert list(lattice.segmentations()) == []
    assert lattice.n_best(3) == []
    for question in (lattice.viterbi, lattice.marginals, lambda: lattice.sample(1.0, Random(0))):
        with pytest.raises(NoPath, match="from position 0 to 3"):
            question()


def test_an_empty_text_has_one_empty_path():
    empty = Lattice(0, ())
    assert list(empty.segmentations()) == [()]
    assert empty.viterbi() == empty.sample(1.0, Random(0)) == ()
    assert empty.n_best(2) == [(0.0, ())]
    assert empty.marginals() == ([], 0.0)


def test_long_texts_neither_underflow_nor_recurse():
    size = 3000
    lattice = Lattice(size, tuple(Edge(at, at + 1, "a", -5.0) for at in range(size)))
    shares, log_total = lattice.marginals()
    assert log_total == -5.0 * size
    assert shares == [1.0] * size
    assert len(lattice.n_best(2)[0][1]) == len(lattice.sample(0.5, Random(0))) == size


@pytest.mark.parametrize("start, end", [(-1, 1), (0, 0), (1, 0), (0, 3)])
def test_an_edge_off_the_text_is_refused(start, end):
    with pytest.raises(ValueError, match="between positions 0 and 2"):
        Lattice(2, (Edge(start, end, "x", -1.0),))


@pytest.mark.parametrize("n", [0, -1])
def test_n_best_wants_at_least_one(n):
    with pytest.raises(ValueError, match=f"n must be 1 or more; got {n}"):
        FOUR.n_best(n)


@pytest.mark.parametrize("inverse_temperature", [-0.1, nan, inf])
def test_sampling_refuses_what_is_no_inverse_temperature(inverse_temperature):
    with pytest.raises(ValueError, match="inverse_temperature"):
        FOUR.sample(inverse_temperature, Random(0))


@given(st.lists(st.floats(-700, 700), max_size=6))
def test_log_sum_is_the_log_of_the_sum(logs):
    top = max(logs, default=0.0)
    wanted = top + log(sum(exp(x - top) for x in logs)) if logs else -inf
    assert log_sum(logs) == wanted or near(log_sum(logs), wanted)
    assert log_sum([*logs, -inf]) == pytest.approx(log_sum(logs))
