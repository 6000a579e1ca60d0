"""The study's tables: Table 2, what compositions leave out, joint by joint and way by way."""

from __future__ import annotations

import numpy as np

from understudy.motion.primitives import cosines
from understudy.study.composition import published
from understudy.study.composition.findings import Findings
from understudy.study.composition.performance import BEST, THESIS, WAYS
from understudy.study.table import Table


def all_tables(found: Findings) -> tuple[Table, ...]:
    """Return every table of the study."""
    return (weights_table(found), mimicry_table(found), ways_table(found), joints_table(found))


def weights_table(found: Findings) -> Table:
    """Return Table 2 as printed, by sums over its frames, and by integrals."""
    rows = []
    for each in found.sines:
        printed, ours, exact = each.printed, each.weights, each.integrals
        for index, name in enumerate(cosines().names):
            cells = (f"{printed[index]:.4f}", f"{ours[index]:.4f}", f"{exact[index]:.4f}")
            rows.append((f"sin({each.frequency:g}t)", name, *cells, f"{ours[index] - printed[index]:+.5f}"))
    caption = (
        f"Weights of the five cosines (Table 2): printed, sums over 0, {published.STEP:g}, … "
        f"{published.SECONDS:g} s, integrals, and ours minus printed"
    )
    headings = ("motion", "primitive", "printed", "sums", "integrals", "off")
    return Table("table_2", caption, (), headings, tuple(rows))


def mimicry_table(found: Findings) -> Table:
    """Return how well sines are mimicked (Fig. 9)."""
    rows = [
        (
            f"sin({each.frequency:g}t)",
            "yes" if each.agrees else "no",
            f"{each.residual:.4f}",
            f"{each.rms:.4f}",
            f"{each.condition:.1f}",
        )
        for each in found.sines
    ]
    headings = ("motion", "four digits agree", "∫ error² dt", "RMS error", "condition of Ψ")
    return Table("mimicry", "Sines mimicked by five cosines", (), headings, tuple(rows))


def ways_table(found: Findings) -> Table:
    """Return what every way leaves out of the arm motion."""
    arms = found.arms
    wanted = arms.arms()
    rows = []
    for way in WAYS:
        composition = arms.compositions[way]
        off = np.degrees(arms.arms(way) - wanted)
        worst = np.abs(off).max(axis=1)
        rows.append(
            (
                way,
                str(composition.primitives.count),
                f"{composition.hop / composition.fps:g}",
                f"{100.0 * composition.residual_share:.2f}",
                f"{np.sqrt(np.mean(off**2)):.2f}",
                f"{np.quantile(worst, 0.99):.1f}",
                f"{np.degrees(arms.jump(way)):.1f}",
                f"{composition.compactness:.1f}",
            )
        )
    headings = (
        "way",
        "primitives",
        "late by [s]",
        "left out [%]",
        "RMS [°]",
        "p99 [°]",
        "jump [°]",
        "compact",
    )
    caption = (
        "Arm motion of NAO composed in several ways: energy left out, error of eight joints after smoothing, "
        "largest jump of the step at a window, numbers of the motion that one weight stands for"
    )
    return Table("ways", caption, (), headings, tuple(rows))


def joints_table(found: Findings) -> Table:
    """Return the error of every joint, as in the thesis and at best (Figs. 17 to 24)."""
    arms = found.arms
    wanted, thesis, best = arms.arms(), arms.arms(THESIS), arms.arms(BEST)
    rows = []
    for index, name in enumerate(published.JOINTS):
        span = np.degrees(np.ptp(wanted[:, index]))
        errors = [np.degrees(each[:, index] - wanted[:, index]) for each in (thesis, best)]
        cells = [f"{np.sqrt(np.mean(off**2)):.2f}" for off in errors]
        rows.append((name, str(published.FIRST_FIGURE + index), f"{span:.0f}", *cells))
    headings = ("joint", "figure", "range moved [°]", f"{THESIS} [°]", f"{BEST} [°]")
    return Table("joints", "RMS error of NAO's eight joints", (), headings, tuple(rows))
