"""Robots in one moment of the study with eyes open and skin on (Fiala, Figs. 5.4, 5.6, 5.7, 5.9 and 5.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from understudy.errors import RobotError
from understudy.evaluate.touch_events import strongest_frame
from understudy.motion import HumanMotion, Provenance, Rollout, SparseReadings
from understudy.motion.archive import write_bytes
from understudy.robots import Robot, load_robot
from understudy.robots.body_part_names import body_part_names
from understudy.robots.eye_cameras import eye_cameras
from understudy.simulate import SimulationOptions, parse_senses, simulate
from understudy.simulate.senses.infant_vision import InfantVision
from understudy.study.methods import HELD, METHODS
from understudy.study.senses.sensed import SET
from understudy.study.senses.tables import AllSensed, part_words
from understudy.study.table import Table
from understudy.view import rendering_available
from understudy.view.show.strip import eye_strip, sensed_strip
from understudy.view.stills import encode_png

AGES = (0.0, 1.0, 3.0, 6.0, 12.0)
"""[months] at which one look is shown."""

_EYES = "eyes:size=320x240:rate=5:parts=true:gaze=toy"
_HAND = "hand"


@dataclass(frozen=True)
class Seen:
    """What a robot's eyes saw.

    Attributes:
        robot: Its name.
        fov: Vertical field of view [rad].
        own: Share of the pictures that its own body takes.
        hands: Share of pictures in which one of its hands is.
    """

    robot: str
    fov: float
    own: float
    hands: float


@dataclass(frozen=True, eq=False)
class SensedMoments:
    """Pictures of robots that see and feel.

    Attributes:
        strips: Caption → PNG file: infant, robot, both eyes and touch map.
        ages: Caption → PNG file: one look as infants of some ages see it.
        seen: What each robot saw.
        without: Sentences about robots that could not be shown.
        about: What is shown.
    """

    strips: dict[str, Path]
    ages: dict[str, Path]
    seen: tuple[Seen, ...]
    without: tuple[str, ...]
    about: str


def most_touched(sensed: AllSensed, length: int) -> tuple[str, int]:
    """Return the recording, and its frame from which on, robots touch themselves most in so many frames."""
    best = ("", 0, -1.0)
    for recording in next(iter(sensed.values())):
        all_of = [found[recording] for found in sensed.values() if recording in found]
        touching = np.zeros(max(each.wanted.shape[1] for each in all_of))
        for each in all_of:
            felt = each.felt[SET]
            for start, duration in zip(felt.start, felt.duration, strict=True):
                touching[round(start * each.fps) : round((start + duration) * each.fps)] += 1.0
        sums = np.convolve(touching, np.ones(min(length, len(touching))), mode="valid")
        if sums.max() > best[2]:
            best = (recording, int(sums.argmax()), float(sums.max()))
    return best[:2]


def save_moments(folder: Path, human: HumanMotion, robots: Sequence[str], method: str) -> SensedMoments:
    """Simulate a short motion on every robot and draw the moment of its strongest touch.

    Returns:
        Files; none where nothing can be drawn on this machine.
    """
    about = str(human.provenance.source)
    # A panel is too narrow for the name of a file.
    human = replace(human, provenance=Provenance(source="infant"))
    found = SensedMoments({}, {}, (), (), about)
    if rendering_available() is None:
        return found
    seen, without = [], []
    for name in robots:
        robot = load_robot(name)
        try:
            rollout = _simulated(human, robot, method)
        except RobotError as error:
            without.append(str(error))
            continue
        frame = strongest_frame(rollout)
        path = folder / f"senses_{Path(name).stem}.png"
        write_bytes(path, encode_png(sensed_strip(rollout, robot, human, frame)))
        found.strips[f"{robot.card.title}, frame {frame + 1}: {_felt(rollout)}"] = path
        seen.append(_seen(name, rollout, robot))
        if not found.ages:
            path = folder / "infant_vision.png"
            write_bytes(path, encode_png(_at_ages(rollout, robot, float(rollout.time[frame]))))
            found.ages[f"The left eye of {robot.card.title}, as a camera and as infants see it"] = path
    return SensedMoments(found.strips, found.ages, tuple(seen), tuple(without), about)


def vision_table(seen: Sequence[Seen]) -> Table:
    """Return what robots saw of themselves."""
    rows = [
        (each.robot, f"{np.degrees(each.fov):.0f}", f"{100.0 * each.own:.1f}", f"{100.0 * each.hands:.0f}")
        for each in seen
    ]
    headings = ("robot", "field of view [°]", "own body [% of the picture]", "a hand in view [% of pictures]")
    return Table("vision", "What robots see of themselves", (), headings, tuple(rows))


def _simulated(human: HumanMotion, robot: Robot, method: str) -> Rollout:
    motion = METHODS[method].perform(human, robot).motions[HELD]
    senses = parse_senses(f"skin,{_EYES}")
    return simulate(motion, robot, SimulationOptions(mode="kinematic", senses=senses, mobile=True, toys=True))


def _felt(rollout: Rollout) -> str:
    """Return who touches whom in the strongest touch of a robot by itself."""
    touch, skin = rollout.senses.get("skin/touch"), rollout.skin
    assert skin is not None
    if not isinstance(touch, SparseReadings) or not len(touch.index):
        return "nothing touches"
    first, second = np.divmod(touch.index, len(skin.things))
    own = (first < len(skin.parts)) & (second < len(skin.parts))
    if not own.any():
        return "it does not touch itself"
    best = int(np.where(own, touch.values[:, 0], -1.0).argmax())
    words = [part_words(skin.things[int(index[best])]) for index in (first, second)]
    return f"{words[0]} touches {words[1]}"


def _seen(name: str, rollout: Rollout, robot: Robot) -> Seen:
    own = {robot.model.body(body).name: part for body, part in body_part_names(robot).items()}
    shares, hands = [], []
    for side in eye_cameras(robot):
        parts = rollout.pictures[f"eyes/{side}_parts"]
        names = ("", *(own.get(label, "") for label in parts.kind.labels))
        is_own = np.array([bool(part) for part in names])
        is_hand = np.array([part.startswith(_HAND) for part in names])
        for picture in parts:
            shares.append(float(is_own[picture].mean()))
            hands.append(bool(is_hand[picture].any()))
    fov = next(iter(eye_cameras(robot).values())).fov
    return Seen(name, float(fov), float(np.mean(shares)), float(np.mean(hands)))


def _at_ages(rollout: Rollout, robot: Robot, time: float) -> np.ndarray:
    pictures = rollout.pictures["eyes/left"]
    picture, fov = pictures[pictures.seen_at(time)], eye_cameras(robot)["left"].fov
    size = (picture.shape[1], picture.shape[0])
    seen = {"camera": picture}
    seen |= {f"{age:g} months": InfantVision(age, size, fov).seen(picture) for age in AGES}
    return eye_strip(seen)
