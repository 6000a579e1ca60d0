"""What ``understudy library`` does, one function an action."""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.capture_options import stated_by
from understudy.commands.library import opened, opened_here, place_of
from understudy.commands.library_options import about_in, query_in
from understudy.commands.results import make_folder
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError, UnderstudyError, unknown_name
from understudy.motion.output import write_bytes

if TYPE_CHECKING:
    from understudy.library import Client, Library
    from understudy.library.entries import Motion

_SOME_REFUSED = 2
_SHOWN = 20
_NOTHING = "nothing was found"


def init_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Make a library."""
    from understudy.library.opened import is_address
    from understudy.library.place import configure, take_back

    if is_address(place_of(options)):
        raise OptionError(f"{place_of(options)}: is a server's address, expected a folder of this machine")
    place = configure(place_of(options), options.database, options.files)
    try:
        opened(options, create=True).close()
    except UnderstudyError:
        take_back(place)
        raise
    terminal.give({"folder": str(place.folder)})
    terminal.say(f"a new library: {place.folder}")
    return 0


def add_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Add files as motions; exit code 2 where one could not be added."""
    about, stated = about_in(options), stated_by(options)
    if options.title and len(options.file) > 1:
        raise OptionError("--title names one motion, expected one file with it")
    added: list[Motion] = []
    problems: list[str] = []
    _require_some(options.file)
    with _opened_or_new(terminal, options) as library:
        for path in options.file:
            try:
                added.append(library.add(path, about, stated))
            except UnderstudyError as error:
                problems.append(str(error))
    terminal.give({"added": [asdict(motion) for motion in added], "problems": problems})
    _table(terminal, added)
    for problem in problems:
        terminal.warn(problem)
    return _SOME_REFUSED if problems else 0


def find_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Find motions."""
    query = query_in(options)
    with opened(options) as library:
        if options.like is not None:
            to = int(options.like) if options.like.isdigit() else options.like
            wanted = None if query == replace(type(query)(), limit=query.limit) else query
            found = library.similar(to, wanted, query.limit)
            terminal.give([asdict(each) for each in found])
            if not found:
                terminal.say(_NOTHING)
                return 0
            rows = [
                (
                    each.motion.title,
                    str(each.motion.id),
                    f"{each.distance:.3f}",
                    "mirrored" if each.mirrored else "",
                )
                for each in found
            ]
            terminal.table(("title", "motion", "distance", ""), rows)
            return 0
        page = library.find(query)
    terminal.give(asdict(page))
    _table(terminal, page.motions)
    if not page.motions:
        terminal.say(_NOTHING)
    if page.next is not None:
        terminal.say(f"there are more: --before {page.next}")
    return 0


def get_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Show a motion, or write its files."""
    with opened(options) as library:
        motion = library.get(options.motion)
        wanted = [file for file in motion.files if options.file in (None, file.name)]
        if not wanted:
            raise OptionError(unknown_name("file", str(options.file), [file.name for file in motion.files]))
        written = {}
        if options.output is not None:
            folder = make_folder(options.output)
            for file in wanted:
                write_bytes(folder / file.name, library.read(motion.id, file.id)[1])
                written[file.name] = str(folder / file.name)
    terminal.give({**asdict(motion), "written": written})
    terminal.title(motion.title)
    said = (*motion.categories, *motion.tags, motion.project, motion.subject, motion.licence, motion.access)
    terminal.say(" · ".join(filter(None, said)))
    rows = [(file.name, file.kind, file.robot, f"{file.size / 1024:.1f} KiB") for file in motion.files]
    terminal.table(("file", "what", "by", "size"), rows)
    for path in written.values():
        terminal.say(path)
    return 0


def import_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Import a folder tree; exit code 2 where something could not be read."""
    from understudy.library import Library
    from understudy.library.importing.importer import import_folder, problems
    from understudy.library.importing.into_library import IntoLibrary
    from understudy.library.importing.into_server import IntoServer

    _require_some([options.folder])
    with _opened_or_new(terminal, options) as library, terminal.progress("import") as progress:
        here = isinstance(library, Library)
        target = IntoLibrary(library) if isinstance(library, Library) else IntoServer(library)
        own = place_of(options) if here else ""
        result = import_folder(target, options.folder, about_in(options), max(1, options.jobs), progress, own)
    refused = problems(result.outcomes)
    terminal.give(
        {
            "layout": result.layout,
            "before": result.before,
            "counts": result.counts,
            "problems": [asdict(outcome) for outcome in refused],
        }
    )
    told = ", ".join(f"{count} {status}" for status, count in result.counts.items()) or "nothing new"
    terminal.title(f"{told}; {result.before} had been imported before (layout: {result.layout})")
    for outcome in refused[:_SHOWN]:
        terminal.warn(f"{outcome.name}: {outcome.sentence}")
    if len(refused) > _SHOWN:
        terminal.warn(f"and {len(refused) - _SHOWN} more; --json lists all")
    return _SOME_REFUSED if refused else 0


def export_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Write a motion in a format."""
    with opened(options) as library:
        name, content = library.download(
            options.motion, options.to, options.robot, options.rate, options.method
        )
    path = Path(options.output or name)
    write_bytes(path, content)
    terminal.give({"format": options.to, "files": {"export": str(path)}})
    terminal.say(f"{options.to}: {path}")
    return 0


def serve_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Serve the library until it is told to stop."""
    from understudy.library.server.running import require_port, serve
    from understudy.library.server.settings import Settings

    require_port(options.port)
    if options.upload_limit < 1 or options.rate_limit < 0:
        raise OptionError("--upload-limit is at least 1, --rate-limit at least 0")
    settings = Settings(
        largest_upload=options.upload_limit << 20,
        requests_a_minute=options.rate_limit,
        requests_a_minute_by_token=10 * options.rate_limit,
        secure=options.secure,
    )
    with opened_here(options) as library:
        serve(library, options.host, options.port, settings, terminal.say)
    return 0


def token_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Give or take a token."""
    with opened(options) as library:
        if options.revoke:
            library.revoke_token(options.name)
            terminal.give({"name": options.name, "revoked": True})
            terminal.say(f"the token of {options.name} is revoked")
            return 0
        token = library.new_token(options.name, options.role)
    terminal.give({"name": options.name, "role": options.role, "token": token})
    terminal.table(("name", "role", "token, shown this once"), [(options.name, options.role, token)])
    return 0


def backup_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Write the library to an archive."""
    from understudy.library.backup import back_up

    with opened_here(options) as library, terminal.progress("back-up") as progress:
        count = back_up(library, options.archive, progress)
    terminal.give({"archive": options.archive, "files": count})
    terminal.say(f"{count} files: {options.archive}")
    return 0


def sweep_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Remove contents that no motion has any more."""
    with opened_here(options) as library:
        count = library.sweep()
    terminal.give({"removed": count})
    terminal.say(f"{count} contents removed")
    return 0


def restore_action(terminal: Terminal, options: argparse.Namespace) -> int:
    """Make a library out of an archive."""
    from understudy.library.backup import restore

    with terminal.progress("restoring") as progress:
        count = restore(options.archive, place_of(options), progress)
    terminal.give({"library": place_of(options), "motions": count})
    terminal.say(f"{count} motions: {place_of(options)}")
    return 0


def _require_some(paths: list[str]) -> None:
    """Refuse paths of which none is there, before a library is made for them."""
    if not any("://" in path or os.path.exists(path) for path in paths):
        raise OptionError(f"{paths[0]}: there is no such file or folder, expected captures")


def _opened_or_new(terminal: Terminal, options: argparse.Namespace) -> Library | Client:
    """Open the library that is meant, and say so where it is new: its name may be mistyped."""
    from understudy.library.opened import is_address
    from understudy.library.place import is_library

    place = place_of(options)
    is_new = not is_address(place) and not is_library(place)
    library = opened(options, create=True)
    if is_new:
        terminal.say(f"a new library: {place}")
    return library


def _table(terminal: Terminal, motions: tuple[Motion, ...] | list[Motion]) -> None:
    if not motions:
        return
    rows = [
        (
            motion.title,
            str(motion.id),
            "" if motion.seconds is None else f"{motion.seconds:.1f} s",
            motion.project,
            motion.subject,
            ", ".join(motion.categories),
        )
        for motion in motions
    ]
    terminal.table(("title", "motion", "length", "project", "subject", "descriptions"), rows)
