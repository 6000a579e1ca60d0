"""``understudy synth``: a made-up capture with known truth, in any format."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.commands.terminal import Terminal
from understudy.errors import InvalidMotionError, OutputError
from understudy.motion.output import require_other_file, require_writable

if TYPE_CHECKING:
    from understudy.synth import Corruption, Take
    from understudy.synth.formats import Rendering

_MILLIMETRE = 1e-3
_MONTHS = "mo"
_MONTHS_A_YEAR = 12.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("motion", nargs="?", help="what is performed; --list shows all")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file, or the folder for one file a frame")
    parser.add_argument("--format", metavar="NAME", help="the format (default: by the ending of OUT)")
    parser.add_argument("--list", action="store_true", help="show every motion and format, and stop")
    parser.add_argument("--truth", metavar="OUT.npz", help="also save joint angles, contacts and true points")
    performer = parser.add_argument_group("performer")
    performer.add_argument("--age", metavar="AGE", help="years, or months as 4mo (0: newborn)")
    performer.add_argument("--height", type=float, metavar="M", help="stature in metres (default: by age)")
    performer.add_argument("--sex", choices=("female", "male"), help="(default: the mean of both)")
    timing = parser.add_argument_group("timing")
    timing.add_argument("--seconds", type=float, metavar="S", help="duration (default: the motion's own)")
    timing.add_argument("--fps", type=float, default=60.0, metavar="F", help="frames a second (60)")
    timing.add_argument("--seed", type=int, default=0, metavar="N", help="seed of all variation (0)")
    spoiling = parser.add_argument_group("what the camera does to points")
    for name, unit, what in (
        ("noise", "MM", "white noise on each coordinate, standard deviation in millimetres"),
        ("jitter", "MM", "trembling that lasts from frame to frame, in millimetres"),
        ("dropout", "SHARE", "share of all points that are missing"),
        ("outliers", "SHARE", "share of all points that have jumped 0.5 m away for a frame"),
        ("swaps", "SHARE", "share of frames in which left and right arms or legs are swapped"),
    ):
        spoiling.add_argument(f"--{name}", type=float, default=0.0, metavar=unit, help=what)
    spoiling.add_argument(
        "--burst", type=float, default=0.3, metavar="S", help="longest gap or swap in seconds (0.3)"
    )


def run(options: argparse.Namespace) -> int:
    """Perform, capture and write, or list what there is."""
    from understudy.synth.formats import find_rendering

    terminal = Terminal(options.json)
    if options.list:
        return _list(terminal)
    if options.motion is None or options.output is None:
        raise OutputError(
            "expected a motion and a place: `understudy synth MOTION -o OUT`; --list names all motions"
        )
    output = Path(options.output)
    rendering = find_rendering(options.format, output)
    if rendering.suffix:
        require_writable(output)
    if options.truth:
        require_writable(options.truth)
        require_other_file(options.truth, output)
    take = _take(options, rendering)
    rendering.write(output, take)
    if options.truth:
        from understudy.synth import Truth

        Truth.of(take).save(options.truth)
    _show(terminal, options, rendering, take)
    return 0


def _take(options: argparse.Namespace, rendering: Rendering) -> Take:
    """Return what was asked for, performed and captured."""
    from understudy.synth import make, performer_body, record

    how = _corruption(options)
    if not rendering.holds_points and not how.is_clean:
        raise OutputError(
            f"{rendering.name} holds turns of joints, which noise on points cannot spoil; "
            "expected a format of points, such as csv or trc"
        )
    chosen = (options.age, options.height, options.sex)
    body = None
    if any(each is not None for each in chosen):
        body = performer_body(_age(options.age), options.height, options.sex or "")
    motion = make(options.motion, options.seconds, options.fps, options.seed, body)
    return record(motion, rendering.point_set(motion.body), how, options.seed)


def _corruption(options: argparse.Namespace) -> Corruption:
    from understudy.synth import Corruption

    return Corruption(
        noise=_MILLIMETRE * options.noise,
        jitter=_MILLIMETRE * options.jitter,
        dropout=options.dropout,
        burst=options.burst,
        outliers=options.outliers,
        swaps=options.swaps,
    )


def _age(text: str | None) -> float | None:
    """Return an age [years] that is written in years, or in months as ``4mo``."""
    if text is None:
        return None
    number = text.strip().lower()
    try:
        if number.endswith(_MONTHS):
            return float(number.removesuffix(_MONTHS)) / _MONTHS_A_YEAR
        return float(number)
    except ValueError as error:
        raise InvalidMotionError(
            f"age is '{text}', expected years such as 6.5, or months such as 4mo"
        ) from error


def _list(terminal: Terminal) -> int:
    from understudy.synth import MOTIONS
    from understudy.synth.formats import RENDERINGS

    motions = [
        {"name": name, "summary": script.summary, "seconds": script.seconds}
        for name, script in MOTIONS.items()
    ]
    formats = [
        {"name": each.name, "summary": each.summary, "ending": each.suffix, "points": each.holds_points}
        for each in RENDERINGS.values()
    ]
    terminal.give({"motions": motions, "formats": formats})
    terminal.table(
        ("motion", "what", "seconds"), [(m["name"], m["summary"], f"{m['seconds']:g}") for m in motions]
    )
    terminal.table(
        ("format", "what", "file"), [(f["name"], f["summary"], f["ending"] or "folder") for f in formats]
    )
    return 0


def _show(terminal: Terminal, options: argparse.Namespace, rendering: Rendering, take: Take) -> None:
    subject, captured = take.motion.body.subject, take.captured
    found: dict[str, Any] = {
        "motion": options.motion,
        "format": rendering.name,
        "frames": take.motion.frame_count,
        "fps": take.fps,
        "points": len(take.names),
        "height_m": subject.height,
        "age_years": subject.age,
        "sex": subject.sex,
        "seed": options.seed,
        "missing": round(float(captured.is_missing.mean()), 6),
        "outliers": round(float(captured.is_outlier.mean()), 6),
        "swapped_frames": round(float(captured.is_swapped.any(axis=1).mean()), 6),
        "files": [str(path) for path in (options.output, options.truth) if path],
    }
    terminal.give(found)
    height = f"{subject.height:.2f} m" if subject.height is not None else "any height"
    terminal.say(
        f"{options.motion}: {found['frames']} frames at {take.fps:g} Hz of {found['points']} points, "
        f"performed by a person of {height}"
    )
    for path in found["files"]:
        terminal.say(path)
