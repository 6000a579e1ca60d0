"""``understudy demonstrations``: several takes of one move become one, with an envelope around it."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.capture_options import add_capture_options, stated_by
from understudy.commands.perspective_options import add_perspective_options, in_perspective, shown_move
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError

if TYPE_CHECKING:
    from understudy.human.demonstrations.averaging import Demonstrated
    from understudy.motion import HumanMotion

SUFFIX = ".npz"
_MOST_SAMPLES = 1000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file", nargs="+", help="captures of one move; one with rests in it holds several takes"
    )
    parser.add_argument("-o", "--output", metavar="OUT.npz", help="the mean move (demonstrations.npz here)")
    parser.add_argument(
        "--envelope", metavar="OUT.csv", help="also write how far takes are from it, as a table"
    )
    parser.add_argument(
        "--samples", type=int, default=0, metavar="N", help="also draw so many new takes: OUT_1.npz …"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the new takes (0)")
    parser.add_argument("--whole", action="store_true", help="do not cut captures at the rests in them")
    add_perspective_options(parser)
    add_capture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Average takes, save the mean, and say which take was left out."""
    from understudy.human.demonstrations.averaging import average_takes
    from understudy.human.demonstrations.drawing import draw_takes
    from understudy.motion.output import require_other_file

    terminal = Terminal(options.json)
    if not 0 <= options.samples <= _MOST_SAMPLES or options.seed < 0:
        raise OptionError(
            f"samples is {options.samples} and seed {options.seed}, expected 0 to {_MOST_SAMPLES} samples "
            "and a seed of 0 or more"
        )
    output = Path(options.output or f"demonstrations{SUFFIX}")
    if output.suffix.lower() != SUFFIX:
        raise OptionError(f"output '{output}' is no {SUFFIX} file, expected one")
    for file in options.file:
        require_other_file(output, file)
    shown = shown_move(options, terminal)
    takes = {
        name: in_perspective(human, options, shown, terminal, name)
        for file in options.file
        for name, human in _takes(file, options, terminal).items()
    }
    found = average_takes(takes)
    files = {"mean": output}
    found.mean.save(output)
    if options.envelope:
        files["envelope"] = Path(options.envelope)
        _write_envelope(files["envelope"], found)
    for number, take in enumerate(draw_takes(found, options.samples, options.seed), 1):
        files[f"sample {number}"] = output.with_stem(f"{output.stem}_{number}")
        take.save(files[f"sample {number}"])
    _show(terminal, found, {kind: str(path) for kind, path in files.items()})
    return 0


def _takes(file: str, options: argparse.Namespace, terminal: Terminal) -> dict[str, HumanMotion]:
    """Return the takes of a file: one, or the movements between its rests."""
    from understudy.clean.movements import find_movements
    from understudy.human.demonstrations.cutting import whole_takes
    from understudy.takes import read_take

    take, name = read_take(file, stated_by(options), terminal.say), Path(file).name
    if options.whole or take.recording is None:
        return {name: take.human}
    found = [(movement.start, movement.stop) for movement in find_movements(take.recording)]
    parts = whole_takes(take.human, found)
    if not parts:
        return {name: take.human}
    if len(parts) > 1:
        terminal.say(f"{name}: {len(parts)} takes between rests")
    return {
        name if len(parts) == 1 else f"{name} {number}": take.human.section(start, stop)
        for number, (start, stop) in enumerate(parts, 1)
    }


def _write_envelope(path: Path, found: Demonstrated) -> None:
    """Write the spread of every landmark [m] over time [s]."""
    from understudy.motion.archive import write_bytes

    mean = found.mean
    lines = [",".join(("time_s", *(f"{name}_m" for name in mean.names)))]
    for frame, row in enumerate(found.spread):
        lines.append(",".join((f"{frame / mean.fps:.4f}", *(f"{value:.5f}" for value in row))))
    write_bytes(path, ("\n".join(lines) + "\n").encode())


def _show(terminal: Terminal, found: Demonstrated, files: dict[str, str]) -> None:
    terminal.give(
        {
            "takes": {name: math.degrees(angle) for name, angle in found.distances.items()},
            "outliers": list(found.outliers),
            "frames": found.mean.frame_count,
            "fps": found.mean.fps,
            "spread_m": float(found.spread.mean()),
            "files": files,
        }
    )
    rows = [
        (name, f"{math.degrees(angle):.1f}", "left out" if name in found.outliers else "")
        for name, angle in sorted(found.distances.items(), key=lambda pair: pair[1])
    ]
    terminal.table(("take", "off the most typical one [°]", ""), rows, title=_title(found))
    for kind, path in files.items():
        terminal.say(f"{kind}: {path}")


def _title(found: Demonstrated) -> str:
    used = len(found.distances) - len(found.outliers)
    spread = 100.0 * found.spread.mean()
    return f"Mean of {used} takes, {found.mean.duration:.1f} s, landmarks within {spread:.1f} cm"
