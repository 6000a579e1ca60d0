"""The skin: forces on taxels, and who touches whom."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import mujoco
import numpy as np

from understudy.motion.skin import Skin
from understudy.robots.body_part_names import body_part_names
from understudy.robots.robot import Robot
from understudy.simulate.plant import Plant
from understudy.simulate.senses.sense import Read, Sense, Sparse
from understudy.simulate.senses.skin.contacts import Contacts, find_contacts
from understudy.simulate.senses.skin.coverage import chosen_layout, covered_geoms
from understudy.simulate.senses.skin.feeling import BodyTaxels, shares
from understudy.simulate.senses.skin.icub_layout import switch_on_fingertips
from understudy.simulate.senses.skin.laying import lay_skin
from understudy.simulate.senses.skin.settings import OUTPUTS, SETTINGS, SkinSettings, parse_settings
from understudy.simulate.senses.skin.touching import Gatherer, surroundings

TOUCH, PLACE = "touch", "place"
"""Channels that say who touches whom, how hard, and where."""


class SkinReader:
    """Reads a state into forces on taxels."""

    def __init__(self, settings: SkinSettings, plant: Plant) -> None:
        """Lay the skin on the robot in its scene."""
        model, robot = plant.model, plant.robot
        self._settings, self._model = settings, model
        self._own = plant.own[model.geom_bodyid]
        things = surroundings(model, self._own)
        self.skin = lay_skin(robot, settings, tuple(dict.fromkeys(things.values())))
        names = body_part_names(robot)
        for body, name in names.items():
            there = model.body(robot.model.body(body).name)
            first = int(there.geomadr[0])
            things |= {geom: name for geom in range(first, first + int(there.geomnum[0]))}
        self._gatherer = Gatherer(model, self.skin, things)
        self._taxels = _taxels_of_geoms(self.skin, plant, settings)

    def __call__(self, data: mujoco.MjData) -> Mapping[str, Sparse]:
        """Return what the skin tells of a state, channel by channel."""
        contacts = find_contacts(self._model, data, self._own)
        index, forces = self._felt(contacts, data)
        codes, pushes, places = self._gatherer.gather(contacts, data)
        pairs = self._gatherer.count**2
        told = {name: self._told(name, index, forces) for name in self._settings.output}
        return told | {TOUCH: Sparse(codes, pushes, pairs), PLACE: Sparse(codes, places, pairs)}

    def _told(self, output: str, index: np.ndarray, forces: np.ndarray) -> Sparse:
        size = self.skin.size
        if output == "force":
            return Sparse(index, forces, size)
        pressing = self.skin.pressing(index, forces)
        if output == "pressure":
            pressed = pressing > 0.0
            return Sparse(index[pressed], (pressing / self.skin.areas[index])[pressed], size)
        touched = pressing >= self._settings.threshold
        return Sparse(index[touched], np.ones(int(touched.sum()), dtype=np.uint8), size)

    def _felt(self, contacts: Contacts, data: mujoco.MjData) -> tuple[np.ndarray, np.ndarray]:
        """Return taxels (m,), rising, and the forces (m, 3) [N] on them in their bodies' frames."""
        numbers, forces = [np.zeros(0, dtype=np.int64)], [np.zeros((0, 3))]
        for row, geoms in enumerate(contacts.geoms):
            for geom, sign in ((geoms[0], -1.0), (geoms[1], 1.0)):
                taxels = self._taxels.get(int(geom))
                if taxels is None:
                    continue
                body = self._model.geom_bodyid[geom]
                turn = data.xmat[body].reshape(3, 3)
                force = sign * contacts.forces_w[row] @ turn
                point = (contacts.points_w[row] - data.xpos[body]) @ turn
                places, parts = shares(taxels, point, force, self.skin.reach)
                numbers.append(taxels.numbers[places])
                forces.append(parts[:, None] * force)
        index, total = np.concatenate(numbers), np.concatenate(forces)
        order = np.argsort(index, kind="stable")
        index, total = index[order], total[order]
        firsts = np.flatnonzero(np.diff(index, prepend=-1))
        # A taxel that several contacts press on takes the sum.
        return index[firsts], np.add.reduceat(total, firsts, axis=0) if len(firsts) else total


def _taxels_of_geoms(skin: Skin, plant: Plant, settings: SkinSettings) -> dict[int, BodyTaxels]:
    """Return geom of the simulated model → the taxels of its body, for each geom that is covered."""
    model, robot = plant.model, plant.robot
    found = {}
    for number, name in enumerate(skin.bodies):
        own = np.flatnonzero(skin.body == number)
        taxels = BodyTaxels(own, skin.points[own], skin.normals[own])
        # Geoms come in the same order on a body in both models, whatever else is in the scene.
        there, here = int(model.body(name).geomadr[0]), int(robot.model.body(name).geomadr[0])
        for geom in covered_geoms(robot, settings, robot.model.body(name).id):
            found[geom - here + there] = taxels
    return found


def _bind(plant: Plant, settings: SkinSettings) -> Read:
    return SkinReader(settings, plant)


def _add(spec: mujoco.MjSpec, robot: Robot, settings: SkinSettings) -> None:
    if chosen_layout(robot, settings) == "icub":
        switch_on_fingertips(spec)


def _labels(read: Read) -> Mapping[str, np.ndarray]:
    assert isinstance(read, SkinReader)
    return read.skin.arrays()


def skin_sense(settings: SkinSettings) -> Sense:
    """Return the sense with its settings."""
    return Sense(
        name="skin",
        aliases=("touch", "tactile"),
        summary="forces on taxels all over the body, and who touches whom",
        units={name: OUTPUTS[name] for name in settings.output} | {TOUCH: "N", PLACE: "m"},
        bind=partial(_bind, settings=settings),
        add=partial(_add, settings=settings),
        settings=SETTINGS,
        configure=lambda stated: skin_sense(parse_settings(stated)),
        exact=frozenset((TOUCH, PLACE)),
        labels=_labels,
    )


SKIN = skin_sense(SkinSettings())
"""A taxel's force is in the frame of its body, against its normal where it presses; others tell nothing."""
