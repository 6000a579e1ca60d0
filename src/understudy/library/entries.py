"""What a library holds, as its users see it: frozen records without any database behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Institution:
    """Who recorded: a university, a company."""

    name: str
    url: str = ""


@dataclass(frozen=True)
class Project:
    """Recordings that belong together.

    Attributes:
        name: Unlike all others.
        institution: Whose it is, empty where that is not known.
        description: What it was for.
        licence: Of all motions that state none of their own.
    """

    name: str
    institution: str = ""
    description: str = ""
    licence: str = ""


@dataclass(frozen=True)
class Person:
    """A subject.

    Attributes:
        code: Under which everybody knows it, no name.
        height: [m], None where unknown.
        mass: [kg], None where unknown.
        lengths: Lengths of the body by the reference human's names [m].
        consent: One of ``viewer.CONSENTS``.
        personal: Name, sex, born, contact and consent_note; None for those who may not see them.
    """

    code: str
    height: float | None = None
    mass: float | None = None
    lengths: Mapping[str, float] = field(default_factory=dict)
    consent: str = "open"
    personal: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Thing:
    """An object that motions deal with.

    Attributes:
        name: Unlike all others.
        description: What it is.
        attributes: Anything about it, such as ``{"mass": 0.4}``.
        model_name: Name of the file with its model, empty where there is none.
        model_sha256: Its content's hash.
    """

    name: str
    description: str = ""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    model_name: str = ""
    model_sha256: str = ""


@dataclass(frozen=True)
class Category:
    """A node of the tree of motion descriptions, and how many motions are in it and below it."""

    path: str
    description: str = ""
    count: int = 0


@dataclass(frozen=True)
class StoredFile:
    """A file of a motion.

    Attributes:
        id: Its number.
        name: Its name, unlike those of the motion's other files.
        kind: ``capture``, ``human``, ``robot``, ``rollout``, ``evaluation``, ``sidecar`` or ``other``.
        sha256: Its content's hash.
        size: [bytes].
        robot: Who performs it, empty for a person.
        method: Of retargeting, empty where none was used.
        figures: Of a performance, see :mod:`understudy.batch.figures`.
        added: When.
    """

    id: int
    name: str
    kind: str
    sha256: str
    size: int
    robot: str = ""
    method: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    added: str = ""


@dataclass(frozen=True)
class Origin:
    """Which file came from which: a step of the provenance graph.

    Attributes:
        file: Number of the file that was made.
        origin: Number of the file that it was made from.
        steps: Stages and their options, in order.
    """

    file: int
    origin: int
    steps: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Comment:
    """What somebody wrote about a motion."""

    id: int
    author: str
    text: str
    added: str


@dataclass(frozen=True)
class Motion:
    """A motion: what one performance is called, what is known of it, and its files.

    Attributes:
        id: Its number.
        title: In a few words.
        description: In as many as it takes.
        project: The project's name, empty for none.
        subject: The subject's code, empty for none.
        categories: Paths in the tree of motion descriptions.
        tags: Free words.
        objects: Names of the objects it deals with.
        licence: Its own, or else the project's.
        access: Who may see it, one of ``viewer.ACCESS``, the subject's consent taken into account.
        kind: What its first file is, see :class:`StoredFile`.
        frames: How many, None where the file is no motion.
        fps: [1/s].
        seconds: Length [s].
        owner: Who added it.
        added: When.
        changed: When it was changed last.
        files: All files, the first one first.
        origins: Which file came from which.
        comments: The oldest first.
    """

    id: int
    title: str
    description: str = ""
    project: str = ""
    subject: str = ""
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    licence: str = ""
    access: str = "open"
    kind: str = "capture"
    frames: int | None = None
    fps: float | None = None
    seconds: float | None = None
    owner: str = ""
    added: str = ""
    changed: str = ""
    files: tuple[StoredFile, ...] = ()
    origins: tuple[Origin, ...] = ()
    comments: tuple[Comment, ...] = ()

    def file(self, file_id: int) -> StoredFile | None:
        """Return one of the files by its number, None where it is none of them."""
        return next((file for file in self.files if file.id == file_id), None)


@dataclass(frozen=True)
class About:
    """What whoever adds a motion says of it; everything may be left out.

    Attributes:
        title: Else the file's name without its ending.
        description: In as many words as it takes.
        project: Made where there is none of that name.
        subject: A code; made where there is none.
        categories: Paths, which extend the tree where they are new.
        tags: Free words.
        objects: Names; made where there are none.
        licence: Under which it may be used.
        access: One of ``viewer.ACCESS``.
    """

    title: str = ""
    description: str = ""
    project: str = ""
    subject: str = ""
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    licence: str = ""
    access: str = "open"
