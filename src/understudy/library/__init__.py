"""The motion library: keep, find and serve motions; one folder for a person, a server for a laboratory.

Everything is imported when it is first used: databases and servers are of the extra ``library``.
"""

from typing import TYPE_CHECKING

from understudy.lazy_names import import_when_used

if TYPE_CHECKING:
    from understudy.library.client import Client
    from understudy.library.entries import About, Motion, Person, Project, Thing
    from understudy.library.library import Library
    from understudy.library.opened import open_library
    from understudy.library.query import Query

_PLACES = {
    "client": ("Client",),
    "entries": ("About", "Motion", "Person", "Project", "Thing"),
    "library": ("Library",),
    "opened": ("open_library",),
    "query": ("Query",),
}

import_when_used(
    __name__, {name: f"understudy.library.{module}" for module, names in _PLACES.items() for name in names}
)

__all__ = ["About", "Client", "Library", "Motion", "Person", "Project", "Query", "Thing", "open_library"]
