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
from understudy.studio.missing import missing_meshes

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
        uploaded: The folder of the files that were sent with the model, which are saved with its card; None
            where it lies in a folder of the user's.
        missing: Names of mesh files that the model names and that are not there.
    """

    model: Path
    robot: Robot
    inference: Inference
    roles: Roles
    by_hand: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    uploaded: Path | None = None
    missing: tuple[str, ...] = ()

    @classmethod
    def of_model(cls, path: Path, uploaded: Path | None = None, say: Say | None = None) -> Desk:
        """Onboard a bare model; it is compiled in a process of its own, as every stranger's is.

        Args:
            path: A URDF or MJCF.
            uploaded: The folder of all files that were sent with it.
            say: Told in a sentence what is being done.

        Raises:
            RobotError: One sentence that says why it is no humanoid, or cannot be read.
        """
        found = onboard(path, say=say)
        robot = Robot.from_card(found.card)
        missing = missing_meshes(path)
        return cls(path, robot, found.inference, find_roles(robot), (), found.notes, uploaded, missing)

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
        """Write the card into a folder of the robot's name, and return the card's path.

        A model of the user's stays where it is, and the card says where; one that was uploaded is saved
        beside the card with its meshes.
        """
        own = folder / self.card.name
        card = self.card
        try:
            own.mkdir(parents=True, exist_ok=True)
            if self.uploaded is not None:
                for source in (path for path in sorted(self.uploaded.rglob("*")) if path.is_file()):
                    target = own / source.relative_to(self.uploaded)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(source, target)
                place = self.model.relative_to(self.uploaded).as_posix()
                card = replace(card, folder=own, model_file=place)
        except OSError as error:
            raise OutputError(f"cannot write to {own}: {error.strerror or error}") from error
        return write_card(own / "card.toml", card, self._remarks())

    def _remarks(self) -> dict[str, str]:
        told = {name: self.sureness(name) for name in self.card.landmarks}
        return {name: f"{sure:.2f}: {why}" for name, (sure, why) in told.items()}
