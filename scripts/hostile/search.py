"""A search for files that crash, hang, fill the memory or raise what is not of the family of errors.

    python scripts/hostile/search.py --seconds 300 --seed 7 [--kinds model card mesh archive onboarding]
    python scripts/hostile/search.py --each 500 --kinds onboarding

Each damaged file is read in a process of its own with limits, forked from one that has loaded everything.
What was found is kept in ``out/fuzz`` and told with its number: ``--first N --cases 1`` repeats it. With
``--each`` every honest file is damaged that often, in turn. Linux and macOS.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from cases import PROJECT, Sample, samples

from understudy.confinement import limiter
from understudy.errors import UnderstudyError

KINDS = ("model", "card", "mesh", "archive", "onboarding")
FINDINGS = PROJECT / "out" / "fuzz"
SECONDS = 10.0
"""Processor time of a case over which it counts as hanging."""

PATIENCE = 600
"""Time on the wall [s] after which a case hangs that waits instead of working."""

MEMORY = 1024.0
"""Memory [MiB] of a case beyond what this process takes."""

TOLD_EVERY = 500
"""Files after which it says that it is still at work."""

READ, REFUSED = "read", "refused"


@dataclass(frozen=True)
class Ending:
    """How reading a file ended.

    Attributes:
        told: ``read``, ``refused``, or what was found.
        seconds: Processor time.
        memory: The most memory beyond that with which it began [MiB].
    """

    told: str
    seconds: float
    memory: float


def run_case(sample: Sample, content: bytes, folder: Path) -> Ending:
    """Read a file in a process of its own."""
    for name, beside in sample.beside.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(beside)
    (folder / sample.name).write_bytes(content)
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receive)
        _read(sample, folder / sample.name, send)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        began, _, told = pipe.read().decode("utf-8", "replace").partition("\n")
    _, status, usage = os.wait4(child, 0)
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        told = "hang" if name in ("SIGXCPU", "SIGKILL", "SIGALRM") else f"crash: {name}"
    return Ending(told, usage.ru_utime + usage.ru_stime, _mebibytes(usage.ru_maxrss) - float(began))


def _mebibytes(maxrss: int) -> float:
    """Return the most memory of a process [MiB], which Linux counts in KiB and macOS in bytes."""
    return maxrss / (1024.0 if sys.platform == "linux" else 1048576.0)


def _resident() -> float:
    """Return the memory of this process [MiB]: what it takes now on Linux, the most so far elsewhere."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return _mebibytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return pages * resource.getpagesize() / 1048576.0


def _read(sample: Sample, path: Path, send: int) -> None:
    """Read a file in the process of a case, tell what came of it, and end that process."""
    os.write(send, f"{_resident()}\n".encode())
    told = "fault: nothing was told"
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (1, 2):
            os.dup2(nowhere, descriptor)
        limiter(SECONDS)(MEMORY, SECONDS)
        signal.alarm(PATIENCE)
        sample.read(path)
        told = READ
    except UnderstudyError as error:
        told = REFUSED if "\n" not in str(error) else "fault: a sentence of several lines"
    except MemoryError:
        told = "large"
    except BaseException as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        told = (
            f"fault: {type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {str(error)[:150]}"
        )
    finally:
        os.write(send, told.encode("utf-8", "replace"))
        os._exit(0)


def chosen(
    pool: list[Sample], kinds: list[str], number: int, each: int | None, seed: int
) -> tuple[Sample, bytes]:
    """Return the honest file of a case, and what damage makes of it."""
    chance = random.Random(f"{seed} {number}")
    if each is not None:
        sample = pool[number % len(pool)]
    else:
        # Every kind has the same share, whatever the number of its samples.
        kind = kinds[number % len(kinds)]
        sample = chance.choice([sample for sample in pool if sample.kind == kind])
    return sample, sample.damaged(chance)


def require_honest(pool: list[Sample], scratch: Path) -> None:
    """Require that every file is read before it is damaged; else damage would not get far."""
    for sample in pool:
        with tempfile.TemporaryDirectory(dir=scratch) as folder:
            ending = run_case(sample, sample.content, Path(folder))
        if ending.told != READ:
            raise SystemExit(f"{sample.kind} {sample.name} is not read even undamaged: {ending.told}")


def main() -> int:
    """Search, tell the counts, and return whether anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1e9, help="how long to search")
    parser.add_argument("--cases", type=int, default=1 << 60, help="how many files to try")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first file")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--each", type=int, help="damage every honest file so often")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    worst: dict[str, tuple[float, float]] = {}
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="understudy-hostile-") as scratch:
        pool = samples(set(options.kinds), Path(scratch))
        require_honest(pool, Path(scratch))
        last = len(pool) * options.each if options.each else 1 << 60
        end = time.monotonic() + options.seconds
        for number in range(options.first, min(options.first + options.cases, last)):
            if time.monotonic() > end:
                break
            sample, content = chosen(pool, options.kinds, number, options.each, options.seed)
            with tempfile.TemporaryDirectory(dir=scratch) as folder:
                ending = run_case(sample, content, Path(folder))
            told = ending.told
            if sum(counts.values()) % TOLD_EVERY == TOLD_EVERY - 1:
                sys.stderr.write(f"{sum(counts.values()) + 1} files\n")
            counts[sample.kind, told.partition(":")[0]] += 1
            slowest, largest = worst.get(sample.kind, (0.0, 0.0))
            worst[sample.kind] = (max(slowest, ending.seconds), max(largest, ending.memory))
            if told not in (READ, REFUSED):
                found.append(_kept(options.seed, number, sample, content, told))
                sys.stdout.write(found[-1] + "\n")
                sys.stdout.flush()
    _tell(counts, worst)
    return 1 if found else 0


def _kept(seed: int, number: int, sample: Sample, content: bytes, told: str) -> str:
    """Save a file that brought something out, and return the line that tells of it."""
    FINDINGS.mkdir(parents=True, exist_ok=True)
    path = FINDINGS / f"{sample.kind}-{seed}-{number}-{sample.name}"
    path.write_bytes(content)
    return f"{sample.kind} {number} (seed {seed}): {told}; kept as {path.relative_to(PROJECT)}"


def _tell(counts: Counter[tuple[str, str]], worst: dict[str, tuple[float, float]]) -> None:
    endings = sorted({ending for _, ending in counts} | {READ, REFUSED, "crash", "hang", "large", "fault"})
    sys.stdout.write(
        f"{'kind':<12}" + "".join(f"{ending:>9}" for ending in endings) + "   slowest s  most MiB\n"
    )
    for kind, (slowest, largest) in worst.items():
        row = "".join(f"{counts[kind, ending]:>9}" for ending in endings)
        sys.stdout.write(f"{kind:<12}{row}{slowest:>12.2f}{largest:>10.0f}\n")
    sys.stdout.write(f"{sum(counts.values())} files\n")


if __name__ == "__main__":
    sys.exit(main())
