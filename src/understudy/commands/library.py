"""``understudy library``: motions kept, found and served, in a folder or behind a server's address."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from understudy.commands.capture_options import add_capture_options
from understudy.commands.counting import count
from understudy.commands.library_options import add_about_options, add_query_options
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError

if TYPE_CHECKING:
    from understudy.library import Client, Library

PLACE_VARIABLE = "UNDERSTUDY_LIBRARY"
_DEFAULT = "library"

_SUMMARIES = {
    "init": "a new library, on a database and with files elsewhere where they are named",
    "add": "a file, or several, as motions",
    "find": "motions by words, descriptions, figures and likeness",
    "get": "what is known of a motion, or its files with -o",
    "import": "a folder tree: resumes, knows duplicates, lists what cannot be read",
    "export": "a motion in any format, on any robot",
    "serve": "the library as a server with a page for people",
    "token": "a token for somebody who may write",
    "sweep": "contents removed that no motion has any more",
    "backup": "the whole library as one archive",
    "restore": "a library out of an archive",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's actions, each with options of its own."""
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION", dest="action")
    for name, summary in _SUMMARIES.items():
        action = actions.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        action.add_argument(
            "--library",
            metavar="PLACE",
            help=f"a folder or a server's address (${PLACE_VARIABLE}, or else the folder '{_DEFAULT}' here)",
        )
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="JSON for machines"
        )
        _OPTIONS[name](action)


def run(options: argparse.Namespace) -> int:
    """Do what is asked."""
    from understudy.commands import library_actions as actions

    terminal = Terminal(options.json)
    return getattr(actions, f"{options.action}_action")(terminal, options)


def place_of(options: argparse.Namespace) -> str:
    """Return where the library is.

    Raises:
        OptionError: Two places are named.
    """
    named = getattr(options, "place", None)
    if named and options.library and named != options.library:
        raise OptionError(f"both '{named}' and --library {options.library} are named, expected one library")
    return named or options.library or os.environ.get(PLACE_VARIABLE) or _DEFAULT


def opened(options: argparse.Namespace, create: bool = False) -> Library | Client:
    """Open the library that is meant."""
    from understudy.library.opened import open_library

    return open_library(place_of(options), create=create)


def opened_here(options: argparse.Namespace) -> Library:
    """Open a library that has to be of this machine.

    Raises:
        OptionError: It is a server's.
    """
    from understudy.library import Library

    library = opened(options)
    if not isinstance(library, Library):
        raise OptionError(f"--library {place_of(options)}: expected a folder, on the machine of the server")
    return library


def _place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", nargs="?", metavar="FOLDER", help="the library's folder, as with --library")


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", help="captures of any format, or motions that Understudy saved")
    add_about_options(parser)
    add_capture_options(parser)


def _find(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", help="words, each of which begins a word of the motion's texts")
    add_query_options(parser)
    parser.add_argument(
        "--like", metavar="MOTION", help="a motion's number or a file: the most similar first"
    )


def _get(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("motion", type=int, help="the motion's number")
    parser.add_argument("--file", metavar="NAME", help="only this file (default: all)")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder that the files are written to")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", help="folder or URL of captures, looked through all the way down")
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes that read at once (1)")
    add_about_options(parser)


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("motion", type=int, help="the motion's number")
    parser.add_argument(
        "--to", required=True, metavar="FORMAT", help="the format (`understudy export --list`)"
    )
    parser.add_argument(
        "--robot", default="", metavar="NAME", help="a robot of the catalogue that performs it"
    )
    parser.add_argument("--method", default="track", metavar="NAME", help="by which method (track)")
    parser.add_argument("--rate", type=float, metavar="HZ", help="frames a second (default: the motion's)")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file (default: as the library names it)")


def _serve(parser: argparse.ArgumentParser) -> None:
    _place(parser)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port, 0 for any that is free (8000)")
    parser.add_argument("--upload-limit", type=int, default=64, metavar="MIB", help="largest upload (64)")
    parser.add_argument(
        "--rate-limit",
        type=int,
        default=600,
        metavar="N",
        help="requests a minute without a token, 0: any (600)",
    )
    parser.add_argument("--secure", action="store_true", help="behind HTTPS: cookies over that alone")


def _token(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="who gets it")
    parser.add_argument("--role", default="editor", help="member, editor, keeper or admin (editor)")
    parser.add_argument("--revoke", action="store_true", help="take it away")


def _init(parser: argparse.ArgumentParser) -> None:
    _place(parser)
    parser.add_argument("--database", default="", metavar="URL", help="postgresql://USER:PASSWORD@HOST/NAME")
    parser.add_argument("--files", default="", metavar="PLACE", help="folder or URL of the files, s3://…")


def _backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("archive", help="the archive, a .zip")


def _restore(parser: argparse.ArgumentParser) -> None:
    _backup(parser)
    _place(parser)


_OPTIONS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "init": _init,
    "add": _add,
    "find": _find,
    "get": _get,
    "import": _import,
    "export": _export,
    "serve": _serve,
    "token": _token,
    "sweep": _place,
    "backup": _backup,
    "restore": _restore,
}


def epilog(words: Sequence[str]) -> str:
    """Return what help says below the options."""
    return f"${PLACE_VARIABLE} names the library, $UNDERSTUDY_LIBRARY_TOKEN the token for a server."
