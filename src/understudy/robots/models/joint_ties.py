"""Joints that follow each other, resolved so that each follows one joint that moves by itself.

A file may let a joint follow one that follows another, tie a joint to two others, or close a ring. The
solvers know a joint that moves by itself and others that are polynomials of it, so ties are taken one after
the other and rewritten to that form; what cannot be written so is held where it is, which is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

MOST_TERMS = 5
"""Coefficients of the polynomials that MuJoCo and the solvers know: degree 4."""

_SAME = 1e-9
"""Difference [rad or m] between polynomials that say the same."""

_GOOD_FIT = 2e-3
"""Error [rad or m] with which a polynomial of a higher degree may be replaced."""

_SAMPLES = 401


@dataclass(frozen=True, eq=False)
class Tie:
    """One joint as a polynomial of another.

    Attributes:
        follower: The joint that follows.
        driver: The joint that it follows, empty where it is held at a fixed place.
        coefficients: (N,) of the polynomial from the driver's way to the follower's [rad or m], both counted
            from the model's reference pose.
    """

    follower: str
    driver: str
    coefficients: np.ndarray


@dataclass
class ResolvedTies:
    """What becomes of all ties.

    Attributes:
        ties: Follower → its tie to a joint that moves by itself, or to none.
        notes: What had to be held or replaced, in sentences.
    """

    ties: dict[str, Tie] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def resolve_ties(ties: Sequence[Tie], reach: Callable[[str], tuple[float, float]]) -> ResolvedTies:
    """Return ties in which no joint follows one that itself follows another.

    Args:
        ties: Ties in the order of the file.
        reach: Returns a joint's range [rad or m], counted from its reference.
    """
    result = ResolvedTies()
    for tie in ties:
        _add(result, tie)
    for name, tie in list(result.ties.items()):
        if len(tie.coefficients) > MOST_TERMS:
            result.ties[name] = _shortened(result, tie, reach(tie.driver))
    return result


def _add(result: ResolvedTies, tie: Tie) -> None:
    """Add a tie, seen as one between joints that move by themselves."""
    driver, inner = _root(result.ties, tie.driver)
    wanted = _compose(tie.coefficients, inner)
    follower, outer = _root(result.ties, tie.follower)
    if follower == driver:
        # A ring: it says nothing new, or leaves the joints no way at all.
        gap = np.polynomial.polynomial.polysub(wanted, outer)
        if np.abs(gap).max() > _SAME:
            _hold(result, driver, f"joint '{tie.follower}' is tied to itself by others in a ring")
        return
    if not follower:
        # The follower is held already, so what should drive it is held with it, where that can be told.
        if _is_line(wanted) and driver:
            _follow(result, driver, "", _inverse_line(wanted, float(outer[0])))
        elif driver:
            _hold(result, driver, f"joint '{tie.follower}' is held and tied to '{tie.driver}'")
    elif _is_line(outer):
        # Where the follower is a line of a joint that moves by itself, that joint follows instead.
        _follow(result, follower, driver, _through_line(outer, wanted))
    elif _is_line(wanted) and driver:
        _follow(result, driver, follower, _through_line(wanted, outer))
    else:
        _hold(result, follower, f"joint '{tie.follower}' follows two joints along curves")


def _root(ties: Mapping[str, Tie], name: str) -> tuple[str, np.ndarray]:
    """Return the joint that moves by itself behind a joint, empty for none, and the polynomial from it."""
    if not name:
        return "", np.zeros(1)
    tie = ties.get(name)
    return (name, np.array([0.0, 1.0])) if tie is None else (tie.driver, tie.coefficients)


def _follow(result: ResolvedTies, follower: str, driver: str, coefficients: np.ndarray) -> None:
    """Let a joint that moved by itself follow another, and all that followed it with it."""
    for name, tie in list(result.ties.items()):
        if tie.driver == follower:
            result.ties[name] = Tie(name, driver, _compose(tie.coefficients, coefficients))
    result.ties[follower] = Tie(follower, driver, coefficients)


def _hold(result: ResolvedTies, name: str, reason: str) -> None:
    if name:
        result.notes.append(f"{reason}; '{name}' is held where the model has it")
        _follow(result, name, "", np.zeros(1))


def _compose(outer: np.ndarray, inner: np.ndarray) -> np.ndarray:
    """Return the coefficients of outer(inner(x))."""
    result = np.zeros(1)
    for coefficient in _trimmed(outer)[::-1]:
        result = np.polynomial.polynomial.polyadd(
            np.polynomial.polynomial.polymul(result, _trimmed(inner)), [coefficient]
        )
    return _trimmed(result)


def _trimmed(coefficients: np.ndarray) -> np.ndarray:
    return np.asarray(np.polynomial.polynomial.polytrim(coefficients), dtype=np.float64)


def _is_line(coefficients: np.ndarray) -> bool:
    short = _trimmed(coefficients)
    return len(short) == 2 and abs(short[1]) > _SAME


def _through_line(line: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Return p with line(p(x)) = wanted(x)."""
    return np.polynomial.polynomial.polysub(wanted, [line[0]]) / line[1]


def _inverse_line(line: np.ndarray, value: float) -> np.ndarray:
    return np.array([(value - line[0]) / line[1]])


def _shortened(result: ResolvedTies, tie: Tie, reach: tuple[float, float]) -> Tie:
    """Return a tie of degree 4 that is near enough over the driver's range, or one that holds the joint."""
    x = np.linspace(*reach, _SAMPLES)
    wanted = np.polynomial.polynomial.polyval(x, tie.coefficients)
    fitted = np.polynomial.polynomial.polyfit(x, wanted, MOST_TERMS - 1)
    if np.abs(np.polynomial.polynomial.polyval(x, fitted) - wanted).max() <= _GOOD_FIT:
        return Tie(tie.follower, tie.driver, fitted)
    result.notes.append(
        f"joint '{tie.follower}' follows '{tie.driver}' along a curve of degree {len(tie.coefficients) - 1}, "
        f"over the 4 that can be kept; '{tie.follower}' is held where the model has it"
    )
    return Tie(tie.follower, "", np.zeros(1))
