"""``understudy fit``: the reference human fitted to a capture."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.commands.capture_options import (
    add_capture_options,
    add_smooth_option,
    cleaning_by,
    stated_by,
)
from understudy.commands.export_options import chosen_format
from understudy.commands.terminal import Terminal
from understudy.export import FORMATS, Takes

if TYPE_CHECKING:
    from understudy.motion import HumanMotion

OPENSIM = "mot"
"""The format whose option `--opensim-model` is."""

OPENSIM_MODELS = FORMATS[OPENSIM].options[0].choices


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", help="a capture file")
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="the motion, .npz, MMM's .xml, joint angles as .mot or .csv, or another format by its ending, "
        "such as .bvh or .c3d (default: FILE_fit.npz here)",
    )
    parser.add_argument(
        "--static",
        metavar="FILE",
        help="the same person standing still on flat feet, to calibrate markers and feet",
    )
    parser.add_argument(
        "--opensim-model",
        choices=OPENSIM_MODELS,
        default=OPENSIM_MODELS[0],
        help="whose names and signs joint angles have; a bent knee is negative in gait2392 (rajagopal)",
    )
    parser.add_argument(
        "--as-stated", action="store_true", help="keep the body of the person's height; identify no lengths"
    )
    parser.add_argument("--per-side", action="store_true", help="identify left and right lengths apart")
    add_capture_options(parser)
    add_smooth_option(parser)


def run(options: argparse.Namespace) -> int:
    """Fit, save, and say how well and with which body."""
    from understudy.kinematics.compile_ahead import start_helper

    start_helper()

    from understudy.export import export
    from understudy.human import FitPlan
    from understudy.motion.output import require_other_file
    from understudy.takes import fit_take

    terminal = Terminal(options.json)
    output = Path(options.output or f"{Path(options.file).stem}_fit.npz")
    chosen = chosen_format(None, output, (Takes.PERSON, Takes.BODY))
    require_other_file(output, options.file, options.static)
    plan = FitPlan(identify=not options.as_stated, is_symmetric=not options.per_side)
    with terminal.progress("identifying the body") as progress:
        take = fit_take(
            options.file,
            stated_by(options),
            plan,
            terminal.say,
            progress,
            options.static,
            cleaning_by(options),
        )
        motion = take.human
    if chosen is None:
        motion.save(output)
    else:
        settings = {"model": options.opensim_model} if chosen.name == OPENSIM else {}
        export(motion, chosen.name, output, **settings)
    found = describe(motion)
    terminal.give(found | {"files": {"motion": str(output)}})
    rows = [(name.replace("_", " "), f"{value:g}") for name, value in found.items() if name != "lengths"]
    terminal.table(("what", "found"), rows, title=options.file)
    terminal.table(("length", "mm", "± standard error"), [_row(each) for each in found["lengths"]])
    terminal.say(f"motion: {output}")
    return 0


def describe(motion: HumanMotion) -> dict[str, Any]:
    """Return plain values that describe a fit; lengths in millimetres."""
    import numpy as np

    assert motion.residuals is not None
    residuals = motion.residuals[np.isfinite(motion.residuals)]
    lengths = [
        {"name": name, "mm": round(1e3 * value, 2), "standard_error_mm": _error(motion, name)}
        for name, value in motion.lengths.items()
    ]
    return {
        "frames": motion.frame_count,
        "frames_not_fitted": motion.frame_count - len(residuals),
        "mean_residual_mm": round(1e3 * float(residuals.mean()), 3),
        "largest_residual_mm": round(1e3 * float(residuals.max()), 3),
        "body_height_m": round(float(motion.subject.height or 0.0), 4),
        "body_mass_kg": round(float(motion.subject.mass or 0.0), 2),
        "joints": len(motion.coordinate_names),
        "lengths": lengths,
    }


def _error(motion: HumanMotion, name: str) -> float | None:
    error = motion.length_errors.get(name)
    return None if error is None else round(1e3 * error, 2)


def _row(length: dict[str, Any]) -> tuple[str, str, str]:
    error = length["standard_error_mm"]
    words = "as stated" if error is None else f"{error:.1f}"
    return length["name"].replace("_", " "), f"{length['mm']:.1f}", words
