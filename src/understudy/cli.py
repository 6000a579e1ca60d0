"""The command line: finds the command, runs it, and turns errors into one sentence and exit code 2.

Written with argparse because ``understudy --help`` has to appear at once: each command's own imports
happen only when it runs.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from contextvars import copy_context

from understudy import __version__
from understudy.errors import UnderstudyError
from understudy.one_thread import use_one_thread
from understudy.own_python import safe_path

COMMANDS = {
    "demo": "everything, on built-in data: motion, report, video",
    "inspect": "what a capture file holds",
    "fit": "the reference human fitted to a capture: its lengths and joint angles",
    "demonstrations": "several takes of one move become one, with an envelope around it",
    "robots": "the robots that are known, and what each can do",
    "retarget": "a capture file performed by a robot",
    "compose": "a robot's motion as weights of motion primitives, and back",
    "export": "a motion as other people's formats: training sets, tables, ROS, animation",
    "camera": "trackers, which find people in films and before cameras: what is installed, and setup",
    "live": "a person drives a robot as they move: from a stream or a capture to a robot",
    "teach": "a page on which movements are shown to a robot, kept and replayed",
    "simulate": "a motion performed in physics, with the robot's senses on",
    "evaluate": "how faithful a robot's motion is, in numbers",
    "view": "motions in the browser, as one page to pass on, or as pictures and a video",
    "studio": "captures and robots dropped into the browser: corrected, performed, compared, saved",
    "batch": "folders of captures performed by robots, into a training set",
    "library": "motions kept, found and served: a folder, or a server for a laboratory",
    "synth": "a capture made up, with known truth, in any format",
    "study": "a published study, redone end to end: data, tables and a report",
    "bench": "speed against mink, in one process",
}
HELP = frozenset(("-h", "--help"))
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 only on success, 2 for bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _require_streams()
    use_one_thread()
    try:
        try:
            return _run(words)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away; a second write at exit must not complain about it.
        _give_up_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        # What has no name is standard output: places that results are written to are named in errors of ours.
        _give_up_output()
        sys.stderr.write(f"understudy: cannot write to standard output: {error.strerror or error}\n")
        return BAD_INPUT


def _run(words: Sequence[str]) -> int:
    try:
        with safe_path():
            options = _parser(words).parse_args(words)
            # What a command sets for its own time ends with it.
            return copy_context().run(options.run, options)
    except UnderstudyError as error:
        sys.stderr.write(f"understudy: {error}\n")
        return BAD_INPUT
    except MemoryError:
        sys.stderr.write("understudy: this takes more memory than there is, expected a shorter input\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        sys.stderr.write("understudy: interrupted; nothing half-written was left\n")
        return INTERRUPTED


def _require_streams() -> None:
    """Have something to write to where standard output is closed, and a way to write any file's name."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Have everything that is still to be written go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; only the command that is asked for adds its own options."""
    parser = argparse.ArgumentParser(
        prog="understudy", description="Show it a person moving; any humanoid robot performs the part."
    )
    parser.add_argument("--version", action="version", version=f"understudy {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    asked = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == asked:
            module = importlib.import_module(f"understudy.commands.{name}")
            module.add_options(command)
            command.add_argument("--json", action="store_true", help="print JSON for machines, nothing else")
            command.set_defaults(run=module.run)
            if HELP.intersection(words) and hasattr(module, "epilog"):
                command.epilog = module.epilog(words)
    return parser


if __name__ == "__main__":
    sys.exit(main())
