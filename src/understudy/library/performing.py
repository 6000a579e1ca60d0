"""Verbs of a library that make something of a motion: on any robot, in any format, once and then kept."""

from __future__ import annotations

import tempfile
import zipfile
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from understudy.batch.figures import figures_of
from understudy.batch.fingerprint import fingerprint, robot_digest
from understudy.errors import OptionError, unknown_name
from understudy.export import export, find_format
from understudy.export.format import Takes
from understudy.library.audit import log
from understudy.library.describing import EVALUATION, MOTIONS, ROBOT, SIDECAR, Described
from understudy.library.entries import Motion, StoredFile
from understudy.library.files import file_of_key, insert_file, insert_origin
from understudy.library.motions import load_motion
from understudy.library.parcel import Parcel
from understudy.library.refusals import LibraryError, NotInLibraryError
from understudy.library.shelf import Shelf
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.archive import zipped
from understudy.pipeline import Performance, perform
from understudy.retarget import METHODS, find_method
from understudy.robots import load_robot, robot_names
from understudy.robots.catalogue import is_grown
from understudy.robots.known_models import robot_of
from understudy.takes import Take, fit_take, read_take

_LONGEST = 20_000
"""Frames of a motion that is performed while somebody waits."""


class PerformingVerbs(Shelf):
    """What can be made of motions."""

    def first_file(self, motion: Motion) -> StoredFile:
        """Return the file that shows a motion best: the first capture or saved motion.

        Raises:
            LibraryError: It has none.
        """
        found = next((file for file in motion.files if file.kind in MOTIONS), None)
        if found is None:
            raise LibraryError(f"motion {motion.id} has no file that shows it, only others")
        return found

    def take(self, motion_id: int, file_id: int | None = None) -> Take:
        """Return a person's motion, read from a file of a motion, by default its first.

        Raises:
            LibraryError: The file shows no motion.
        """
        motion = self._motion(motion_id)
        stored = self.first_file(motion) if file_id is None else motion.file(file_id)
        if stored is None or stored.kind not in MOTIONS:
            raise NotInLibraryError(f"there is no file {file_id} of motion {motion_id} that shows it")
        with self.laid_out(motion, stored) as path:
            return read_take(path)

    def laid_out(self, motion: Motion, stored: StoredFile) -> AbstractContextManager[Path]:
        """Return a file of a motion in a temporary folder, with what was stated beside it."""
        beside = [(file.name, self.blobs.get(file.sha256)) for file in motion.files if file.kind == SIDECAR]
        return Parcel(stored.name, self.blobs.get(stored.sha256), tuple(beside)).laid_out()

    def perform(
        self, motion_id: int, robot: str, method: str = "track", options: dict[str, Any] | None = None
    ) -> StoredFile:
        """Return a motion on a robot: as it was made before, or made now and kept.

        Args:
            motion_id: The motion.
            robot: A robot of the catalogue.
            method: A method by name.
            options: Some of its options by name.

        Raises:
            UnderstudyError: It cannot be performed.
        """
        motion = self._motion(motion_id)
        source = self.first_file(motion)
        _require_known(robot, method)
        if (motion.frames or 0) > _LONGEST:
            raise LibraryError(
                f"motion {motion_id} has {motion.frames} frames, expected up to {_LONGEST} here"
            )
        chosen = find_method(method)
        settings = _options(chosen.Options, options or {})
        played_by = load_robot(robot)
        key = fingerprint(
            source=source.sha256, robot=robot_digest(played_by), method=method, options=asdict(settings)
        )
        with self.database.reading() as connection:
            there = file_of_key(connection, motion_id, key)
        if there is None:
            take = self.take(motion_id).wanted_by(chosen)
            result = perform(take.human, played_by, chosen, settings, take.recording)
            there = self._keep(motion, source, result, key)
        stored = self._motion(motion_id).file(there)
        assert stored is not None
        return stored

    def _keep(self, motion: Motion, source: StoredFile, result: Performance, key: str) -> int:
        """Keep a performance and its evaluation; return the number of its file."""
        stem = f"{Path(source.name).stem}_{result.motion.robot}".replace("@", "_")
        figures = figures_of(result.evaluation, result.motion.frame_count)
        common = Described(ROBOT, robot=result.motion.robot, method=result.motion.method)
        contents = [
            (f"{stem}.npz", _saved(result.motion), replace(common, figures=figures), key),
            (f"{stem}_evaluation.npz", _saved(result.evaluation), replace(common, kind=EVALUATION), ""),
        ]
        kept = [
            (name, self.blobs.put(content), len(content), found, own)
            for name, content, found, own in contents
        ]
        with self.database.writing() as connection:
            there = file_of_key(connection, motion.id, key)
            if there is not None:
                return there
            numbers = [
                insert_file(connection, motion.id, name, (sha256, size), found, own)
                for name, sha256, size, found, own in kept
            ]
            steps = result.motion.provenance.steps
            insert_origin(connection, numbers[0], source.id, steps)
            insert_origin(
                connection, numbers[1], numbers[0], result.evaluation.provenance.steps[len(steps) :]
            )
            log(connection, self.viewer, "perform", f"motion/{motion.id}", robot=result.motion.robot)
        return numbers[0]

    def download(
        self,
        motion_id: int,
        format_name: str,
        robot: str = "",
        rate: float | None = None,
        method: str = "track",
    ) -> tuple[str, bytes]:
        """Return name and content of a motion in a format of :mod:`understudy.export`, a folder as a zip.

        Args:
            motion_id: The motion.
            format_name: ``recording`` formats for a person's motion; a robot's where ``robot`` is given.
            robot: A robot of the catalogue; empty for the motion as it is.
            rate: Frames a second [1/s]; the motion's own by default.
            method: By which the robot performs it.
        """
        chosen = find_format(format_name)
        if rate is not None and not 0.1 <= rate <= 1000.0:
            raise LibraryError(f"rate is {rate:g}, expected frames a second from 0.1 to 1000")
        motion = self._motion(motion_id)
        source = self.perform(motion_id, robot, method) if robot else self.first_file(motion)
        if (
            not robot
            and source.kind != ROBOT
            and Takes.PERSON not in chosen.takes
            and Takes.BODY not in chosen.takes
        ):
            raise LibraryError(f"format '{format_name}' is of a robot's motion: say which robot")
        with self.laid_out(motion, source) as path:
            shown: RobotMotion | HumanMotion
            if RobotMotion.is_saved_in(path):
                shown = RobotMotion.load(path)
                played_by = robot_of(shown)
            else:
                # Formats of a body want one that was fitted.
                read = read_take if Takes.PERSON in chosen.takes else fit_take
                shown, played_by = read(path).human, None
            stem = Path(source.name).stem
            with tempfile.TemporaryDirectory(prefix="understudy-") as folder:
                suffix = next(iter(chosen.suffixes), "")
                written = export(shown, format_name, Path(folder, f"{stem}{suffix}"), rate, robot=played_by)
                if written.is_dir():
                    return f"{stem}_{format_name}.zip", _packed(written)
                return written.name, written.read_bytes()

    def _motion(self, motion_id: int) -> Motion:
        with self.database.reading() as connection:
            return load_motion(connection, self.viewer, motion_id)


def _require_known(robot: str, method: str) -> None:
    """Require names of the catalogue: neither paths nor names that download something.

    Raises:
        LibraryError: Naming those that there are.
    """
    if robot not in robot_names() and not is_grown(robot):
        raise LibraryError(unknown_name("robot", robot, robot_names()))
    if method not in METHODS:
        raise LibraryError(unknown_name("method", method, METHODS))


def _options(kind: Any, given: dict[str, Any]) -> Any:
    try:
        return kind(**given)
    except TypeError as error:
        raise OptionError(f"options {sorted(given)} are not all of this method's ({error})") from error


def _saved(noun: Any) -> bytes:
    with tempfile.TemporaryDirectory(prefix="understudy-") as folder:
        path = Path(folder, "noun.npz")
        noun.save(path)
        return path.read_bytes()


def _packed(folder: Path) -> bytes:
    """Return a folder as an archive; equal ones give equal bytes."""
    members = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return zipped(members, zipfile.ZIP_DEFLATED)
