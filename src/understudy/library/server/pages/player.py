"""A motion in 3D beside any robot: the studio's one-file page, made here when somebody asks for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator

from understudy.browse import Exhibit, page_of, read_exhibit
from understudy.library.entries import Motion, StoredFile
from understudy.library.library import Library

_MOST_PAGES = 4
"""Pages that are kept, some megabytes each."""

_pages: OrderedDict[tuple[str, ...], str] = OrderedDict()
_lock = threading.Lock()


def player_page(library: Library, motion_id: int, robot: str = "") -> str:
    """Return one page that plays a motion, beside a robot that performs it where one is named.

    Raises:
        UnderstudyError: The motion cannot be shown or performed, or what shows it is not installed.
    """
    motion = library.get(motion_id)
    files = [library.first_file(motion)]
    if robot:
        files.append(library.perform(motion_id, robot))
    key = (motion.title, *(file.sha256 for file in files))
    with _lock:
        if key in _pages:
            _pages.move_to_end(key)
            return _pages[key]
    page = page_of(list(_exhibits(library, library.get(motion_id), files)), motion.title)
    with _lock:
        _pages[key] = page
        while len(_pages) > _MOST_PAGES:
            _pages.popitem(last=False)
    return page


def _exhibits(library: Library, motion: Motion, files: list[StoredFile]) -> Iterator[Exhibit]:
    for file in files:
        with library.laid_out(motion, file) as path:
            yield read_exhibit(path)
