"""Try the wheel as its users have it: alone in a new environment, with every command of the README.

Extras that the README only points to are tried by commands that nobody could run without them.

    python scripts/wheel_test.py [--linked] [EXTRAS ...]

EXTRAS are ``bare``, the name of an extra, or several with commas between; by default each of them alone.
With ``--linked`` nothing is downloaded: what the wheel declares, and what that needs in turn, is linked from
the environment of the script, so that whatever is used without being declared is missing. Without it, pip
installs the pinned versions.

A command has to succeed, or to say in one sentence which extra it needs, which then is one that is not there.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from importlib import metadata
from importlib.util import cache_from_source
from pathlib import Path
from urllib.request import urlopen

from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parent.parent
BARE = "bare"
PACKAGE = "understudy"

MADE = {
    "walk.bvh": "synth walk --seconds 2",
    "clips/wave.bvh": "synth wave --seconds 1",
    "markers.c3d": "synth walk --seconds 2",
    "my.urdf": "robots export nao",
    "out.npz": "retarget walk.bvh --robot nao",
}
"""File that commands name → the command that makes it."""

USES = {
    "web": ("view out.npz --source walk.bvh --html page.html", "view nao --no-browser"),
    "balance": ("simulate out.npz --base free --controller whole-body -o balanced.npz",),
    "live": ("live walk.bvh --robot nao --calibrate 1 --no-record --sink ws:0",),
    "library": (
        "library add walk.bvh --tag tried --library kept",
        "library find tried --library kept",
        "library serve --library kept --port 0",
    ),
}
"""Extra → commands that need it, one after the other."""

SERVERS = ("view nao --no-browser", "library serve --library kept --port 0")
"""Commands that serve a page until they are interrupted."""

_ADDRESS = re.compile(r"http://[\d.]+:\d+/?")
_COMMAND = re.compile(r"^    (understudy [^#\n]*)", re.MULTILINE)
_EXAMPLE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
_NEEDS = re.compile(r"pip install '?([\w.\[\]-]+)")


class WheelError(Exception):
    """Something that users would meet as well."""


@dataclass(frozen=True)
class Environment:
    """A new environment: its folder, and the extras that the wheel was installed with."""

    folder: Path
    extras: tuple[str, ...]

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    def lacks(self, needed: str) -> bool:
        """Return whether an extra, ``understudy[view]``, or a package is not there."""
        if needed.startswith(f"{PACKAGE}["):
            return needed.removeprefix(f"{PACKAGE}[").removesuffix("]") not in self.extras
        ask = "import sys, importlib.metadata as found; found.version(sys.argv[1])"
        return self.run(["-c", ask, needed], self.folder).returncode != 0

    @property
    def variables(self) -> dict[str, str]:
        """Variables of a process in it: nothing of the caller's in its way, but kernels compiled before."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON") and k != "VIRTUAL_ENV"}
        kept.setdefault("UNDERSTUDY_CACHE", str(PROJECT / "src" / PACKAGE / "__pycache__"))
        return kept

    def run(self, words: list[str], place: Path) -> subprocess.CompletedProcess[str]:
        """Run its Python to the end."""
        words = [str(self.python), *words]
        return subprocess.run(
            words, cwd=place, env=self.variables, capture_output=True, text=True, check=False
        )

    def serve(self, words: list[str], place: Path) -> subprocess.CompletedProcess[str]:
        """Run its Python until it serves a page, ask for that, and interrupt it."""
        words, pipe = [str(self.python), *words], subprocess.PIPE
        variables = {**self.variables, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        with subprocess.Popen(
            words, cwd=place, env=variables, stdout=pipe, stderr=subprocess.STDOUT, text=True
        ) as served:
            said = ""
            for line in served.stdout or ():
                said += line
                if address := _ADDRESS.search(line):
                    with urlopen(address.group()) as answer:
                        said += f"{answer.status} {answer.reason}\n"
                    served.send_signal(signal.SIGINT)
            return subprocess.CompletedProcess(words, served.wait(), "", said)


def main() -> int:
    """Try every set of extras that was asked for."""
    parser = argparse.ArgumentParser(description="Try the wheel in new environments.")
    parser.add_argument("extras", nargs="*", help="bare, or extras with commas between (default: each alone)")
    parser.add_argument("--linked", action="store_true", help="link what is declared, download nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        wheel = build_wheel(Path(name))
        asked = options.extras or [BARE, *declared_extras(wheel)]
        for index, words in enumerate(asked):
            extras = () if words == BARE else tuple(words.split(","))
            environment = make_environment(Path(name) / str(index), wheel, extras, options.linked)
            try_readme(environment, Path(name) / f"try {index}")
            try_uses(environment, Path(name) / f"try {index}")
            sys.stdout.write(f"{words}: every command of the README does what it should\n")
            shutil.rmtree(environment.folder)
    return 0


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout without downloading anything, and return it."""
    words = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run(
        [*words, "-w", str(folder), str(PROJECT)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise WheelError(f"the wheel cannot be built:\n{done.stderr}")
    return next(folder.glob("*.whl"))


def declared_extras(wheel: Path) -> tuple[str, ...]:
    """Return the extras of a wheel that its users may want; those for developers are left out."""
    found = _metadata(wheel).get_all("Provides-Extra") or ()
    return tuple(str(name) for name in found if name not in ("docs", "test", "dev"))


def make_environment(folder: Path, wheel: Path, extras: tuple[str, ...], linked: bool) -> Environment:
    """Return a new environment with the wheel, some extras, what they declare, and nothing else."""
    venv.create(folder, with_pip=not linked)
    environment = Environment(folder, extras)
    if linked:
        site = next(folder.glob("lib/python*/site-packages"))
        shutil.unpack_archive(wheel, site, "zip")
        for name in sorted(_needed(_metadata(wheel).get_all("Requires-Dist") or (), extras)):
            _link(metadata.distribution(name), site)
        return environment
    suffix = f"[{','.join(extras)}]" if extras else ""
    pins = folder / "pins.txt"
    # Without their hashes: with them pip would ask for the wheel's own as well.
    lock = (PROJECT / "requirements" / "test.txt").read_text(encoding="utf-8")
    pins.write_text(
        "\n".join(line.rstrip(" \\") for line in lock.splitlines() if "==" in line), encoding="utf-8"
    )
    words = ["-m", "pip", "install", "-q", "--no-compile", "-c", str(pins), f"{wheel}{suffix}"]
    done = environment.run(words, folder)
    if done.returncode:
        raise WheelError(f"pip does not install {wheel.name}{suffix}:\n{done.stderr}")
    return environment


def _metadata(wheel: Path) -> Message:
    """Return what a wheel says about itself."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def _needed(requirements: list[str] | tuple[str, ...], extras: tuple[str, ...]) -> set[str]:
    """Return the distributions that requirements ask for, and those that these ask for in turn."""
    found: set[str] = set()
    waiting = [(text, extras) for text in requirements]
    while waiting:
        text, asked = waiting.pop()
        requirement = Requirement(text)
        marker = requirement.marker
        if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in ("", *asked)):
            continue
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name in found and not requirement.extras:
            continue
        found.add(name)
        waiting += [(more, tuple(requirement.extras)) for more in metadata.requires(name) or ()]
    return found


def _link(distribution: metadata.Distribution, site: Path) -> None:
    """Link the files of a distribution into another environment, one by one, since packages share folders."""
    for file in distribution.files or ():
        if ".." in file.parts or "__pycache__" in file.parts:
            continue
        source, target = Path(str(distribution.locate_file(file))), site / file
        _link_file(source, target)
        # Without it each environment would compile all packages anew, which takes longer than what is tried.
        if file.suffix == ".py":
            compiled = Path(cache_from_source(str(source)))
            if compiled.is_file():
                _link_file(compiled, target.parent / "__pycache__" / compiled.name)


def _link_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        target.symlink_to(source)


def try_readme(environment: Environment, place: Path) -> None:
    """Run the commands of the README and its example.

    Raises:
        WheelError: For the first that neither succeeds nor names an extra that is missing.
    """
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    place.mkdir()
    _prepare(environment, place)
    for command in _COMMAND.findall(readme):
        _try(environment, ["-m", PACKAGE, *shlex.split(command)[1:]], place, command.strip())
    for number, example in enumerate(_EXAMPLE.findall(readme)):
        _try(environment, ["-c", example], place, f"example {number + 1} of the README")


def try_uses(environment: Environment, place: Path) -> None:
    """Run what extras are for: all of it where an extra is there, and the first of each where none is.

    Raises:
        WheelError: For the first that neither succeeds nor names an extra that is missing.
    """
    place.mkdir(exist_ok=True)
    _make(environment, place, ("walk.bvh", "out.npz"))
    for extra, commands in USES.items():
        tried = 0 if environment.extras else 1
        for command in commands if extra in environment.extras else commands[:tried]:
            words = ["-m", PACKAGE, *shlex.split(command)]
            _try(environment, words, place, command, command in SERVERS)


def _prepare(environment: Environment, place: Path) -> None:
    """Make the files that the README's commands name."""
    (place / "path" / "to").mkdir(parents=True)
    (place / "clips").mkdir()
    _make(environment, place, MADE)
    shutil.copy(place / "my.urdf", place / "path" / "to" / "my.urdf")
    for folder in place.glob("my*"):
        if folder.is_dir():
            shutil.copytree(folder, place / "path" / "to" / folder.name)


def _make(environment: Environment, place: Path, files: Iterable[str]) -> None:
    """Make some of those files where they are not there yet."""
    for file in files:
        if (place / file).exists():
            continue
        command = f"{MADE[file]} -o {file}"
        done = environment.run(["-m", PACKAGE, *command.split()], place)
        if done.returncode or not (place / file).exists():
            raise WheelError(f"`understudy {command}` ends with {done.returncode}:\n{done.stderr[-2000:]}")


def _try(environment: Environment, words: list[str], place: Path, what: str, serves: bool = False) -> None:
    done = (environment.serve if serves else environment.run)(words, place)
    if done.returncode == 0 and "Traceback" not in done.stderr:
        return
    needed = _NEEDS.findall(" ".join(done.stderr.split()))
    if "Traceback" not in done.stderr and needed and all(environment.lacks(name) for name in needed):
        return
    with_extras = ",".join(environment.extras) or BARE
    raise WheelError(f"{with_extras}: {what}: ends with {done.returncode}:\n{done.stderr[-3000:]}")


if __name__ == "__main__":
    sys.exit(main())
