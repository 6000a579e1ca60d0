"""The method of retargeting and its options on the command line."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

from understudy.commands.option_help import help_lines, method_lines
from understudy.retarget import METHODS, find_method
from understudy.retarget.option_settings import changed_options, read_options, set_options

if TYPE_CHECKING:
    from understudy.retarget import Method, MethodOptions

DEFAULT = next(iter(METHODS))

_WIDEST = 110


def add_method_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--method`` and what sets its options; each takes precedence over those above it."""
    group = parser.add_argument_group("method of retargeting, and its options")
    group.add_argument(
        "--method",
        default=DEFAULT,
        metavar="NAME",
        help=f"{', '.join(METHODS)}, or a Python file that defines METHOD, which is run ({DEFAULT})",
    )
    group.add_argument("--options", metavar="FILE.toml", help="options of the method from a file")
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set one option, as often as wanted; listed below",
    )
    group.add_argument(
        "--physics",
        metavar="WHAT",
        help="contact: forces that contacts can give, falls in the air; the same as --set physics=WHAT",
    )
    group.add_argument(
        "--no-limits",
        action="store_true",
        help="lift joint limits, to compare poses as the infant study does",
    )
    # The lists below the options are laid out already.
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def chosen_method(options: argparse.Namespace) -> tuple[Method, MethodOptions]:
    """Return the method that was asked for, and its options: defaults, then the file, then single ones."""
    method = find_method(options.method)
    chosen = method.Options()
    if options.options is not None:
        chosen = read_options(options.options, chosen, method.name)
    if options.physics is not None:
        chosen = changed_options(chosen, {"physics": options.physics}, "--physics", is_text=True)
    chosen = set_options(chosen, options.set)
    return method, method.without_limits(chosen) if options.no_limits else chosen


def methods_help(words: Sequence[str]) -> str:
    """Return the methods, and the options of the one that a command line names, as help shows them."""
    finder = argparse.ArgumentParser(add_help=False)
    finder.add_argument("--method", default=DEFAULT)
    method = find_method(finder.parse_known_args(words)[0].method)
    width = min(shutil.get_terminal_size().columns - 2, _WIDEST)
    shown = [*METHODS.values(), *([] if method in METHODS.values() else [method])]
    return "\n".join(
        (
            "methods:",
            *method_lines(shown, width),
            "",
            f"options of {method.name}, with their defaults (--set NAME=VALUE):",
            *help_lines(method, width),
        )
    )
