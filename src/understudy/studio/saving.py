"""What a result is saved as, in the studio's folder alone: motion, report, video, page, exports."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from understudy.browse import Exhibit, page_of
from understudy.errors import OptionError, unknown_name
from understudy.evaluate import evaluate
from understudy.export import FORMATS, Takes, export
from understudy.illustrated_report import write_illustrated_report
from understudy.motion.archive import write_bytes
from understudy.opening import read_file
from understudy.pipeline import Performance
from understudy.studio.shelf import fit_name
from understudy.studio.variant import Result

_LARGEST = 4 * 1024**3
"""Most bytes [B] of a file that was made here."""

MOTION, REPORT, VIDEO, PAGE = "motion (.npz)", "report (.zip)", "video (.mp4)", "page (.html)"


def kinds() -> tuple[str, ...]:
    """Return all that a result can be saved as: our own, then everybody else's formats."""
    others = (name for name, found in FORMATS.items() if Takes.ROBOT in found.takes and found.suffixes)
    return (MOTION, REPORT, VIDEO, PAGE, *others)


def save(result: Result, kind: str, stem: str, folder: Path) -> Path:
    """Write a result to a folder under a name of our own making, and return the path.

    Args:
        result: What came of a variant.
        kind: One of :func:`kinds`.
        stem: What the capture is called; its fit part begins the name.
        folder: The studio's.

    Raises:
        UnderstudyError: Where it cannot be made, or written.
    """
    base = f"{fit_name(stem)}_{result.robot.name}_{result.variant.method}"
    makers: dict[str, tuple[str, Callable[[Result], bytes]]] = {
        MOTION: (".npz", _motion),
        REPORT: (".zip", _report),
        VIDEO: (".mp4", _video),
        PAGE: (".html", _page),
    }
    if kind in makers:
        ending, make = makers[kind]
        target = folder / f"{base}{ending}"
        write_bytes(target, make(result))
        return target
    if kind not in kinds():
        raise OptionError(unknown_name("kind of file", kind, kinds()))
    target = folder / f"{base}_{fit_name(kind)}{FORMATS[kind].suffixes[0]}"
    export(result.motion, kind, target, robot=result.robot)
    return target


def _motion(result: Result) -> bytes:
    return _made(lambda path: result.motion.save(path), "motion.npz")


def _video(result: Result) -> bytes:
    from understudy.view.video import render_video

    pairs = [(result.robot, result.motion)]
    return _made(lambda path: render_video(path, result.take.human, pairs), "video.mp4")


def _page(result: Result) -> bytes:
    label = f"{result.robot.name} ({result.variant.method})"
    exhibits = [
        Exhibit("source", human=result.take.human),
        Exhibit(label, robot=result.robot, motion=result.motion),
    ]
    return page_of(exhibits, f"source · {label}").encode()


def _report(result: Result) -> bytes:
    found = result.evaluation or evaluate(result.take.human, result.motion, result.robot)
    folder = Path(tempfile.mkdtemp(prefix="understudy-report-"))
    try:
        performed = Performance(result.take.human, result.robot, result.motion, found)
        write_illustrated_report(folder / "report", performed)
        return read_file(shutil.make_archive(str(folder / "packed"), "zip", folder / "report"), _LARGEST)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _made(write: Callable[[Path], None], name: str) -> bytes:
    folder = Path(tempfile.mkdtemp(prefix="understudy-save-"))
    try:
        write(folder / name)
        return read_file(folder / name, _LARGEST)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
