"""Onboarding put to the test: ``python benchmarks/onboarding.py [--held-out] [--models N] [robots ...]``.

Every robot that is installed is rewritten in every way of ``synth.robots.variants``: with chest, head or a
foot as its root, names scrambled, signs flipped, shapes, arms or waist gone, a hinge more, 1/10 and 10 x its
size.
Humanoids and other robots are made up at random. ``synth.robots.marking`` says how results are counted.

While onboarding was tuned only the variants outside ``HELD_OUT`` and the seeds below 1000 were looked at;
``--held-out`` runs the others.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from understudy.errors import RobotError
from understudy.robots import Robot, load_robot, robot_names
from understudy.synth.robots.marking import Marks, mark_humanoid, mark_other, mark_variant
from understudy.synth.robots.random_humanoid import random_humanoid
from understudy.synth.robots.random_others import random_other
from understudy.synth.robots.variants import variants

HELD_OUT_SEED = 1000
SHARE_RIGHT, RECALL, REFUSED = 0.98, 0.97, 0.97
"""What has to be reached."""

say = sys.stdout.write


@dataclass
class Tally:
    """What was counted over many robots."""

    right: int = 0
    landmarks: int = 0
    robots: int = 0
    whole: int = 0
    swapped: int = 0
    silent: int = 0
    unwarned: int = 0
    failed: int = 0
    base: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, marks: Marks, spent: float) -> None:
        """Count one onboarding."""
        self.landmarks += len(marks.distances)
        self.right += len(marks.distances) - len(marks.wrong)
        self.robots += 1
        self.whole += not marks.plan_wrong
        self.swapped += len(marks.swapped)
        self.silent += marks.silent_loss
        self.base += not marks.base_right
        self.seconds.append(spent)

    def say(self, what: str) -> None:
        """Print the sums."""
        share, slowest = self.right / max(self.landmarks, 1), max(self.seconds, default=0.0)
        say(f"{what}: {self.right} of {self.landmarks} landmarks right = {share:.1%}, ")
        say(f"{self.swapped} swapped, {self.failed} tracebacks, {self.silent} silent losses, ")
        whole = self.whole / max(self.robots, 1)
        say(
            f"{self.base} wrong bases; all limb joints right on {self.whole} of {self.robots} = {whole:.1%}; "
        )
        say(f"slowest {slowest:.1f} CPU s\n")


def main() -> int:
    """Print what was wrong and the sums; exit with 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", help="names; all that are installed by default")
    parser.add_argument("--held-out", action="store_true", help="only what was not looked at while tuning")
    parser.add_argument("--models", type=int, default=120, help="how many random models of each kind")
    parser.add_argument("--skip-variants", action="store_true", help="random models only")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    first = HELD_OUT_SEED if options.held_out else 0
    known = Tally()
    if not options.skip_variants:
        known = _variants(options.robots, options.held_out)
    seeds = range(first, first + options.models)
    made_up = _humanoids(seeds)
    refused, reasons = _others(seeds)
    kind = "held out" if options.held_out else "seen while tuning"
    say(f"\n{kind}\n")
    known.say("variants")
    made_up.say("random humanoids")
    say(f"random others: {refused:.1%} refused, {reasons:.1%} for the right reason\n")
    sums = (known, made_up)
    good = options.skip_variants or known.right >= SHARE_RIGHT * known.landmarks
    good &= made_up.whole >= RECALL * made_up.robots and reasons >= REFUSED
    return 0 if good and not any(t.swapped or t.failed or t.silent for t in sums) else 1


def _variants(names: list[str], held_out: bool) -> Tally:
    tally = Tally()
    for robot in _robots(names):
        for variant in variants(robot):
            if variant.held_out != held_out:
                continue
            start = time.process_time()
            try:
                marks = mark_variant(robot, variant)
            except Exception:
                _tell_traceback(tally, f"{robot.name} {variant.name}", len(robot.landmarks))
                continue
            tally.add(marks, time.process_time() - start)
            _tell(f"{robot.name}, {variant.name}", marks)
    return tally


def _humanoids(seeds: range) -> Tally:
    tally = Tally()
    for seed in seeds:
        made_up = random_humanoid(seed)
        start = time.process_time()
        try:
            marks = mark_humanoid(made_up)
        except Exception:
            _tell_traceback(tally, f"humanoid {seed}", len(made_up.truth))
            continue
        tally.add(marks, time.process_time() - start)
        _tell(f"humanoid {seed} ({made_up.facts})", marks)
    return tally


def _others(seeds: range) -> tuple[float, float]:
    """Return the shares of other robots that are refused, and refused for the right reason."""
    refused = reasons = 0
    missed: Counter[str] = Counter()
    for seed in seeds:
        made_up = random_other(seed)
        try:
            is_refused, is_right, reason = mark_other(made_up)
        except Exception:
            say(f"other {seed} ({made_up.kind}): TRACEBACK\n{traceback.format_exc(limit=-2)}")
            continue
        refused += is_refused
        reasons += is_right
        if not is_right:
            missed[made_up.kind] += 1
            say(f"other {seed} ({made_up.kind}): {reason or 'taken for a humanoid'}\n")
    return refused / len(seeds), reasons / len(seeds)


def _tell(what: str, marks: Marks) -> None:
    """Print what was wrong about one robot."""
    if not (marks.wrong or marks.swapped or not marks.base_right):
        return
    faults = [f"{len(marks.distances) - len(marks.wrong)}/{len(marks.distances)} right"]
    faults += ["SWAPPED"] * bool(marks.swapped) + ["SILENT"] * marks.silent_loss
    faults += ["WRONG BASE"] * (not marks.base_right)
    faults.append(marks.refusal.split(": ", 1)[-1] or " ".join(marks.wrong))
    say(f"{what}: {', '.join(faults)}\n")
    sys.stdout.flush()


def _tell_traceback(tally: Tally, what: str, landmarks: int) -> None:
    tally.failed += 1
    tally.landmarks += landmarks
    tally.robots += 1
    say(f"{what}: TRACEBACK\n{traceback.format_exc(limit=-2)}")


def _robots(names: list[str]) -> Iterator[Robot]:
    """Yield the robots that are installed."""
    for name in names or robot_names():
        try:
            yield load_robot(name)
        except RobotError as error:
            sys.stderr.write(f"{name} is left out: {error}\n")


if __name__ == "__main__":
    sys.exit(main())
