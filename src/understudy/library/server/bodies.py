"""What programs send: checked for its form here, and for its meaning by the library."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from understudy.library.entries import About, Institution, Person, Project, Thing

Name = Annotated[str, Field(max_length=200)]
Long = Annotated[str, Field(max_length=20_000)]
Names = Annotated[list[Name], Field(max_length=100)]


class Body(BaseModel):
    """A body of a request; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class AboutBody(Body):
    """What is said of a motion."""

    title: Name = ""
    description: Long = ""
    project: Name = ""
    subject: Name = ""
    categories: Names = Field(default_factory=list)
    tags: Names = Field(default_factory=list)
    objects: Names = Field(default_factory=list)
    licence: Name = ""
    access: Name = "open"

    def about(self) -> About:
        """Return it as the library takes it."""
        lists = {name: tuple(getattr(self, name)) for name in ("categories", "tags", "objects")}
        return About(**{**self.model_dump(), **lists})


class CommentBody(Body):
    """A comment."""

    text: Annotated[str, Field(min_length=1, max_length=20_000)]


class CategoryBody(Body):
    """A node of the tree."""

    path: Name
    description: Long = ""


class InstitutionBody(Body):
    """An institution."""

    name: Name
    url: Long = ""

    def institution(self) -> Institution:
        """Return it as the library takes it."""
        return Institution(**self.model_dump())


class ProjectBody(Body):
    """A project."""

    name: Name
    institution: Name = ""
    description: Long = ""
    licence: Name = ""

    def project(self) -> Project:
        """Return it as the library takes it."""
        return Project(**self.model_dump())


class PersonBody(Body):
    """A subject."""

    code: Name
    height: float | None = None
    mass: float | None = None
    lengths: Annotated[dict[Name, float], Field(max_length=200)] = Field(default_factory=dict)
    consent: Name = "open"
    personal: Annotated[dict[Name, Long], Field(max_length=20)] | None = None

    def person(self) -> Person:
        """Return it as the library takes it."""
        return Person(**self.model_dump())


class ThingBody(Body):
    """An object."""

    name: Name
    description: Long = ""
    attributes: Annotated[dict[Name, Any], Field(max_length=200)] = Field(default_factory=dict)

    def thing(self) -> Thing:
        """Return it as the library takes it."""
        return Thing(**self.model_dump())


class AccountBody(Body):
    """Whom to give a token, and which."""

    name: Name
    role: Name


class Problem(BaseModel):
    """What was refused, in one sentence."""

    detail: str
    motion_id: int | None = None
