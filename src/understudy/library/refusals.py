"""What a library refuses, by the reason, so that a server can say it in its own way."""

from __future__ import annotations

from understudy.errors import UnderstudyError


class LibraryError(UnderstudyError):
    """A library that cannot be opened, or what it is asked to do is not valid."""


class NotInLibraryError(LibraryError):
    """There is no such entry, or none that whoever asks may know of."""


class NotAllowedError(LibraryError):
    """Whoever asks may not do this."""


class DuplicateError(LibraryError):
    """It is in the library already.

    Attributes:
        motion_id: Under which number, None where whoever asks may not know.
    """

    def __init__(self, sentence: str, motion_id: int | None = None) -> None:
        """Take the sentence for the user, and the number of what is there."""
        super().__init__(sentence)
        self.motion_id = motion_id


class TooLargeError(LibraryError):
    """It is larger than the library takes."""
