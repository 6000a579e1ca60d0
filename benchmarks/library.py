"""The motion library at size: import under kills, search, likeness, pages for many readers, memory.

    python benchmarks/library.py --count 100000 --database sqlite --folder out/library-bench
    python benchmarks/library.py --descriptors 1000          # only how well likeness is found

How it is counted, fixed before it was first run:

- The motions are small files of made-up moves (``library_moves``), each different: ten data sets with an
  index each. They are imported by ``understudy library import``, one command for each data set, in processes
  that are killed with SIGKILL when a third and two thirds of all are in the database; each time all commands
  are given again. Nothing is lost or doubled when motions, files, contents, descriptors, lines of the log and
  indexed texts are as many as files were made, and every hash is there once.
- Filtered searches: drawn queries of one to three conditions on words, descriptions, lengths, and the
  projects, subjects and tags that the library has, a page of 50 each, timed around ``Library.find`` in an
  open library, after ten that are not counted.
- Similar motions: drawn motions as queries, ten neighbours each, timed around ``Library.similar``; recall@10
  is the share of the ten nearest by brute force over all kept descriptors, mirror images included.
- Descriptors: a held-out move (numbers that nothing was tuned on) as one adult performs it is in the library;
  the query is the same move by somebody else, in a mirror, at another pace, turned and elsewhere, or all of
  it. It is found where the nearest of all motions is the move itself.
- Readers: 50 connections, each asking for the next of 40 different list pages and thinking for a second in
  between, as a person does who clicks quickly; and the same without thinking, as a comparison. Time from
  request to the last byte.
- Memory: the server's resident set after 1000 and after 11,000 requests for list pages, motions and searches.

Every wall time has the processor time beside it: on a busy machine only the latter can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa
from library_bulk import fill
from library_files import PROJECTS, WORDS, given_of, make_files
from library_moves import bodies, make_up, moved, perform

from understudy.library import schema
from understudy.library.descriptor.descriptor import describe_motion, mirrored
from understudy.library.library import Library
from understudy.library.neighbours import unpacked
from understudy.library.place import configure
from understudy.library.query import Query

_HELD_OUT = 1_000_000
_QUERIES, _UNCOUNTED = 300, 10


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def percentiles(name: str, walls: list[float], processor: float) -> None:
    """Print how long something takes."""
    p50, p95, p99 = (1000.0 * float(np.percentile(walls, share)) for share in (50, 95, 99))
    say(
        f"{name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms wall; "
        f"{1000.0 * processor / len(walls):.1f} ms of processor time on average ({len(walls)})"
    )


def timed(name: str, tasks: list[Callable[[], object]]) -> None:
    """Time tasks one by one."""
    for task in tasks[:_UNCOUNTED]:
        task()
    walls, own, begin = [], [], time.process_time()
    for task in tasks[_UNCOUNTED:]:
        start, used = time.perf_counter(), time.process_time()
        task()
        walls.append(time.perf_counter() - start)
        own.append(1000.0 * (time.process_time() - used))
    percentiles(name, walls, time.process_time() - begin)
    say(f"  of processor time: p95 {np.percentile(own, 95):.1f} ms, p99 {np.percentile(own, 99):.1f} ms")


def count_of(library: Library, table: sa.Table) -> int:
    """Return how many rows a table has."""
    with library.database.reading() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def import_under_kills(files: Path, place: Path, count: int, jobs: int) -> None:
    """Import with two kills, and check that nothing is lost or doubled."""
    start, used = time.perf_counter(), os.times()
    for share in (1 / 3, 2 / 3, 2.0):
        for project in PROJECTS:
            command = [sys.executable, "-m", "understudy", "library", "import", str(files / project)]
            command += [*given_of(project), "--library", str(place), "--jobs", str(jobs), "--json"]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
            if killed_at(process, place, share * count):
                break
            if process.returncode:
                raise SystemExit(f"the import ended with {process.returncode}")
    now = os.times()
    processor = now.children_user + now.children_system - used.children_user - used.children_system
    say(f"imported in {time.perf_counter() - start:.0f} s wall, {processor:.0f} s of processor time")
    tables = (schema.motions, schema.files, schema.blobs, schema.descriptors, schema.imports, schema.audit)
    with Library.open(place) as library:
        found = {table.name: count_of(library, table) for table in tables}
        with library.database.reading() as connection:
            words = connection.exec_driver_sql("SELECT count(*) FROM motion_words").scalar()
            distinct = connection.scalar(sa.select(sa.func.count(sa.distinct(schema.motions.c.sha256))))
        kept = len(library.blobs.names())
    whole = {**found, "texts": words, "distinct": distinct, "kept": kept}
    verdict = "nothing lost, nothing doubled" if set(whole.values()) == {count} else "NOT WHOLE"
    say(f"after two kills: {verdict}: {whole}")


def killed_at(process: subprocess.Popen[bytes], place: Path, count: float) -> bool:
    """Wait for an import, and kill it once so many motions are in the database; return whether it was."""
    with Library.open(place) as library:
        while process.poll() is None:
            time.sleep(0.5)
            done = count_of(library, schema.motions)
            if done >= count:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                say(f"killed with {done} motions in the database")
                return True
    return False


@dataclass(frozen=True)
class Held:
    """What a library's motions can be found by: names of projects, codes of subjects, tags."""

    projects: list[str]
    subjects: list[str]
    tags: list[str]

    @classmethod
    def by(cls, library: Library) -> Held:
        """Return what a library has motions of, in order."""
        motions = schema.motions
        projects, subjects = schema.projects, schema.subjects
        asked = (
            sa.select(projects.c.name).where(projects.c.id.in_(sa.select(motions.c.project_id))),
            sa.select(subjects.c.code).where(subjects.c.id.in_(sa.select(motions.c.subject_id))),
            sa.select(schema.motion_tags.c.tag).distinct(),
        )
        with library.database.reading() as connection:
            return cls(*(sorted(connection.scalars(statement)) for statement in asked))


def drawn_query(draw: random.Random, held: Held) -> Query:
    """Return a query of one to three conditions."""
    conditions: dict[str, Callable[[], object]] = {
        "text": lambda: " ".join(draw.sample(WORDS, draw.choice((1, 2)))),
        "categories": lambda: (
            draw.choice(("locomotion", "locomotion/bipedal/walk", "dance", "speed/slow")),
        ),
        "project": lambda: draw.choice(held.projects),
        "subject": lambda: draw.choice(held.subjects),
        "tag": lambda: draw.choice(held.tags),
        "shortest": lambda: draw.uniform(0.5, 2.0),
        "longest": lambda: draw.uniform(0.5, 2.0),
    }
    names = draw.sample(sorted(conditions), draw.randint(1, 3))
    found: dict[str, Any] = {name: conditions[name]() for name in names}
    return Query(**found)


def search(place: Path) -> None:
    """Time filtered searches and similar motions, and say how many of the nearest are found."""
    draw = random.Random(1)
    with Library.open(place) as library:
        held = Held.by(library)
        queries = [drawn_query(draw, held) for _ in range(_QUERIES)]
        timed("filtered search", [lambda query=query: library.find(query) for query in queries])
        with library.database.reading() as connection:
            table = schema.descriptors
            rows = connection.execute(sa.select(table.c.motion_id, table.c.vector)).all()
        numbers = np.array([row.motion_id for row in rows])
        vectors = np.stack([unpacked(row.vector) for row in rows])
        begin = time.process_time()
        library.similar(int(numbers[0]))
        say(
            f"graph of {len(numbers)} descriptors ready after {time.process_time() - begin:.0f} s "
            "of processor time"
        )
        asked = [int(number) for number in draw.sample(sorted(numbers.tolist()), _QUERIES)]
        timed(
            "similar motions", [lambda number=number: library.similar(number, count=10) for number in asked]
        )
        timed(
            "similar motions of a project",
            [
                lambda number=number: library.similar(number, Query(project=draw.choice(held.projects)), 10)
                for number in asked[:60]
            ],
        )
        squares = np.sum(vectors**2, axis=1)
        found = 0
        for number in asked[:100]:
            own = int(np.flatnonzero(numbers == number)[0])
            distances = np.minimum(
                *(squares - 2.0 * vectors @ vector for vector in (vectors[own], mirrored(vectors[own])))
            )
            distances[own] = np.inf
            nearest = set(numbers[np.argsort(distances)[:10]].tolist())
            found += len(nearest & {each.motion.id for each in library.similar(number, count=10)})
        say(f"recall@10 against brute force: {found / 1000:.3f}")


def descriptors(count: int) -> None:
    """Say how often the same move is the nearest of all, for each way in which it differs."""
    people, draw = bodies(), random.Random(2)
    moves = [make_up(_HELD_OUT + index) for index in range(count)]
    originals = [perform(move, people[0], 0) for move in moves]
    kept = np.stack([describe_motion(human) for human in originals])
    squares = np.sum(kept**2, axis=1)
    right: dict[str, int] = dict.fromkeys(("another person", "mirrored", "faster", "turned", "all of it"), 0)
    for index, move in enumerate(moves):
        other, pace, angle = people[1 + index % 4], draw.choice((0.6, 1.5, 2.0, 3.0)), draw.uniform(-3.1, 3.1)
        versions = {
            "another person": perform(move, other, 7),
            "mirrored": originals[index].mirror(),
            "faster": perform(move, people[0], 0, pace=pace),
            "turned": moved(originals[index], angle, (3.0, -2.0)),
            "all of it": moved(perform(move, other, 9, pace=pace), angle, (3.0, -2.0)).mirror(),
        }
        for name, human in versions.items():
            vector = describe_motion(human)
            nearest = np.minimum(squares - 2.0 * kept @ vector, squares - 2.0 * kept @ mirrored(vector))
            right[name] += int(nearest.argmin() == index)
    for name, hits in right.items():
        say(f"descriptor, {name}: {100.0 * hits / count:.1f} % of {count} held-out moves are nearest")


async def readers(port: int, seconds: float, think: float, held: Held) -> list[float]:
    """Return how long each of 50 readers waited for pages [s]."""
    draw = random.Random(3)
    paths = [f"/?project={draw.choice(held.projects)}&tag={draw.choice(held.tags)}" for _ in range(20)]
    paths += [f"/?text={word}" for word in WORDS[:10]] + ["/?category=locomotion", "/"] * 5
    waited: list[float] = []

    async def reader(index: int) -> None:
        own = random.Random(index)
        stream, writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(own.uniform(0.0, max(think, 0.05)))
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            path = own.choice(paths).replace(" ", "%20")
            start = time.perf_counter()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            head = await stream.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            size = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            await stream.readexactly(size)
            waited.append(time.perf_counter() - start)
            await asyncio.sleep(think)
        writer.close()

    await asyncio.gather(*(reader(index) for index in range(50)))
    return waited


def resident(pid: int) -> float:
    """Return the memory of a process [MiB]."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


def processor_time(pid: int) -> float:
    """Return the processor time of a process [s]."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def many_requests(port: int, count: int, last: int, seed: int) -> None:
    """Ask for list pages, motions and searches, one after the other on a few connections."""
    draw = random.Random(seed)

    async def asker() -> None:
        stream, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(count // 4):
            path = draw.choice(
                (
                    f"/?before={draw.randint(2, last)}",
                    f"/api/motions/{draw.randint(1, last)}",
                    f"/api/motions?text={draw.choice(WORDS)}&before={draw.randint(2, last)}",
                    f"/api/motions/{draw.randint(1, last)}/thumbnail",
                )
            )
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            head = await stream.readuntil(b"\r\n\r\n")
            await stream.readexactly(int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]))
        writer.close()

    await asyncio.gather(*(asker() for _ in range(4)))


def time_pages(pid: int, port: int, held: Held) -> None:
    """Time list pages for 50 readers."""
    asyncio.run(readers(port, 5.0, 1.0, held))
    for think, name in ((1.0, "list pages, 50 readers who think for 1 s"), (0.0, "without thinking")):
        before = processor_time(pid)
        waited = asyncio.run(readers(port, 20.0, think, held))
        percentiles(name, waited, processor_time(pid) - before)


def watch_memory(pid: int, port: int, count: int) -> None:
    """Look at the server's memory while it answers requests for motions up to a number."""
    asyncio.run(many_requests(port, 1000, count, 4))
    sizes = [resident(pid)]
    for part in range(5):
        asyncio.run(many_requests(port, 2000, count, 5 + part))
        sizes.append(resident(pid))
    say(f"memory: {sizes[0]:.1f} MiB after 1000 requests, {sizes[-1]:.1f} MiB after 11,000")
    say(f"  every 2000 requests: {', '.join(f'{size:.1f}' for size in sizes)} MiB")


def serve_and_ask(place: Path, count: int, only: str | None) -> None:
    """Time list pages for 50 readers, look at the server's memory, or one of the two."""
    command = [sys.executable, "-m", "understudy", "library", "serve", "--library", str(place)]
    command += ["--port", "0", "--rate-limit", "0"]
    environment = {**os.environ, "COLUMNS": "200", "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    with Library.open(place) as library:
        held = Held.by(library)
    try:
        assert server.stderr is not None
        line = next(line for line in server.stderr if "serving at" in line)
        port = int(line.rpartition(":")[2])
        if only != "memory":
            time_pages(server.pid, port, held)
        if only != "serve":
            watch_memory(server.pid, port, count)
    finally:
        server.terminate()
        server.wait()


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description="The motion library at size.")
    parser.add_argument("--count", type=int, default=2000, help="motions")
    parser.add_argument("--database", default="sqlite", help="sqlite, or postgresql: started here")
    parser.add_argument("--folder", type=Path, default=Path("out/library-bench"))
    parser.add_argument("--bulk", action="store_true", help="fill by rows instead of importing files")
    parser.add_argument("--kept", action="store_true", help="use the library that an earlier run has left")
    parser.add_argument("--only", choices=("import", "search", "serve", "memory"), help="one of them")
    parser.add_argument("--jobs", type=int, default=1, help="processes that import")
    parser.add_argument("--descriptors", type=int, metavar="N", help="only the descriptors, on N moves")
    options = parser.parse_args()
    say(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    if options.descriptors:
        descriptors(options.descriptors)
        return 0
    files = options.folder / f"files-{options.count}"
    if not options.bulk and not options.kept:
        make_files(files, options.count)
    place = options.folder / f"{options.database}-{options.count}{'-bulk' if options.bulk else ''}"
    if options.database == "sqlite":
        run(files, place, "", options)
        return 0
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.library import postgresql

    # As it is set up by Debian: what is written is on the disk.
    with postgresql.running(place.with_name(f"{place.name}-server").resolve(), {}) as server:
        run(files, place, "" if options.kept else server.new_database(), options)
    return 0


def run(files: Path, place: Path, database: str, options: argparse.Namespace) -> None:
    """Run everything on one database."""
    if options.kept and not place.exists():
        raise SystemExit(f"{place} is not there, expected what an earlier run has left")
    if place.exists() and not options.kept:
        raise SystemExit(f"{place} is there already, expected a new folder: remove it first, or --kept")
    say(f"{options.database}, {options.count} motions")
    if not options.kept:
        configure(place, database)
    if options.kept:
        say("as an earlier run has left them")
    elif options.bulk:
        with Library.open(place) as library:
            begin = time.process_time()
            fill(library, options.count)
            say(f"filled in {time.process_time() - begin:.0f} s of processor time")
    else:
        import_under_kills(files, place, options.count, options.jobs)
    if options.only in (None, "search"):
        search(place)
    if options.only in (None, "serve", "memory"):
        serve_and_ask(place, options.count, options.only)


if __name__ == "__main__":
    sys.exit(main())
