"""From a card file (TOML) to a card, every key checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from understudy.anatomy.names import ANGLES
from understudy.errors import RobotError
from understudy.motion.landmarks import FRAMES, LANDMARKS, SIDES
from understudy.opening import read_toml
from understudy.quoting import shortened, shown_value
from understudy.robots.card import (
    BASES,
    EYES,
    RESTS,
    SOLE_CORNERS,
    AngleSpec,
    Card,
    EyeSpec,
    FingerSpec,
    GainSpec,
    LandmarkSpec,
    SkinSpec,
    SoleSpec,
)
from understudy.robots.card_values import CheckedValues, is_filled_list

FINEST_SKIN = 1e-4
"""Distance of taxels [m] under which a robot's skin would fill the memory."""

WIDEST_VIEW = 180.0
"""A picture on a plane sees less than this angle [deg]."""


def load_card(path: str | Path) -> Card:
    """Read a card file."""
    path = Path(path)
    try:
        data = read_toml(path)
    except (OSError, ValueError) as error:
        # TOML within TOML may be deeper than Python goes, and a number longer than it reads.
        reason = getattr(error, "strerror", None) or error
        raise RobotError(f"{path}: not a readable robot card ({reason})") from error
    return _CardReader(path).card(data)


class _CardReader(CheckedValues):
    """Reads a card's tables; each kind of entry has one method."""

    def card(self, data: dict[str, Any]) -> Card:
        tables = self._tables()
        self.known("top level", data, ("name", "title", "source", "model", "collision", *tables))
        model = self.table(data, "model")
        self.known("[model]", model, ("file", "package", "base", "rest", "forward", "up", "lock"))
        return Card(
            name=self.file_name("name", self.text(data, "name")),
            title=self.text(data, "title"),
            source=self.text(data, "source"),
            folder=self.path.resolve().parent,
            model_file=self.text(model, "file"),
            package=self.text(model, "package", ""),
            base=self.choice("model", model, "base", BASES),
            rest=self.choice("model", model, "rest", RESTS),
            forward=self.direction("[model] forward", model.get("forward", [*Card.forward])),
            up=self.direction("[model] up", model.get("up", [*Card.up])),
            lock=self._names("[model] lock", model.get("lock", [])),
            excluded=self._excluded(self.table(data, "collision")),
            doubts=(),
            **{key: self._entries(data, key, *how) for key, how in tables.items()},
        )

    def _tables(self) -> dict[str, tuple[tuple[str, ...] | None, Callable[[str, Any], Any]]]:
        """Return for each table of named entries its valid names (None: any) and the reader of an entry."""
        return {
            "home": (None, self.number),
            "landmarks": (LANDMARKS, self._landmark),
            "frames": (FRAMES, self.name),
            "soles": (SIDES, self._sole),
            "velocity": (None, self.positive),
            "acceleration": (None, self.positive),
            "gains": (None, self._gain),
            "eyes": (EYES, self._eye),
            "skin": (None, self._skin),
            "anatomical": (ANGLES, self._angle),
            "fingers": (None, self._finger),
        }

    def _entries(
        self, data: dict[str, Any], table: str, names: tuple[str, ...] | None, read: Callable[[str, Any], Any]
    ) -> dict[str, Any]:
        entries = self.table(data, table)
        self.few(f"[{table}]", entries)
        for name in entries:
            self.name(f"[{table}]", name)
        if names is not None:
            self.known(f"[{table}]", entries, names)
        return {name: read(f"[{table}] {shortened(name)}", value) for name, value in entries.items()}

    def _landmark(self, place: str, value: Any) -> LandmarkSpec:
        if isinstance(value, dict) and set(value) == {"joints"} and is_filled_list(value["joints"]):
            return LandmarkSpec(joints=tuple(self.name(place, joint) for joint in value["joints"]))
        if isinstance(value, dict) and set(value) == {"body", "point"}:
            return LandmarkSpec(
                body=self.name(place, value["body"]), point=self.vector(place, value["point"])
            )
        raise self.error(f"{place} must be {{ joints = [...] }} or {{ body = ..., point = [x, y, z] }}")

    def _sole(self, place: str, value: Any) -> SoleSpec:
        if not (
            isinstance(value, dict) and set(value) == {"body", "points"} and is_filled_list(value["points"])
        ):
            raise self.error(f"{place} must be {{ body = ..., points = [four corners] }}")
        points = tuple(self.vector(place, point) for point in value["points"])
        if len(points) != SOLE_CORNERS:
            raise self.error(f"{place} has {len(points)} points, expected {SOLE_CORNERS}")
        return SoleSpec(body=self.name(place, value["body"]), points=points)

    def _finger(self, place: str, value: Any) -> FingerSpec:
        if not (isinstance(value, dict) and set(value) == {"open", "closed"}):
            raise self.error(f"{place} must be {{ open = ..., closed = ... }}, both in radians or metres")
        opened, closed = (self.number(f"{place} {key}", value[key]) for key in ("open", "closed"))
        return FingerSpec(opened, closed)

    def _angle(self, place: str, value: Any) -> AngleSpec:
        if not (isinstance(value, dict) and "joint" in value):
            raise self.error(f"{place} must be {{ joint = ..., sign = 1 or -1, offset = radians }}")
        self.known(place, value, ("joint", "sign", "offset", "share", "add"))
        sign = self.number(f"{place} sign", value.get("sign", 1))
        if abs(sign) != 1.0:
            raise self.error(f"{place} sign is {shown_value(value['sign'])}, expected 1 or -1")
        share = self.positive(f"{place} share", value.get("share", 1.0))
        if share > 1.0:
            raise self.error(f"{place} share is {share}, expected at most 1")
        add = value.get("add", "")
        if add:
            self.known(f"{place} add", {self.name(f"{place} add", add): add}, ANGLES)
        return AngleSpec(
            joint=self.name(place, value["joint"]),
            sign=sign,
            offset=self.number(f"{place} offset", value.get("offset", 0.0)),
            share=share,
            add=add,
        )

    def _gain(self, place: str, value: Any) -> GainSpec:
        figures = ("stiffness", "damping", "torque")
        if not isinstance(value, dict) or not value:
            raise self.error(f"{place} must be {{ stiffness = ..., damping = ..., torque = ... }}")
        self.known(place, value, figures)
        return GainSpec(
            **{key: self.positive(f"{place} {key}", value[key]) for key in figures if key in value}
        )

    def _eye(self, place: str, value: Any) -> EyeSpec:
        required = {"body", "point", "fov"}
        if not (isinstance(value, dict) and ("camera" in value or required <= set(value))):
            raise self.error(
                f"{place} must be {{ camera = ... }} or {{ body = ..., point = [x, y, z], fov = degrees }}"
            )
        fov = self._view(place, value["fov"]) if "fov" in value else None
        if "camera" in value:
            self.known(place, value, ("camera", "fov"))
            return EyeSpec(camera=self.name(place, value["camera"]), fov=fov)
        self.known(place, value, (*required, "forward", "up"))
        return EyeSpec(
            body=self.name(place, value["body"]),
            point=self.vector(place, value["point"]),
            forward=self.direction(f"{place} forward", value.get("forward", [*EyeSpec.forward])),
            up=self.direction(f"{place} up", value.get("up", [*EyeSpec.up])),
            fov=fov,
        )

    def _view(self, place: str, value: Any) -> float:
        angle = self.positive(f"{place} fov", value)
        if angle >= WIDEST_VIEW:
            raise self.error(f"{place} fov is {value}, expected an angle under {WIDEST_VIEW:.0f} degrees")
        return angle

    def _skin(self, place: str, value: Any) -> SkinSpec:
        if isinstance(value, dict) and set(value) == {"body", "spacing"}:
            return SkinSpec(
                spacing=self._spacing(place, value["spacing"]),
                body=self.name(place, value["body"]),
            )
        if isinstance(value, dict) and set(value) == {"geoms", "spacing"} and is_filled_list(value["geoms"]):
            return SkinSpec(
                spacing=self._spacing(place, value["spacing"]),
                geoms=tuple(self.name(place, geom) for geom in value["geoms"]),
            )
        raise self.error(
            f"{place} must be {{ body = ..., spacing = metres }} or {{ geoms = [...], spacing = metres }}"
        )

    def _spacing(self, place: str, value: Any) -> float:
        spacing = self.positive(f"{place} spacing", value)
        if spacing < FINEST_SKIN:
            raise self.error(f"{place} spacing is {value} m, expected at least {FINEST_SKIN:g}")
        return spacing

    def _names(self, place: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise self.error(f"{place} must be a list of names")
        self.few(place, value)
        return tuple(self.name(place, name) for name in value)

    def _excluded(self, table: dict[str, Any]) -> tuple[tuple[str, str], ...]:
        self.known("[collision]", table, ("exclude",))
        pairs = table.get("exclude", [])
        place = "[collision] exclude"
        if not isinstance(pairs, list):
            raise self.error(f"{place} must be a list of pairs of bodies")
        self.few(place, pairs)
        found = []
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
                raise self.error(f"{place} holds {shown_value(pair)}, expected two bodies [first, second]")
            found.append((self.name(place, pair[0]), self.name(place, pair[1])))
        return tuple(found)
