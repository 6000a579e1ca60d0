"""Who asks: a name and a role, and what each role may see and do."""

from __future__ import annotations

import getpass
from dataclasses import dataclass

from understudy.errors import unknown_name
from understudy.library.refusals import LibraryError, NotAllowedError

ROLES = ("reader", "member", "editor", "keeper", "admin")
"""Each may do what those before it may; a reader is anybody, without a token.

A member reads what is for the laboratory and comments; an editor adds motions and changes their own; a keeper
sees and changes personal data and every motion; an admin gives tokens and reads the audit log.
"""

ACCESS = ("open", "lab", "private")
"""Who may see a motion: everybody, those with a token, its owner and keepers alone."""

CONSENTS = ("open", "lab", "withdrawn")
"""What a subject consents to; motions of a subject who has withdrawn are for keepers alone."""


def require_choice(kind: str, value: str, valid: tuple[str, ...]) -> None:
    """Require one of some names.

    Raises:
        LibraryError: Naming those that there are.
    """
    if value not in valid:
        raise LibraryError(unknown_name(kind, value, valid))


@dataclass(frozen=True)
class Viewer:
    """Whoever asks.

    Attributes:
        name: Under which changes are logged; empty for somebody unknown.
        role: One of ``ROLES``.
    """

    name: str = ""
    role: str = "reader"

    def __post_init__(self) -> None:
        """Check the role."""
        require_choice("role", self.role, ROLES)

    def may(self, role: str) -> bool:
        """Return whether this is somebody of a role, or of one that may do more."""
        return ROLES.index(self.role) >= ROLES.index(role)

    def require(self, role: str, what: str) -> None:
        """Require a role.

        Raises:
            NotAllowedError: Saying who may.
        """
        if not self.may(role):
            found = f"'{self.role}'" if self.name else "without a token"
            raise NotAllowedError(f"{what} takes a token of role '{role}' or more, found {found}")

    @property
    def most_open(self) -> int:
        """Level of access up to which every motion is seen; above it, only one's own."""
        return len(ACCESS) if self.may("keeper") else int(self.may("member"))


ANYBODY = Viewer()


def local_user() -> Viewer:
    """Return whoever opens a folder of this machine, who may do everything with it."""
    try:
        return Viewer(getpass.getuser(), "admin")
    except (OSError, KeyError, ImportError):
        return Viewer("local", "admin")
