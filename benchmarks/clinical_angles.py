"""How near the joint angles of ``understudy fit`` come to the true ones of synthetic runners.

    python benchmarks/clinical_angles.py [--json] [--people N]

Runners of several sizes, proportions and speeds wear markers on bony points and clusters on thighs and shins.
Markers sit beside the places that were meant, skin slides and wobbles, inner markers are worn in the static
trial only. Angles are compared in OpenSim's coordinates: the root mean square error over all frames and both
legs, its constant part (offset) and what is left. The runners from ``TUNED`` on were not looked at while the
fit was made.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.sizes import Sizes, adult_sizes
from understudy.commands.terminal import Terminal
from understudy.export.person.opensim import opensim_angles, opensim_skeleton
from understudy.human import fit_human
from understudy.human.clinical.angles import in_skeleton, leg_angles
from understudy.motion import HumanMotion, Recording, Subject
from understudy.synth import SyntheticMotion
from understudy.synth.body.cluster_markers import BONY_MARKERS, MARKER_PLACES, ONLY_STATIC, cluster_markers
from understudy.synth.body.skeleton import SIDES, Body, build_body
from understudy.synth.motions.run import make_run, make_still
from understudy.synth.skin import Skin, marked_skin

FPS = 120.0
SECONDS = 3.0
TUNED = 4
COORDINATES = ("hip_flexion", "hip_adduction", "hip_rotation", "knee_angle", "ankle_angle")


@dataclass(frozen=True)
class Runner:
    """A person who runs: height [m], speed [m/s], factors on lengths, and how markers sit."""

    height: float
    speed: float
    proportions: dict[str, float]
    skin: Skin

    @property
    def body(self) -> Body:
        """The runner's body."""
        sizes = adult_sizes(self.height)
        changed = {name: factor * getattr(sizes, name) for name, factor in self.proportions.items()}
        return build_body(Sizes(**{**vars(sizes), **changed}))


def runners() -> tuple[Runner, ...]:
    """Return all runners; the same ones every time."""
    figures = (
        (1.75, 4.0, {}),
        (1.62, 3.0, {"thigh": 0.96, "shin": 1.04, "hip_width": 1.08}),
        (1.88, 5.0, {"thigh": 1.03, "shin": 0.97, "hip_width": 0.94, "ball_forward": 1.05}),
        (1.70, 2.5, {"thigh": 1.02, "ankle_height": 1.08, "thorax": 0.97}),
        (1.82, 3.5, {"thigh": 0.98, "shin": 1.02, "hip_width": 1.04, "ball_forward": 0.96}),
        (1.58, 4.0, {"thigh": 1.04, "shin": 0.98, "thorax": 1.03, "ankle_height": 0.95}),
        (1.93, 5.5, {"hip_width": 1.06, "shin": 1.03}),
        (1.67, 3.0, {"thigh": 0.97, "hip_width": 0.95, "heel_back": 1.06}),
    )
    return tuple(
        Runner(height, speed, dict(proportions), Skin(seed=40 + number))
        for number, (height, speed, proportions) in enumerate(figures)
    )


def trials(runner: Runner) -> tuple[SyntheticMotion, Recording, Recording]:
    """Return the true run, what cameras see of it, and the static trial."""
    body = runner.body
    run, still = make_run(body, SECONDS, FPS, runner.speed), make_still(body, 1.0, FPS)
    return run, _recorded(run, runner.skin, ONLY_STATIC), _recorded(still, runner.skin, ())


def _recorded(motion: SyntheticMotion, skin: Skin, left_off: tuple[str, ...]) -> Recording:
    places = cluster_markers(motion.body)
    points = marked_skin(motion, places, skin, BONY_MARKERS)
    kept = [column for column, name in enumerate(places) if name not in left_off]
    names = tuple(np.array(list(places))[kept].tolist())
    return Recording(
        names=names,
        points=points[:, kept],
        fps=motion.fps,
        marker_places={place: (label,) for place, label in MARKER_PLACES.items() if label in names},
        subject=Subject(height=motion.body.subject.height),
        dialect="C3D (Rajagopal)",
    )


def true_angles(motion: SyntheticMotion) -> dict[str, np.ndarray]:
    """Return coordinate → (T,) [rad] of the true legs."""
    skeleton = opensim_skeleton("rajagopal")
    turns, found = motion.joint_orientations, {}
    for side, prefix, _ in SIDES:
        big = side.upper()
        joints = {"root": "Hips", f"{big}H": f"{prefix}UpLeg", f"{big}K": f"{prefix}Leg"}
        joints |= {f"{big}A": f"{prefix}Foot", f"{big}F": f"{prefix}ToeBase"}
        bodies = {name: in_skeleton(turns[:, motion.body.index(joint)]) for name, joint in joints.items()}
        found |= leg_angles(skeleton, bodies, side)
    return found


def errors(motion: SyntheticMotion, fitted: HumanMotion) -> dict[str, np.ndarray]:
    """Return coordinate without side → (2, T) [deg] errors of both legs."""
    truth, angles = true_angles(motion), opensim_angles(fitted)
    return {
        name: np.degrees([angles[f"{name}_{side}"] - truth[f"{name}_{side}"] for side in "lr"])
        for name in COORDINATES
    }


def judged(runner: Runner, with_static: bool) -> dict[str, tuple[float, float, float]]:
    """Return coordinate → root mean square, largest offset of a leg, and the rest without offsets [deg]."""
    run, seen, still = trials(runner)
    fitted = fit_human(seen, static=still if with_static else None)
    found = {}
    for name, off in errors(run, fitted).items():
        offset = off.mean(axis=1, keepdims=True)
        figures = (off**2).mean() ** 0.5, np.abs(offset).max(), ((off - offset) ** 2).mean() ** 0.5
        found[name] = tuple(float(figure) for figure in figures)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--people", type=int, default=len(runners()))
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    terminal = Terminal(options.json)
    found: dict[str, dict[str, list[tuple[float, float, float]]]] = {}
    for number, runner in list(enumerate(runners()))[options.first : options.first + options.people]:
        for with_static in (False, True):
            kind = f"{'with' if with_static else 'without'} static trial, "
            kind += "tuned on" if number < TUNED else "held out"
            figures = judged(runner, with_static)
            for name, each in figures.items():
                found.setdefault(kind, {}).setdefault(name, []).append(each)
            words = ", ".join(f"{name} {each[0]:.1f} ({each[1]:.1f})" for name, each in figures.items())
            terminal.say(f"runner {number + 1}, {kind}: {words}")
    summary = {
        kind: {name: _summary(each) for name, each in figures.items()} for kind, figures in found.items()
    }
    terminal.give(summary)
    rows = [
        (kind, name, *(f"{value:.1f}" for value in each.values()))
        for kind, figures in summary.items()
        for name, each in figures.items()
    ]
    terminal.table(("fit", "coordinate", "RMS °", "worst runner °", "mean offset °", "rest °"), rows)


def _summary(figures: list[tuple[float, float, float]]) -> dict[str, float]:
    table = np.array(figures)
    return {
        "rms": float((table[:, 0] ** 2).mean() ** 0.5),
        "worst": float(table[:, 0].max()),
        "offset": float(table[:, 1].mean()),
        "rest": float((table[:, 2] ** 2).mean() ** 0.5),
    }


if __name__ == "__main__":
    main()
