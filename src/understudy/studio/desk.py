"""A robot's onboarding without a browser: what was inferred, what is put right, check and card."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from understudy.errors import OutputError, RobotError, unknown_name
from understudy.motion.landmarks import LANDMARKS
from understudy.robots import Robot
from understudy.robots.card import Card, LandmarkSpec
from understudy.robots.card_writer import card_text, write_card
from understudy.robots.checking import Check, check_robot
from understudy.robots.onboarding.inference import Inference, Say
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.roles import Roles, find_roles

BY_HAND = "put there by hand"


@dataclass(frozen=True, eq=False)
class Desk:
    """A robot on its way to a card.

    Attributes:
        model: The file of the bare model.
        robot: The robot as its card has it now.
        inference: What was inferred about it.
        roles: Which part each body and joint plays.
        by_hand: Landmarks that somebody put right.
        notes: What was changed or left out while the model was read.
    """

    model: Path
    robot: Robot
    inference: Inference
    roles: Roles
    by_hand: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def of_model(cls, path: Path, say: Say | None = None) -> Desk:
        """Onboard a bare model; it is compiled in a process of its own, as every stranger's is.

        Raises:
            RobotError: One sentence that says why it is no humanoid, or cannot be read.
        """
        found = onboard(path, say=say)
        robot = Robot.from_card(found.card)
        return cls(path, robot, found.inference, find_roles(robot), (), found.notes)

    @property
    def card(self) -> Card:
        """The card as it is now."""
        return self.robot.card

    @property
    def landmark_places(self) -> dict[str, np.ndarray]:
        """Landmark → where it is (3,) [m] in the home pose."""
        data = home_data(self.robot.model, self.robot.home)
        return {name: point_in_world(data, own) for name, own in self.robot.landmarks.items()}

    @property
    def unclaimed(self) -> tuple[str, ...]:
        """Joints that play no part."""
        return self.roles.idle

    def sureness(self, landmark: str) -> tuple[float, str]:
        """Return how sure a landmark is, from 0 to 1, and why."""
        if landmark in self.by_hand:
            return 1.0, BY_HAND
        guess = self.inference.landmarks.get(landmark)
        return (0.0, "not found") if guess is None else (guess.confidence, guess.reason)

    def with_landmark(self, name: str, body: int, point: np.ndarray) -> Desk:
        """Return the desk with a landmark at a point (3,) [m] in a body's frame.

        Raises:
            RobotError: For an unknown landmark, or a point that is none.
        """
        if name not in LANDMARKS:
            raise RobotError(unknown_name("landmark", name, LANDMARKS))
        if not 0 < body < self.robot.model.nbody or np.shape(point) != (3,) or not np.isfinite(point).all():
            raise RobotError(f"landmark '{name}' was put nowhere, expected a point on the robot")
        x, y, z = (round(float(part), 5) for part in point)
        spec = LandmarkSpec(body=self.robot.model.body(body).name, point=(x, y, z))
        card = replace(self.card, landmarks=dict(self.card.landmarks) | {name: spec})
        robot = Robot.from_card(card)
        by_hand = tuple(dict.fromkeys((*self.by_hand, name)))
        return replace(self, robot=robot, roles=find_roles(robot), by_hand=by_hand)

    def checks(self) -> tuple[Check, ...]:
        """Return what there is to say about the card."""
        return tuple(check_robot(self.robot))

    def text(self) -> str:
        """Return the card's text, for a folder that holds the model too."""
        return card_text(replace(self.card, folder=self.model.parent), self.model.parent, self._remarks())

    def save(self, folder: Path) -> Path:
        """Write the card, and the model beside it where it is not there yet, and return the card's path."""
        own = folder / self.card.name
        try:
            own.mkdir(parents=True, exist_ok=True)
            model = own / self.model.name
            if model.resolve() != self.model.resolve():
                shutil.copyfile(self.model, model)
        except OSError as error:
            raise OutputError(f"cannot write to {own}: {error.strerror or error}") from error
        card = replace(self.card, folder=own, model_file=self.model.name)
        return write_card(own / "card.toml", card, self._remarks())

    def _remarks(self) -> dict[str, str]:
        told = {name: self.sureness(name) for name in self.card.landmarks}
        return {name: f"{sure:.2f}: {why}" for name, (sure, why) in told.items()}
