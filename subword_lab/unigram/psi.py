"""The digamma function, usually written ψ (psi), without which EM would not be sparse."""

from math import log

from subword_lab.text.checks import check_real


def digamma(x: float) -> float:
    """Give the derivative of the log of the gamma function, for x above 0.

    It is close to log(x - 1/2). Below 7 the recurrence digamma(x) = digamma(x + 1) - 1/x leads
    up to where four terms of the asymptotic series about x - 1/2 are right to ten digits.

    >>> round(digamma(1.0), 9)      # minus the Euler-Mascheroni constant
    -0.577215665
    """
    if not check_real(x, "x") > 0:
        raise ValueError(f"digamma({x}) is asked for, but x must be above 0")
    below = 0.0
    while x < 7:
        below -= 1 / x
        x += 1
    y2 = (1 / (x - 0.5)) ** 2
    y4 = y2 * y2
    series = log(x - 0.5) + 1 / 24 * y2 - 7 / 960 * y4 + 31 / 8064 * y4 * y2 - 127 / 30720 * y4 * y4
    return below + series
