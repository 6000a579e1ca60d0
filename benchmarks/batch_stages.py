"""Where the processor time of a warm job of a batch goes: by stage and format, and how much of it in kernels.

``python benchmarks/batch.py kernels`` prints it. Every job is done several times and its fastest run counts,
since other work on the machine makes runs slower and never faster.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

STAGES = {
    "read": ("takes", "read_capture"),
    "clean": ("takes", "clean"),
    "landmarks": ("takes", "human_from_recording"),
    "solve": ("pipeline", "retarget"),
    "evaluate": ("pipeline", "evaluate"),
    "describe": ("batch.run_job", "_described"),
}
"""Stage → the module that calls its function, and the name under which it does."""

REST, WHOLE = "write and rest", "whole job"


class Clock:
    """Processor time [s] of all threads, and what of it was spent in kernels, by stage."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.spent: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.in_kernels = 0.0

    @contextlib.contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        """Count what happens meanwhile for a stage."""
        start, kernels = time.process_time(), self.in_kernels
        try:
            yield
        finally:
            self.spent[stage][0] += time.process_time() - start
            self.spent[stage][1] += self.in_kernels - kernels


@contextlib.contextmanager
def kernels_counted(clock: Clock) -> Iterator[None]:
    """Add the time of every kernel that runs meanwhile to a clock."""
    from understudy.kernels.compilation import Kernel

    plain = Kernel.__call__

    def counted(self: Kernel, *arguments: Any) -> Any:
        start = time.thread_time()
        try:
            return plain(self, *arguments)
        finally:
            clock.in_kernels += time.thread_time() - start

    Kernel.__call__ = counted
    try:
        yield
    finally:
        Kernel.__call__ = plain


@contextlib.contextmanager
def stages_counted(clock: Clock) -> Iterator[None]:
    """Time the stages of every job that runs meanwhile."""
    from importlib import import_module

    plain: list[tuple[Any, str, Callable[..., Any]]] = []
    for stage, (module_name, name) in STAGES.items():
        module = import_module(f"understudy.{module_name}")
        plain.append((module, name, getattr(module, name)))
        setattr(module, name, _timed(clock, stage, getattr(module, name)))
    try:
        yield
    finally:
        for module, name, function in plain:
            setattr(module, name, function)


def _timed(clock: Clock, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def timed(*arguments: Any, **named: Any) -> Any:
        with clock.timing(stage):
            return function(*arguments, **named)

    return timed


def measure(jobs: Sequence[Any], formats: Sequence[str], repeats: int) -> dict[str, dict[str, list[float]]]:
    """Return format → stage → mean time [s] of a job, and of it in kernels; jobs must be warm.

    Args:
        jobs: Jobs of a batch whose captures are numbered, each of the format that its number stands for.
        formats: The formats, in turn.
        repeats: How often each job is done, of which the fastest time counts.
    """
    found: dict[str, dict[str, list[float]]] = {}
    counts: dict[str, int] = defaultdict(int)
    for job in jobs:
        best = min((_stages_of(job) for _ in range(repeats)), key=lambda spent: spent[WHOLE][0])
        if best["solve"][0] == 0.0:
            continue
        format_name = formats[int(Path(job.input.label).stem) % len(formats)]
        total = found.setdefault(format_name, defaultdict(lambda: [0.0, 0.0]))
        counts[format_name] += 1
        for stage, (spent, kernels) in best.items():
            total[stage][0] += spent
            total[stage][1] += kernels
    for format_name, stages in found.items():
        for times in stages.values():
            times[:] = [each / counts[format_name] for each in times]
    return found


def _stages_of(job: Any) -> dict[str, list[float]]:
    from understudy.batch.run_job import read_input, run_job

    clock = Clock()
    read_input.cache_clear()
    with kernels_counted(clock), stages_counted(clock), clock.timing(WHOLE):
        run_job(job)
    spent = {stage: clock.spent[stage] for stage in (*STAGES, WHOLE)}
    rest = [spent[WHOLE][kind] - sum(spent[stage][kind] for stage in STAGES) for kind in (0, 1)]
    return spent | {REST: rest}


def table(found: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """Return times [ms] of formats by stage in Markdown, those in kernels behind a stroke."""
    stages = (*STAGES, REST, WHOLE)
    mean = {
        stage: [sum(each[stage][kind] for each in found.values()) / len(found) for kind in (0, 1)]
        for stage in stages
    }
    lines = [f"| format | {' | '.join(stages)} | in kernels |", "| --- |" + " ---: |" * (len(stages) + 1)]
    for name, times in (*found.items(), ("**mean**", mean)):
        cells = [f"{1e3 * times[stage][0]:.0f} / {1e3 * times[stage][1]:.0f}" for stage in stages]
        share = times[WHOLE][1] / times[WHOLE][0]
        lines.append(f"| {name} | {' | '.join(cells)} | {share:.0%} |".replace(" / 0 ", " "))
    return "\n".join(lines)
