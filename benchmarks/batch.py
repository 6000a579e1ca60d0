"""Batches of many clips: speed by processes, share of time in kernels, memory, kills, and Ray.

    python benchmarks/batch.py speed [--clips 1000] [--robot g1]  one process against several, and memory
    python benchmarks/batch.py kernels [--clips 60]               where a job's time goes; two threads
    python benchmarks/batch.py kills [--clips 60] [--kills 20] [--engine ray]  kill -9 and resume
    python benchmarks/batch.py ray [--clips 200] [--workers 2]    a cluster here, of which a worker is killed

Clips are made up, of ten formats in turn, 4 s at 60 Hz; every twentieth is broken. They are kept in
``--folder`` (out/batch-clips) and made once. Everything that is random comes from a seed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import batch_stages

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

PROJECT = Path(__file__).resolve().parent.parent
FORMATS = ("bvh", "amass", "mmm", "csv", "npz", "trc", "c3d", "openpose", "mediapipe", "kinect_v2")
MOTIONS = ("walk", "slow_walk", "wave", "squat", "reach", "bend", "twist_lift", "fly", "turn_handle")
SECONDS, FPS = 4.0, 60.0
BROKEN_EVERY = 20
SPEED_BAR, KERNEL_BAR, RAY_BAR = 1.7, 0.6, 0.8


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("speed", "kernels", "kills", "ray"))
    parser.add_argument("--folder", default="out/batch-clips", help="where clips are kept")
    parser.add_argument("--clips", type=int, default=60)
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=5, help="of which the fastest counts, for kernels")
    parser.add_argument("--engine", default="processes", help="whose batches are killed")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    options.clips_folder = make_clips(Path(options.folder), options.clips)
    measures: dict[str, Callable[[argparse.Namespace], None]] = {
        "speed": measure_speed,
        "kernels": measure_kernels,
        "kills": measure_kills,
        "ray": measure_ray,
    }
    measures[options.what](options)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def make_clips(folder: Path, count: int) -> Path:
    """Return a folder with ``count`` clips, made where they are not there yet."""
    from understudy.synth import Corruption, make, record
    from understudy.synth.formats import RENDERINGS

    place = folder / str(count)
    if (place / "complete").exists():
        return place / "clips"
    shutil.rmtree(place, ignore_errors=True)
    for index in range(count):
        rendering = RENDERINGS[FORMATS[index % len(FORMATS)]]
        motion = make(MOTIONS[index % len(MOTIONS)], SECONDS, FPS, seed=index)
        path = place / "clips" / f"{index % 10}" / f"{index:05d}{rendering.suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        if index % BROKEN_EVERY == BROKEN_EVERY - 1:
            path = path.with_suffix(".bvh")
            path.write_bytes(b"HIERARCHY\nROOT Hips {\n OFFSET 0 0 zero\n" if index % 3 else b"")
        else:
            rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption(), index))
    (place / "complete").touch()
    return place / "clips"


def command(options: argparse.Namespace, output: Path, *more: str) -> list[str]:
    """Return the command of a batch without pictures."""
    words = ["batch", str(options.clips_folder), "--robot", options.robot, "-o", str(output)]
    return [sys.executable, "-m", "understudy.cli", *words, "--pictures", "0", *more]


def start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a command with this package, in a session of its own.

    Linux shares a busy processor out by sessions, and Ray's processes have their own.
    """
    environment = os.environ | {"PYTHONPATH": str(PROJECT / "src")}
    silence = subprocess.DEVNULL
    return subprocess.Popen(words, env=environment, stdout=silence, stderr=silence, start_new_session=True)


def children_of(process: int) -> list[int]:
    """Return a process and all below it."""
    found = [process]
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            found += children_of(int(child))
    return found


def resident_bytes(process: int) -> int:
    """Return the memory of a process and all below it."""
    total = 0
    for each in children_of(process):
        with contextlib.suppress(OSError):
            total += int(Path(f"/proc/{each}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return total


def lines_in(output: Path) -> int:
    """Return how many jobs the manifest of a batch has."""
    try:
        return (output / "manifest.jsonl").read_bytes().count(b"\n")
    except OSError:
        return 0


def timed(words: Sequence[str], output: Path) -> tuple[float, list[tuple[int, int]]]:
    """Run a batch; return the time [s] from its first job to its last, and memory [bytes] by jobs done."""
    process = start(words)
    memory: list[tuple[int, int]] = []
    first, last, count = 0.0, 0.0, 0
    while process.poll() is None:
        now = lines_in(output)
        if now > count:
            first, last, count = first or time.perf_counter(), time.perf_counter(), now
            memory.append((now, resident_bytes(process.pid)))
        time.sleep(0.05)
    return last - first, memory


def measure_speed(options: argparse.Namespace) -> None:
    """Compare one process with several."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = {}
        for jobs in (1, options.jobs):
            output = Path(folder, f"jobs{jobs}")
            seconds[jobs], memory = timed(command(options, output, "--jobs", str(jobs)), output)
            rate = (options.clips - 1) / seconds[jobs]
            say(f"--jobs {jobs}: {seconds[jobs]:.1f} s for {options.clips - 1} clips, {rate:.2f} clips/s")
            _, early = min(memory, key=lambda each: abs(each[0] - options.clips // 4))
            say(f"  memory: {early / 2**20:.0f} MiB at a quarter, {memory[-1][1] / 2**20:.0f} MiB at the end")
        ratio = seconds[1] / seconds[options.jobs]
        say(f"{options.jobs} processes: {ratio:.2f} × one (bar: ≥ {SPEED_BAR} × on 2 cores)")


def measure_kernels(options: argparse.Namespace) -> None:
    """Measure where the processor time of warm jobs goes, and what a second thread would bring."""
    from understudy.batch.batch import Batch
    from understudy.batch.inputs import find_inputs
    from understudy.batch.job import Job
    from understudy.batch.run_job import run_job

    with tempfile.TemporaryDirectory() as folder:
        batch = Batch((str(options.clips_folder),), (options.robot,), folder)
        jobs = [
            Job(str(index), found, options.robot, batch.recipe, folder)
            for index, found in enumerate(find_inputs(batch.places))
        ]
        for job in jobs[: 2 * len(FORMATS)]:
            run_job(job)
        say("processor time of a job [ms] / of it in kernels:")
        say(batch_stages.table(batch_stages.measure(jobs, FORMATS, options.repeats)))
        say(f"asked: at least {KERNEL_BAR:.0%} in kernels")
        seconds = {}
        for count in (1, 2, 1, 2):
            begun = time.perf_counter()
            with ThreadPoolExecutor(count) as pool:
                list(pool.map(run_job, jobs))
            seconds[count] = min(seconds.get(count, float("inf")), time.perf_counter() - begun)
        say(f"two threads instead of processes: {seconds[1] / seconds[2]:.2f} × one")


def measure_kills(options: argparse.Namespace) -> None:
    """Kill batches or one of their workers again and again, and compare what comes in the end."""
    generator = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        undisturbed, killed = Path(folder, "undisturbed"), Path(folder, "killed")
        start(command(options, undisturbed)).wait()
        for number in range(options.kills):
            wanted = options.clips * (number + generator.random()) / options.kills
            more = ("--jobs", str(options.jobs), "--engine", options.engine)
            process = start(command(options, killed, *more))
            _wait_for(process, killed, wanted)
            time.sleep(0.5 * generator.random())
            workers = children_of(process.pid)[1:]
            whom = "the batch"
            if workers and generator.random() < 0.25:
                os.kill(generator.choice(workers), signal.SIGKILL)
                _wait_for(process, killed, lines_in(killed) + 1)
                whom = "a worker, then the batch"
            process.kill()
            say(f"kill {number + 1}: {whom} after {lines_in(killed)} jobs, exit code {process.wait()}")
        start(command(options, killed)).wait()
        compare(undisturbed, killed)


def _wait_for(process: subprocess.Popen[bytes], output: Path, lines: float) -> None:
    """Wait until a batch has done so many jobs, or has ended."""
    while process.poll() is None and lines_in(output) < lines:
        time.sleep(0.005)


def compare(one: Path, other: Path) -> None:
    """Say whether two folders of results hold the same bytes, and end with an error where they do not."""
    found = [
        {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.name != "manifest.jsonl"
        }
        for folder in (one, other)
    ]
    differing = sorted(
        name for name in found[0].keys() | found[1].keys() if found[0].get(name) != found[1].get(name)
    )
    keys = [line.split(b'"', 4)[3] for line in (other / "manifest.jsonl").read_bytes().splitlines()]
    say(f"{len(found[0])} files, {len(differing)} differ; {len(keys)} records, {len(set(keys))} jobs")
    if differing:
        raise SystemExit(f"not the same: {', '.join(differing[:10])}")


def measure_ray(options: argparse.Namespace) -> None:
    """Compare a cluster of this machine, of which a worker is killed, with processes of the same number."""
    with tempfile.TemporaryDirectory() as folder:
        local, ray = Path(folder, "processes"), Path(folder, "ray")
        count = ("--jobs", str(options.workers))
        seconds, _ = timed(command(options, local, *count), local)
        ray_seconds, _ = timed(command(options, ray, *count, "--engine", "ray"), ray)
        say(f"{options.workers} processes: {seconds:.1f} s; as many of Ray's: {ray_seconds:.1f} s")
        say(f"Ray: {seconds / ray_seconds:.2f} × the local engine (bar: ≥ {RAY_BAR} ×)")
        compare(local, ray)
        disturbed = Path(folder, "disturbed")
        process = start(command(options, disturbed, *count, "--engine", "ray"))
        _wait_for(process, disturbed, options.clips // 3)
        victim = next(each for each in children_of(process.pid) if is_busy_worker(each))
        os.kill(victim, signal.SIGKILL)
        say(f"a worker of Ray's was killed after {lines_in(disturbed)} jobs, exit code {process.wait()}")
        compare(local, disturbed)


def is_busy_worker(process: int) -> bool:
    """Return whether a process is one of Ray's that does our work, by the name that it gives itself."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::_prepared")
    except OSError:
        return False


if __name__ == "__main__":
    main()
