"""What servers did under load: the values that are stored and shown."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import machine


@dataclass(frozen=True)
class Load:
    """What servers did under the same load, by contestant: a figure for each round.

    `rate` is requests in a second by the wall clock, `cpu` CPU seconds of the serving processes for
    a request; `latency` has the seconds within which half, 95 % and 99 % of the requests of all
    rounds were answered.
    """

    work: str
    text: str
    rate: Mapping[str, Sequence[float]]
    cpu: Mapping[str, Sequence[float]]
    latency: Mapping[str, Sequence[float]]
    when: str = field(default_factory=lambda: date.today().isoformat())
    machine: Mapping[str, str] = field(default_factory=machine.described)

    def cpu_of(self, name: str) -> float:
        """CPU seconds for a request, all rounds together: they last the same, not all ask as much.

        >>> Load("work", "text", {"ours": [30, 10]}, {"ours": [1, 3]}, {}).cpu_of("ours")
        1.5
        """
        weighed = zip(self.cpu[name], self.rate[name], strict=True)
        return sum(cpu * rate for cpu, rate in weighed) / sum(self.rate[name])


def percentiles(waits: Sequence[float]) -> list[float]:
    """p50, p95 and p99.

    >>> percentiles([0.1] * 97 + [0.2] * 3)
    [0.1, 0.1, 0.2]
    """
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    return [round(cuts[at - 1], 6) for at in (50, 95, 99)]
