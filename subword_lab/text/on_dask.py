"""A map and a sum on a Dask cluster: units are counted where there is room, sums meet in a tree."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from subword_lab.text.tally import Tally, add

Unit = TypeVar("Unit")
BRANCHES = 8  # tallies that are added in one step
AT_ONCE = 1 << 22  # characters of short documents that travel together


def tally(client: Any, count: Callable[[Unit], Tally], units: Iterable[Unit]) -> Tally:
    """Count every unit on the cluster of `client` and add the tallies in their order.

    A worker that is lost has its units counted again by others; each unit is counted once in the
    sum. Raises what `count` raises, `TypeError` for what is no client.
    """
    return add_tree(client, map_units(client, count, list(units)))


def map_units(client: Any, function: Callable[[Any], Any], units: Sequence[Any]) -> list[Any]:
    """Futures of the function on each unit, in their order."""
    check_client(client)
    futures: list[Any] = client.map(function, units, pure=False) if units else []
    return futures


def add_tree(client: Any, tallies: Sequence[Any], max_words: int | None = None) -> Tally:
    """The sum of tallies on the cluster, `BRANCHES` at a time; what is no tally is passed over."""
    while len(tallies) > BRANCHES:
        groups = [tallies[at : at + BRANCHES] for at in range(0, len(tallies), BRANCHES)]
        tallies = [client.submit(add_some, group, max_words, pure=False) for group in groups]
    found: Tally = client.submit(add_some, list(tallies), max_words, pure=False).result()
    return found


def add_some(parts: Sequence[Any], max_words: int | None) -> Tally:
    """The sum of those parts that are tallies."""
    return add((part for part in parts if isinstance(part, Tally)), max_words)


def check_client(client: Any) -> None:
    """Raise `TypeError` for what cannot map, submit and gather."""
    if not all(callable(getattr(client, name, None)) for name in ("map", "submit", "gather")):
        raise TypeError(
            f'engine="dask" wants client=dask.distributed.Client(address); got {client!r:.60}. '
            'Dask comes with: pip install "subword-lab[dask]"'
        )


def together(documents: Iterable[Any]) -> Iterable[list[Any]]:
    """Documents in groups that are worth a journey; a file, which travels as its path, fills one.

    >>> list(together(["to", "be"]))
    [['to', 'be']]
    """
    group: list[Any] = []
    size = 0
    for document in documents:
        size += len(document) if isinstance(document, str) else AT_ONCE
        group.append(document)
        if size >= AT_ONCE:
            yield group
            group, size = [], 0
    if group:
        yield group
