"""``understudy batch``: folders of captures performed by robots, into a training set."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from understudy.commands.capture_options import add_capture_options, add_smooth_option, stated_by
from understudy.commands.counting import count
from understudy.commands.method_options import add_method_options, chosen_method, methods_help
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError

if TYPE_CHECKING:
    from understudy.batch import BatchResult
    from understudy.batch.keep import Keep

_SOME_SET_ASIDE = 2
_SHOWN = 10
"""Captures that were set aside of which people are shown why."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "folder", nargs="+", help="folders of captures, looked through all the way down, or URLs"
    )
    parser.add_argument(
        "--robot", required=True, metavar="NAMES", help="robots, separated by commas: names, cards or models"
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="folder or URL of the results")
    parser.add_argument("--to", default="", metavar="FORMAT", help="also write every motion in this format")
    parser.add_argument(
        "--rate", type=float, metavar="HZ", help="frames a second of that (default: the capture's)"
    )
    parser.add_argument(
        "--keep", default="", metavar="RULE", help='which motions are kept, such as "p99<15,sliding<5" (all)'
    )
    parser.add_argument("--jobs", type=count, metavar="N", help="processes at once (default: one a core)")
    parser.add_argument(
        "--pictures", type=int, default=200, metavar="N", help="most on the contact sheet (200)"
    )
    cluster = parser.add_argument_group("many machines")
    cluster.add_argument(
        "--engine", choices=("processes", "ray"), default="processes", help="who works (processes)"
    )
    cluster.add_argument(
        "--address", metavar="HOST", help="a running cluster of Ray's (default: one started here)"
    )
    add_method_options(parser)
    add_capture_options(parser)
    add_smooth_option(parser)


def epilog(words: Sequence[str]) -> str:
    """Return what help lists below the options: figures of ``--keep``, methods and their options."""
    from understudy.batch.figures import CLIP_FIGURES, FIGURES

    figures = [f"  {name:<10} {figure.meaning} [{figure.unit}]" for name, figure in FIGURES.items()]
    figures += [f"  {name:<10} {meaning}" for name, meaning in CLIP_FIGURES.items()]
    return "\n".join(("figures of --keep:", *figures, "", methods_help(words)))


def run(options: argparse.Namespace) -> int:
    """Run the batch and show what came of it; exit code 2 where a capture had to be set aside."""
    method, method_options = chosen_method(options)
    if options.address is not None and options.engine != "ray":
        raise OptionError("--address names a cluster of Ray's, expected --engine ray with it")

    from understudy.batch import Batch, run_batch
    from understudy.batch.job import Recipe
    from understudy.batch.keep import read_keep

    terminal = Terminal(options.json)
    keep = read_keep(options.keep)
    given = options.method if options.method.partition(":")[0].endswith(".py") else method.name
    batch = Batch(
        places=tuple(options.folder),
        robots=_names(options.robot),
        output=options.output,
        recipe=Recipe(
            given, asdict(method_options), stated_by(options), options.to, options.rate, options.smooth
        ),
        keep=keep,
        engine=options.engine,
        count=max(1, options.jobs or _cores()),
        address=options.address,
        pictures=max(0, options.pictures),
    )
    with terminal.progress("batch") as progress:
        result = run_batch(batch, terminal.say, progress)
    _show(terminal, result, keep, options.output)
    return _SOME_SET_ASIDE if any(record.sentence for record in result.records) else 0


def _names(text: str) -> tuple[str, ...]:
    """Return names separated by commas, each once."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise OptionError("--robot: found no name, expected robots separated by commas, such as g1,nao")
    return names


def _cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _show(terminal: Terminal, result: BatchResult, keep: Keep, output: str) -> None:
    from understudy.batch.table import verdict

    verdicts = [verdict(record, keep) for record in result.records]
    counts = {name: verdicts.count(name) for name in dict.fromkeys(verdicts)}
    files = {kind: f"{output.rstrip('/')}/{name}" for kind, name in result.files.items()}
    aside = [record for record in result.records if record.sentence]
    found: dict[str, Any] = {
        "jobs": len(result.records),
        "made_now": result.made,
        "verdicts": counts,
        "set_aside": [
            {"capture": record.label, "robot": record.robot, "sentence": record.sentence} for record in aside
        ],
        "files": files,
    }
    terminal.give(found)
    rows = [
        (
            record.label,
            record.robot,
            verdict(record, keep),
            str(len(record.missed)),
            _figure(record.figures.get("p99")),
        )
        for record in result.records[:_SHOWN]
    ]
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    title = f"{len(result.records)} jobs, {result.made} of them done now: {told}"
    terminal.table(("best", "robot", "verdict", "targets missed", "p99"), rows, title=title)
    for record in aside[:_SHOWN]:
        terminal.warn(f"set aside on {record.robot}: {record.sentence}")
    if len(aside) > _SHOWN:
        terminal.warn(f"and {len(aside) - _SHOWN} more, see {files['set_aside']}")
    for kind, path in files.items():
        terminal.say(f"{kind}: {path}")


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}°"
