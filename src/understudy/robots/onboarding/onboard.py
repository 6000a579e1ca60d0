"""Onboarding: from the file of a bare model to a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.card import Card, Vector
from understudy.robots.card_values import is_file_name
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_file import read_model_file
from understudy.robots.models.base import FIXED, FREE
from understudy.robots.models.joints import matching_joints
from understudy.robots.onboarding.inference import Inference, Say, infer
from understudy.robots.onboarding.reduction import lock_card, without_legs

_UNNAMED = "robot"
"""Name of a robot whose file's name cannot be part of others."""

SOURCE = "Onboarded by itself from the model: every line is a guess that a human may change."

STEPS = 4
"""How often onboarding says what it is doing."""


@dataclass(frozen=True, eq=False)
class Onboarding:
    """A card that was found out.

    Attributes:
        card: The card, ready to be used or written.
        inference: Every guess with its reason.
        notes: What was changed or left out while reading the model, in sentences.
    """

    card: Card
    inference: Inference
    notes: tuple[str, ...] = ()


def onboard(
    path: str | Path,
    *,
    base: str | None = None,
    lock: Sequence[str] = (),
    upper_body: bool = False,
    say: Say | None = None,
    is_ours: bool = False,
) -> Onboarding:
    """Find out what the parts of a model mean.

    Args:
        path: A URDF or MJCF file of a humanoid.
        base: ``"free"`` or ``"fixed"``; None decides by whether it stands on legs.
        lock: Names of joints, with ``*`` and ``?``, that are fixed where they stand at home.
        upper_body: Whether the pelvis is fixed and the legs are locked.
        say: Told in a sentence what is being done.
        is_ours: Whether this process has written the file, so that nobody need fear it.

    Raises:
        RobotError: The file cannot be read, or holds no humanoid; one sentence says why.
    """
    path = Path(path)
    loaded, inference = _load(path, base, say, is_ours)
    card = card_from(inference, loaded, path)
    if upper_body:
        card = without_legs(card, loaded.model, inference.leg_joints)
    if lock:
        card = lock_card(card, loaded.model, lock)
    if card.lock:
        locked = len(matching_joints(inference.joints, card.lock))
        card = replace(card, title=f"{card.name} ({len(inference.joints) - locked} joints, onboarded)")
    return Onboarding(card, inference, loaded.notes)


def _load(path: Path, base: str | None, say: Say | None, is_ours: bool) -> tuple[LoadedModel, Inference]:
    """Read a model and find out what its parts mean; what has legs stands free whatever it is rooted in."""
    if say is not None:
        say(f"reading {path.name}")
    loaded = read_model_file(path, base, is_ours)
    try:
        inference = infer(loaded.model, say)
        if base is None and loaded.base == FIXED and inference.soles and not _is_mounted(loaded.model):
            # What was found out is told by names, which a free joint does not change.
            loaded = read_model_file(path, FREE, is_ours)
    except RobotError as error:
        raise RobotError(f"{path}: {error}") from error
    return loaded, inference


def _is_mounted(model: mujoco.MjModel) -> bool:
    """Whether joints tie the first body to the world, such as a rail, so that it cannot be set free."""
    return bool(model.nbody > 1 and model.body_jntnum[1])


def card_from(inference: Inference, loaded: LoadedModel, path: Path) -> Card:
    """Return the card that says what was found out about a loaded model."""
    stem = path.stem if path.stem not in ("model", "robot", "scene") else path.resolve().parent.name
    name = stem if is_file_name(stem) else _UNNAMED
    return Card(
        name=name,
        title=f"{name} ({len(inference.joints)} joints, onboarded)",
        source=SOURCE,
        folder=path.resolve().parent,
        model_file=path.name,
        base=loaded.base,
        forward=_rounded(inference.axes.forward_w),
        up=_rounded(inference.axes.up_w),
        home=inference.home,
        landmarks=inference.specs,
        frames=inference.frames,
        soles=inference.soles,
        # A written card sums speeds up in a rule, which would speak for joints of which nothing is stated.
        velocity=loaded.velocity if set(inference.joints) <= set(loaded.velocity) else {},
        doubts=inference.doubts,
    )


def _rounded(direction: np.ndarray) -> Vector:
    x, y, z = (round(float(value), 6) + 0.0 for value in direction)
    return x, y, z
