"""The study's tables: tracking by move and by participant, the open loop, perspective and noise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.study.table import Table
from understudy.study.therapy import published
from understudy.study.therapy.findings import Findings
from understudy.study.therapy.tasks import Outcome

_HEADINGS = ("first frame [°]", "after 1 s [°]", "spread [°]", "p99 [°]", "worst [°]", "at full torque [%]")


def all_tables(found: Findings) -> tuple[Table, ...]:
    """Return every table of the study."""
    made = [moves_table(found)]
    if found.is_made_up:
        made += [participants_table(found)]
    made += [open_loop_table(found), signed_table(found)]
    return (*made, perspective_table(found)) if found.is_made_up else tuple(made)


def moves_table(found: Findings) -> Table:
    """Return errors on the simulated robot, by move (Eq. 10 of sizes)."""
    rows = [(move, str(len(found.of(move))), *_errors(found.of(move))) for move in found.moves]
    rows.append(("all", str(len(found.outcomes)), *_errors(found.outcomes)))
    caption = (
        f"Error of {found.robot} in simulation, mean over joints of its size: in the first frame, and after "
        "the first second its mean, standard deviation over takes, 99th percentile, worst frame, and frames "
        f"at whose end a motor gives all that it has; bar {published.BAR:g}°"
    )
    return Table("moves", caption, (), ("move", "takes", *_HEADINGS), tuple(rows))


def participants_table(found: Findings) -> Table:
    """Return the same by participant."""
    rows = []
    for name in found.participants:
        own = [outcome for outcome in found.outcomes if outcome.participant == name]
        rows.append((name, "mirrors" if own[0].mirrors else "own side", *_errors(own)))
    return Table(
        "participants", "The same by participant", (), ("participant", "perspective", *_HEADINGS), tuple(rows)
    )


def open_loop_table(found: Findings) -> Table:
    """Return what the controller alone makes of targets (Fig. 4)."""
    rows = []
    for move in found.moves:
        off = [np.degrees(np.abs(each.targets - each.open_loop)) for each in found.of(move)]
        settled = np.concatenate([values[round(found.outcomes[0].fps) :].mean(axis=1) for values in off])
        first = float(np.mean([values[0].mean() for values in off]))
        rows.append((move, f"{first:.2f}", f"{settled.mean():.2f}", f"{settled.max():.2f}"))
    caption = "The controller alone, each command taken for what is measured: mean error over joints"
    return Table(
        "open_loop", caption, (), ("move", "first frame [°]", "after 1 s [°]", "worst [°]"), tuple(rows)
    )


def signed_table(found: Findings) -> Table:
    """Return Eq. 10 as printed, in which errors of opposite signs cancel, beside errors of size."""
    rows = []
    for move in found.moves:
        takes = found.of(move)
        signed = np.concatenate([np.degrees(each.errors.mean(axis=1))[round(each.fps) :] for each in takes])
        sizes = np.concatenate([np.degrees(each.settled) for each in takes])
        rows.append((move, f"{signed.mean():+.3f}", f"{sizes.mean():.3f}"))
    caption = "Eq. 10 as printed, where signs cancel, and of sizes, after the first second"
    return Table("equation_10", caption, (), ("move", "as printed [°]", "of sizes [°]"), tuple(rows))


def perspective_table(found: Findings) -> Table:
    """Return how often the perspective was found, and what was cleaned away."""
    rows = []
    for move in found.moves:
        takes = [outcome for outcome in found.of(move) if outcome.perspective is not None]
        clear = [each for each in takes if each.perspective is not None and each.perspective.is_clear]
        right = sum(
            each.perspective is not None and each.perspective.is_mirror == each.mirrors for each in clear
        )
        jumped = sum(each.dropped for each in takes) / max(1, sum(each.points for each in takes))
        rows.append((move, str(len(takes)), str(len(clear)), str(right), f"{100.0 * jumped:.2f}"))
    headings = ("move", "takes", "perspective clear", "of these right", "points that jumped [%]")
    return Table(
        "perspective", "Mirror or own side, found by comparing with the shown move", (), headings, tuple(rows)
    )


def _errors(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    first = np.degrees([outcome.per_frame[0] for outcome in outcomes])
    means = np.degrees([outcome.settled.mean() for outcome in outcomes])
    frames = np.degrees(np.concatenate([outcome.settled for outcome in outcomes]))
    full = 100.0 * np.concatenate([outcome.saturated[round(outcome.fps) :] for outcome in outcomes])
    figures = (first.mean(), frames.mean(), means.std(), np.quantile(frames, 0.99), frames.max(), full.mean())
    return tuple(f"{value:.2f}" for value in figures)
