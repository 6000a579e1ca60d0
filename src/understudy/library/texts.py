"""Texts that people give: bounded, printable, and paths of the tree of descriptions in one form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from understudy.library.refusals import LibraryError
from understudy.quoting import shortened

LONGEST_NAME = 200
LONGEST_TEXT = 20_000
MOST_LISTED = 100
"""Characters of a name and of a text, and how many tags, categories or objects a motion may have."""

_CATEGORY = re.compile(r"[a-z0-9][a-z0-9 _.+-]*(/[a-z0-9][a-z0-9 _.+-]*)*")
_DEEPEST = 12


def name_of(kind: str, text: str) -> str:
    """Return a name without blanks around it.

    Raises:
        LibraryError: It is empty, too long, or has characters that are not to be seen.
    """
    found = " ".join(text.split())
    if not found or len(found) > LONGEST_NAME or not _is_storable(found) or not found.isprintable():
        raise LibraryError(
            f"{kind} is {shortened(text)!r}, expected 1 to {LONGEST_NAME} printable characters"
        )
    return found


def text_of(kind: str, text: str) -> str:
    """Return a text of any number of lines.

    Raises:
        LibraryError: It is too long, or has characters that no database keeps.
    """
    if len(text) > LONGEST_TEXT or not _is_storable(text):
        raise LibraryError(
            f"{kind} has {len(text)} characters, expected up to {LONGEST_TEXT}, without control characters"
        )
    return text.strip()


def _is_storable(text: str) -> bool:
    """Return whether every database keeps a text: no NUL, no half of a character, no other control."""
    return all(
        character in "\n\r\t" or unicodedata.category(character) not in ("Cc", "Cs") for character in text
    )


def category_path(text: str) -> str:
    """Return a path of the tree of motion descriptions, ``locomotion/bipedal/walk/forward``.

    Raises:
        LibraryError: It is none.
    """
    path = "/".join(part.strip() for part in text.strip().strip("/").lower().split("/"))
    if not _CATEGORY.fullmatch(path) or path.count("/") >= _DEEPEST or len(path) > LONGEST_NAME:
        raise LibraryError(
            f"category is {shortened(text)!r}, expected words between slashes such as "
            "'locomotion/bipedal/walk', at most 12 deep"
        )
    return path


def ancestors(path: str) -> Iterator[str]:
    """Yield the paths above a path, from the root down, and then the path itself."""
    parts = path.split("/")
    for count in range(1, len(parts) + 1):
        yield "/".join(parts[:count])


def listed(kind: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return names in order, each once.

    Raises:
        LibraryError: One is no name, or there are too many.
    """
    found = tuple(dict.fromkeys(name_of(kind, name) for name in names))
    if len(found) > MOST_LISTED:
        raise LibraryError(f"{len(found)} of {kind} were given, expected at most {MOST_LISTED}")
    return found


def listed_paths(paths: Iterable[str]) -> tuple[str, ...]:
    """Return paths of the tree of motion descriptions in order, each once.

    Raises:
        LibraryError: One is none, or there are too many.
    """
    found = tuple(dict.fromkeys(category_path(path) for path in paths))
    if len(found) > MOST_LISTED:
        raise LibraryError(f"{len(found)} categories were given, expected at most {MOST_LISTED}")
    return found


def file_name(text: str) -> str:
    """Return the last part of a file's name, fit to be shown and saved on any system."""
    last = re.split(r"[/\\]", text)[-1]
    kept = "".join(character if character.isprintable() else "_" for character in last)
    kept = re.sub(r'[<>:"|?*]', "_", kept).strip(". ")
    stem, dot, ending = kept.rpartition(".")
    room = LONGEST_NAME - len(ending) - 1
    kept = f"{stem[:room]}{dot}{ending}" if dot and room > 0 else kept[:LONGEST_NAME]
    return kept if _is_storable(kept) and kept else "file"


def search_words(text: str) -> tuple[str, ...]:
    """Return the words of a text as both databases index them: small letters and digits, without accents."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    return tuple(re.findall(r"[^\W_]+", plain))
