"""Tables of touch and dynamics over all recordings that were simulated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from understudy.evaluate.touch import NO_TOUCHES
from understudy.study.senses.sensed import MODES, PHYSICS, SET, Felt, Sensed
from understudy.study.table import Table

AllSensed = Mapping[str, Mapping[str, Sensed]]
"""Robot → recording → what came of it."""

UNKNOWN = "–"

_SUMS = ("squares", "moments")


def touch_table(sensed: AllSensed) -> Table:
    """Return how often, how long and how hard robots touched themselves, and whether the infant did so."""
    rows = []
    for robot, found in _lists(sensed):
        seconds = sum(each.wanted.shape[1] / each.fps for each in found)
        cells = []
        for mode in MODES:
            felt = [each.felt[mode] for each in found]
            cells += [
                f"{60.0 * sum(len(each.start) for each in felt) / seconds:.1f}",
                _number(100.0 * _mean_share(found, mode), 1),
                _number(_median([each.duration for each in felt]), 2),
            ]
        forces = [each.felt[PHYSICS].force for each in found]
        counts = sum((each.touches for each in found), NO_TOUCHES)
        largest = float(np.concatenate(forces).max(initial=-np.inf))
        rows.append(
            (
                robot,
                *cells,
                _number(_median(forces), 1),
                _number(largest if np.isfinite(largest) else np.nan, 1),
                _number(counts.precision, 2),
                _number(counts.recall, 2),
            )
        )
    felt_as = ("a minute", "% of time", "median [s]")
    return Table(
        name="touch",
        caption="Touches of robots by themselves, and frames of them that agree with the infant's",
        groups=(("", 1), ("joints set, as in the thesis", 3), (PHYSICS, 5), ("against the infant", 2)),
        headings=("robot", *felt_as, *felt_as, "median [N]", "largest [N]", "precision", "recall"),
        rows=tuple(rows),
    )


def pairs_table(sensed: AllSensed) -> Table:
    """Return which parts touched which, for those who compute on."""
    rows = []
    for robot, found in _lists(sensed):
        for mode in MODES:
            for (first, second), touches in sorted(pair_touches([each.felt[mode] for each in found]).items()):
                duration, force = np.array(touches).T
                rows.append(
                    (
                        robot,
                        mode,
                        first,
                        second,
                        f"{len(touches)}",
                        f"{duration.sum():.2f}",
                        f"{force.max():.2f}" if mode == PHYSICS else UNKNOWN,
                    )
                )
    headings = ("robot", "mode", "part", "part touched", "touches", "seconds", "largest force [N]")
    return Table("touch_pairs", "Parts of robots that touched each other", (), headings, tuple(rows))


def dynamics_table(sensed: AllSensed) -> Table:
    """Return how well servos performed the motions in full physics, and what that took, robot by robot."""
    columns = [_dynamics(found) for _, found in _lists(sensed)]
    return Table(
        name="dynamics",
        caption="Motions of infants performed by servos in full physics, limits of joints and torques held",
        groups=(),
        headings=("", *sensed),
        rows=tuple((name, *(column[name] for column in columns)) for name in columns[0]),
    )


def _dynamics(found: Sequence[Sensed]) -> dict[str, str]:
    """Return what is told of a robot, figure by figure."""
    done = [each.performed for each in found]
    squares, moments = (np.sum([getattr(each, name) for each in done], axis=0) for name in _SUMS)
    all_off, able_off = np.degrees(np.sqrt(squares / np.maximum(moments, 1)))
    limited = sum(each.saturated for each in done) / sum(each.reached.shape[1] for each in found)
    seconds = sum(each.reached.shape[1] / each.fps for each in found)
    hand, foot = np.max([each.speeds for each in done], axis=0)
    return {
        "simulated [s]": f"{seconds:.0f}",
        "stopped since they diverged": f"{sum(bool(each.ending) for each in done)}",
        "joints off, RMS [°]": f"{all_off:.2f}",
        "… where range and motor allow": f"{able_off:.2f}",
        "directions off as wanted, median [°]": _directions([each.wanted for each in found]),
        "… as reached": _directions([each.reached for each in found]),
        "deepest contact [mm]": f"{1e3 * max(each.depth for each in done):.1f}",
        "frames with a motor at its limit [%]": f"{100.0 * limited:.1f}",
        "work of all motors [W]": f"{sum(each.energy for each in done) / seconds:.2f}",
        "largest contact force [body weights]": f"{max(each.force / each.weight for each in done):.2f}",
        "fastest hand [m/s]": _number(float(hand), 2),
        "fastest foot [m/s]": _number(float(foot), 2),
    }


def pair_touches(felt: Sequence[Felt]) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """Return pair of parts → duration [s] and largest force [N] of each of its touches."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for each in felt:
        for (first, second), duration, force in zip(each.parts, each.duration, each.force, strict=True):
            found[str(first), str(second)].append((float(duration), float(force)))
    return found


def part_words(name: str) -> str:
    """Return the name of a part as people say it."""
    side = {"_l": " left", "_r": " right"}.get(name[-2:])
    return (name if side is None else name[:-2] + side).replace("_", " ")


def senses_tables(sensed: AllSensed) -> tuple[Table, ...]:
    """Return every table of touch and dynamics, none where nothing was simulated."""
    return (touch_table(sensed), pairs_table(sensed), dynamics_table(sensed)) if sensed else ()


def _lists(sensed: AllSensed) -> list[tuple[str, list[Sensed]]]:
    return [(robot, list(found.values())) for robot, found in sensed.items()]


def _mean_share(found: Sequence[Sensed], mode: str) -> float:
    frames = [(each.wanted if mode == SET else each.reached).shape[1] for each in found]
    return float(np.average([each.felt[mode].share for each in found], weights=frames))


def _median(values: Sequence[np.ndarray]) -> float:
    together = np.concatenate(values)
    return float(np.median(together)) if len(together) else float("nan")


def _directions(errors: Sequence[np.ndarray]) -> str:
    together = np.concatenate([each.ravel() for each in errors])
    return _number(float(np.degrees(np.nanmedian(together))) if np.isfinite(together).any() else np.nan, 2)


def _number(value: float, digits: int) -> str:
    return UNKNOWN if np.isnan(value) else f"{value:.{digits}f}"
