"""``understudy study``: a published study, redone end to end."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from understudy.commands.counting import count
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from understudy.study.composition.findings import Findings as CompositionFindings
    from understudy.study.morphing.findings import Findings as MorphingFindings
    from understudy.study.progress import Usage
    from understudy.study.report import Findings
    from understudy.study.result import StudyResult
    from understudy.study.table import Table
    from understudy.study.therapy.findings import Findings as TherapyFindings

Study = TypeVar("Study")
Result = TypeVar("Result")

_SOME_FAILED = 2
_JOBS = 2
_SPECIAL = {
    "full": False,
    "methods": None,
    "seed": None,
    "simulate": None,
    "participants": None,
    "moves": None,
}
"""Options that not every study has, and what they are where nobody asked for them."""

_HAS = {
    "infant": ("full", "methods", "seed", "simulate"),
    "morphing": (),
    "therapy": ("seed", "participants", "moves"),
    "composition": ("seed",),
}
"""Study → which of them it has."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "study",
        choices=tuple(_HAS),
        help="which study: infants' motion on baby robots; human, morphing and robot as one problem; moves "
        "shown for therapy; motions composed of behaviours",
    )
    parser.add_argument(
        "data", nargs="*", metavar="CAPTURE", help="study these captures, or those in these folders"
    )
    parser.add_argument("-o", "--output", metavar="DIR", help="where results go (./STUDY-study)")
    parser.add_argument(
        "--data", dest="folder", metavar="FOLDER", help="the same as one CAPTURE: a folder of captures"
    )
    parser.add_argument(
        "--robots",
        metavar="NAMES",
        help="robots, separated by commas (infant: dummy,icub,mimo,fetus; of others one: hrp4, qtrobot, nao)",
    )
    parser.add_argument("--jobs", type=count, default=_JOBS, help=f"processes at once ({_JOBS})")
    parser.add_argument(
        "--full", action="store_true", help="infant: make up as many frames as the thesis had, not a few"
    )
    parser.add_argument(
        "--methods", metavar="NAMES", help="infant: methods, separated by commas (thesis,geometric,track)"
    )
    parser.add_argument("--seed", type=int, help="seed of made-up people (0)")
    parser.add_argument(
        "--simulate",
        type=float,
        metavar="SECONDS",
        help="infant: how much of each recording is performed in simulation (60; 0: nothing)",
    )
    parser.add_argument("--participants", type=int, metavar="N", help="therapy: people who are made up (20)")
    parser.add_argument("--moves", metavar="NAMES", help="therapy: moves, separated by commas (all twelve)")


def run(options: argparse.Namespace) -> int:
    """Run a study and show its figures; exit code 2 where a recording had to be left out."""
    given = [*options.data, *([options.folder] if options.folder else [])]
    _require_own(options)
    studies = {"infant": _infant, "morphing": _morphing, "therapy": _therapy, "composition": _composition}
    return studies[options.study](options, [Path(place) for place in given])


def _require_own(options: argparse.Namespace) -> None:
    """Refuse options that are another study's.

    Raises:
        OptionError: Naming the option, and those that there are.
    """
    own = _HAS[options.study]
    for name, nothing in _SPECIAL.items():
        if name not in own and getattr(options, name) != nothing:
            valid = ", ".join(f"--{each}" for each in (*own, "robots", "jobs"))
            raise OptionError(f"study {options.study} has no option --{name}, expected none but {valid}")


def _infant(options: argparse.Namespace, given: list[Path]) -> int:
    from understudy.study import InfantStudy, run_infant_study

    if len(given) > 1:
        raise OptionError(f"study infant: {len(given)} places of captures, expected one folder or file")
    study = InfantStudy(
        folder=Path(options.output or "infant-study"),
        full=options.full,
        data=given[0] if given else None,
        seed=options.seed or 0,
        jobs=_jobs(options),
    )
    if options.robots is not None:
        study = replace(study, robots=_names(options.robots))
    if options.methods is not None:
        study = replace(study, methods=_names(options.methods))
    if options.simulate is not None:
        study = replace(study, simulated=options.simulate)
    result = _conducted(options, study, run_infant_study, _show_infant)
    return _SOME_FAILED if result.findings.failures else 0


def _morphing(options: argparse.Namespace, given: list[Path]) -> int:
    from understudy.study.morphing import MorphingStudy, run_morphing_study

    study = MorphingStudy(Path(options.output or "morphing-study"), tuple(given), jobs=_jobs(options))
    if options.robots is not None:
        study = replace(study, robot=_one_robot(options))
    result = _conducted(options, study, run_morphing_study, _show_morphing)
    return _SOME_FAILED if result.findings.failures else 0


def _therapy(options: argparse.Namespace, given: list[Path]) -> int:
    from understudy.study.therapy import TherapyStudy, run_therapy_study

    study = TherapyStudy(
        Path(options.output or "therapy-study"), tuple(given), seed=options.seed or 0, jobs=_jobs(options)
    )
    if options.robots is not None:
        study = replace(study, robot=_one_robot(options))
    if options.participants is not None:
        study = replace(study, participants=options.participants)
    if options.moves is not None:
        study = replace(study, moves=_names(options.moves))
    result = _conducted(options, study, run_therapy_study, _show_therapy)
    return _SOME_FAILED if result.findings.failures else 0


def _composition(options: argparse.Namespace, given: list[Path]) -> int:
    from understudy.study.composition import CompositionStudy, run_composition_study

    if len(given) > 1:
        raise OptionError(f"study composition: {len(given)} captures, expected one at most")
    study = CompositionStudy(
        Path(options.output or "composition-study"), given[0] if given else None, seed=options.seed or 0
    )
    if options.robots is not None:
        study = replace(study, robot=_one_robot(options))
    _conducted(options, study, run_composition_study, _show_composition)
    return 0


def _conducted(
    options: argparse.Namespace,
    study: Study,
    run_study: Callable[[Study, Callable[[str], None], Callable[[int, int], None]], Result],
    show: Callable[[Terminal, Result], None],
) -> Result:
    """Run a study with its progress seen, show what came of it, and return that."""
    terminal = Terminal(options.json)
    with terminal.progress(f"{options.study} study") as progress:
        result = run_study(study, terminal.say, progress)
    show(terminal, result)
    return result


def _one_robot(options: argparse.Namespace) -> str:
    names = _names(options.robots)
    if len(names) != 1:
        raise OptionError(f"study {options.study}: robots '{options.robots}', expected one robot")
    return names[0]


def _names(text: str) -> tuple[str, ...]:
    """Return names separated by commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def _jobs(options: argparse.Namespace) -> int:
    return max(1, min(options.jobs, os.cpu_count() or 1))


def _show_infant(terminal: Terminal, result: StudyResult[Findings]) -> None:
    from understudy.study.report import all_tables, losses_told

    findings = result.findings
    summary = all_tables(findings)[0]
    terminal.give(_infant_as_json(result))
    headings = [heading for heading in summary.headings]
    over = [text for text, count in summary.groups for _ in range(count)]
    titles = [f"{group}\n{heading}".strip() for group, heading in zip(over, headings, strict=True)]
    terminal.table(titles, summary.rows, title=f"{summary.caption}, {findings.frames:,} frames")
    if told := losses_told(findings):
        terminal.title(told)
    _show_rest(terminal, result)


def _show_morphing(terminal: Terminal, result: StudyResult[MorphingFindings]) -> None:
    from understudy.study.morphing.tables import errors_table, limits_table

    findings = result.findings
    terminal.give(_morphing_as_json(result))
    _show_tables(terminal, (errors_table(findings.takes), limits_table(findings.takes)))
    _show_rest(terminal, result)


def _show_therapy(terminal: Terminal, result: StudyResult[TherapyFindings]) -> None:
    from understudy.study.therapy.tables import moves_table

    found = result.findings
    terminal.give(
        {
            "takes": len(found.outcomes),
            "mean_error_after_first_second_deg": round(found.mean_error, 4),
            "worst_frame_after_first_second_deg": round(float(found.settled.max()), 4),
            **_rest_as_json(result),
        }
    )
    _show_tables(terminal, (moves_table(found),))
    terminal.title(f"after the first second joints are {found.mean_error:.2f}° off in the mean")
    _show_rest(terminal, result)


def _show_composition(terminal: Terminal, result: StudyResult[CompositionFindings]) -> None:
    from understudy.study.composition.tables import ways_table, weights_table

    found = result.findings
    terminal.give(
        {
            "table_2": {
                f"{each.frequency:g}": [float(value) for value in each.weights] for each in found.sines
            },
            "table_2_agrees": all(each.agrees for each in found.sines),
            "residual_shares": {way: each.residual_share for way, each in found.arms.compositions.items()},
            **_rest_as_json(result),
        }
    )
    _show_tables(terminal, (weights_table(found), ways_table(found)))
    _show_rest(terminal, result)


def _show_tables(terminal: Terminal, tables: Sequence[Table]) -> None:
    for table in tables:
        over = [text for text, count in table.groups for _ in range(count)] or [""] * len(table.headings)
        titles = [f"{group}\n{heading}".strip() for group, heading in zip(over, table.headings, strict=True)]
        terminal.table(titles, table.rows, title=table.caption)


def _show_rest(terminal: Terminal, result: StudyResult[Any]) -> None:
    """Show what was left out, what it took, and where results are."""
    for failure in result.findings.failures:
        terminal.title(f"left out: {failure}")
    terminal.say(_usage_sentence(result.usage))
    terminal.say(f"report: {result.report}")
    terminal.say(f"tables: {result.tables}")


def _usage_sentence(usage: Usage) -> str:
    cpu = "" if usage.cpu_seconds is None else f", {usage.cpu_seconds:.1f} s of processor time"
    memory = "" if usage.peak_bytes is None else f", at most {usage.peak_bytes / 2**30:.2f} GiB of memory"
    return f"took {usage.seconds:.1f} s{cpu}{memory}"


def _infant_as_json(result: StudyResult[Findings]) -> dict[str, Any]:
    import math

    findings = result.findings
    return {
        "frames": findings.frames,
        "recordings": [vars(recording) for recording in findings.recordings],
        "medians_deg": {
            f"{robot}/{method}/{limits}": {
                vector: None if math.isnan(error.median) else round(math.degrees(error.median), 4)
                for vector, error in errors.items()
            }
            for (robot, method), total in findings.totals.items()
            for limits, errors in total.errors.items()
        },
        **_rest_as_json(result),
    }


def _morphing_as_json(result: StudyResult[MorphingFindings]) -> dict[str, Any]:
    from dataclasses import asdict

    findings = result.findings
    return {
        "robot": findings.robot,
        "captures": {
            take.name: {
                "frames": take.human.frame_count,
                "ways": {
                    way: {
                        "mean_error_m": take.person(way).mean_error,
                        "checks": asdict(take.checks[way]),
                        "lengths_m": dict(take.person(way).lengths),
                        "morphing_m": dict(take.person(way).morphing),
                    }
                    for way in take.motions
                },
            }
            for take in findings.takes
        },
        **_rest_as_json(result),
    }


def _rest_as_json(result: StudyResult[Any]) -> dict[str, Any]:
    return {
        "failures": list(result.findings.failures),
        "usage": vars(result.usage),
        "report": str(result.report),
        "tables": str(result.tables),
    }
