"""``understudy inspect``: what a capture file holds."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from understudy.commands.capture_options import add_capture_options, stated_by
from understudy.commands.terminal import Terminal
from understudy.errors import OutputError
from understudy.motion import CameraView, Recording
from understudy.motion.landmarks import LANDMARKS

_SENTENCES = ("notes", "warnings")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", help="a capture file")
    parser.add_argument(
        "--draft-marker-set",
        nargs="?",
        const="-",
        metavar="OUT.toml",
        help="draft which marker is where, to check, edit and use with --marker-set; printed without a file",
    )
    parser.add_argument(
        "-o", "--output", metavar="OVERLAY.mp4", help="of a film: the same with what was seen drawn over it"
    )
    parser.add_argument("--blur-faces", action="store_true", help="blur all faces in the overlay")
    parser.add_argument(
        "--contacts",
        nargs="?",
        const="-",
        metavar="OUT.csv",
        help="when which part of the person carries, to check, edit and use with `retarget --contacts`; "
        "a table without a file",
    )
    add_capture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Read a capture and say what was found."""
    from understudy.commands.results import require_video
    from understudy.motion.output import require_other_file
    from understudy.takes import read_recording

    if options.draft_marker_set is not None:
        return _draft(options)
    if options.contacts is not None:
        return _contacts(options)
    terminal = Terminal(options.json)
    if options.output is not None:
        require_video(options.output)
        require_other_file(options.output, options.file)
    elif options.blur_faces:
        raise OutputError("--blur-faces is for the overlay that -o OVERLAY.mp4 names, found without it")
    recording = read_recording(options.file, stated_by(options), terminal.say)
    found = describe(recording)
    if options.output is not None:
        # What draws is not needed by most.
        from understudy.capture.video.overlay import write_overlay

        write_overlay(Path(options.output), Path(options.file), recording, options.blur_faces)
        found["overlay"] = options.output
    terminal.give(found)
    rows = [(key.replace("_", " "), _cell(value)) for key, value in found.items() if key not in _SENTENCES]
    terminal.table(("what", "found"), rows, title=options.file)
    for note in found["notes"]:
        terminal.say(f"- {note}")
    return 0


def _draft(options: argparse.Namespace) -> int:
    """Print or write a marker set in TOML for the labels of a capture."""
    from understudy.capture.naming.guessing.draft import draft_for
    from understudy.motion.output import require_other_file, write_bytes

    if options.draft_marker_set != "-":
        require_other_file(options.draft_marker_set, options.file)
    text = draft_for(Path(options.file), stated_by(options))
    if options.draft_marker_set == "-":
        sys.stdout.write(text)
    else:
        write_bytes(Path(options.draft_marker_set), text.encode())
        Terminal(options.json).say(
            f"wrote {options.draft_marker_set}: check it, then give it with --marker-set"
        )
    return 0


def _contacts(options: argparse.Namespace) -> int:
    """Print or write when which part of a person carries."""
    from understudy.human.clear_contacts import found_schedule
    from understudy.motion.contact_schedule import write_schedule
    from understudy.motion.output import require_other_file
    from understudy.takes import read_take

    if options.contacts != "-":
        require_other_file(options.contacts, options.file)
    terminal = Terminal(options.json)
    schedule = found_schedule(read_take(options.file, stated_by(options), terminal.say).human)
    terminal.give({"contacts": [asdict(stance) for stance in schedule]})
    if options.contacts == "-":
        rows = [(s.part, f"{s.start:.3f}", f"{s.end:.3f}", f"{s.confidence:.2f}") for s in schedule]
        terminal.table(("part", "start s", "end s", "confidence"), rows, title=options.file)
    else:
        write_schedule(options.contacts, schedule)
        terminal.say(f"wrote {options.contacts}: edit it, then give it to `understudy retarget --contacts`")
    return 0


def describe(recording: Recording) -> dict[str, Any]:
    """Return plain values that describe a recording."""
    low, high = (getattr(recording.points[recording.valid_mask], side)(axis=0) for side in ("min", "max"))
    return {
        "format": recording.dialect,
        "frames": recording.frame_count,
        "fps": round(recording.fps, 6),
        "duration_s": round(recording.duration, 4),
        "points": len(recording.names),
        "missing_percent": round(100.0 * float(1.0 - recording.valid_mask.mean()), 3),
        "extent_m": [[round(float(v), 3) for v in corner] for corner in (low, high)],
        "rotations": recording.rotations is not None,
        "landmarks": sorted(recording.landmark_points),
        "landmarks_not_covered": sorted(set(LANDMARKS) - set(recording.landmark_points)),
        "objects": _objects(recording),
        "views": [_view(view) for view in recording.views],
        "names": list(recording.names),
        "sha256": recording.provenance.sha256,
        "notes": list(recording.notes),
        "warnings": list(recording.warnings),
    }


def _view(view: CameraView) -> str:
    """Return a phrase on what a camera saw: of how many pictures, and how surely."""
    seen = view.confidence > 0.0
    sure = float(view.confidence[seen].mean()) if seen.any() else 0.0
    width, height = view.size
    return (
        f"{view.name}: {len(view.times)} pictures of {width} × {height} pixels at {view.rate:.4g} a second, "
        f"the person in {seen.any(axis=1).mean():.1%}, points seen with a confidence of {sure:.2f}"
    )


def _objects(recording: Recording) -> list[str]:
    """Return a phrase on each rigid object: how often its pose is known, and how rigid it is."""
    from understudy.human.objects import told_objects

    motions, problems = told_objects(recording)
    phrases = [f"{name}: no pose ({problem})" for name, problem in problems.items()]
    for name, motion in motions.items():
        known = 100.0 * float(motion.valid.mean())
        # An object has a pose in at least one frame, or its markers would have told no model.
        residual = 1e3 * float(np.median(motion.residuals[motion.valid]))
        phrases.append(f"{name}: pose in {known:.1f} % of the frames, markers rigid to {residual:.2f} mm")
    return phrases


def _cell(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
