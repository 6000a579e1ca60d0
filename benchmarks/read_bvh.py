"""How fast and in how much memory a long BVH file is read, against bvhtoolbox and bvhio.

    pip install bvhtoolbox bvhio
    python benchmarks/read_bvh.py [--frames 72000] [--patience 900] [FILE]

Without a file, ten minutes of walking at 120 Hz by a skeleton of 31 joints are made up. Every reader runs in
a new process that has imported it already. Ours returns points and rotations of all joints in the world,
placed and recognised; bvhio's hierarchy comes nearest to that, the other two only hold the file's numbers.
Memory is what the process takes at most beyond what it took before reading.
"""

from __future__ import annotations

import argparse
import importlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

FPS = 120.0
FRAMES = 72_000
REPEATS = 3
EXTRA_JOINTS = (("LHipJoint", "Hips"), ("RHipJoint", "Hips"), ("LThumb", "LeftHand"), ("RThumb", "RightHand"))
"""What the CMU skeleton has beyond ours, to make up its 31 joints."""

Read = Callable[[str], int]


def understudy() -> Read:
    """Return our reader; it gives the bytes of the arrays that it returns."""
    # The kernels, and Numba with them, are imported here as the others import all that they need.
    from understudy.capture import read_capture
    from understudy.capture.bvh import kernel as bvh_kernel
    from understudy.capture.text import table_kernel

    assert callable(bvh_kernel.pose_points) and callable(table_kernel.parse_cells)

    def read(path: str) -> int:
        recording = read_capture(path)
        assert recording.rotations is not None
        return recording.points.nbytes + recording.rotations.nbytes

    return read


def bvhtoolbox() -> Read:
    """Return bvhtoolbox's reader of numbers."""
    peer = importlib.import_module("bvhtoolbox")
    return lambda path: peer.get_motion_data(peer.BvhTree(Path(path).read_text())).nbytes


def bvhio_file() -> Read:
    """Return bvhio's reader of a file's content."""
    peer = importlib.import_module("bvhio")
    return lambda path: peer.readAsBvh(path).FrameCount


def bvhio_hierarchy() -> Read:
    """Return bvhio's reader that makes transforms of all joints."""
    peer = importlib.import_module("bvhio")
    return lambda path: len(peer.readAsHierarchy(path).Keyframes)


READERS: dict[str, tuple[Callable[[], Read], int]] = {
    "understudy": (understudy, REPEATS),
    "bvhtoolbox, numbers": (bvhtoolbox, 1),
    "bvhio, file": (bvhio_file, 1),
    "bvhio, hierarchy": (bvhio_hierarchy, 1),
}
"""Reader by name, and how often it reads."""


def main() -> int:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="How fast a long BVH file is read.")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--patience", type=float, default=900.0, help="longest time for a reader [s]")
    parser.add_argument("--worker", choices=READERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        sys.stdout.write(json.dumps(measure(options.worker, options.file)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = options.file or str(Path(folder) / "long.bvh")
        if options.file is None:
            write_long_walk(path, options.frames)
        # Compiled kernels are cached; compiling them is measured elsewhere.
        in_new_process("understudy", path, options.patience)
        sys.stdout.write(f"{path}: {Path(path).stat().st_size / 1e6:.0f} MB\n\n")
        found = {name: in_new_process(name, path, options.patience) for name in READERS}
    sys.stdout.write(table(found, options.patience))
    return 0


def write_long_walk(path: str, frames: int) -> None:
    """Write a long walk with the joints of the CMU skeleton."""
    from understudy.capture import Skeleton
    from understudy.export.captures.bvh import write_bvh
    from understudy.synth import make

    motion = make("walk", seconds=frames / FPS, fps=FPS)
    ours = motion.skeleton
    count = ours.joint_count
    skeleton = Skeleton(
        names=(*ours.names, *(name for name, _ in EXTRA_JOINTS)),
        parents=(*ours.parents, *(ours.names.index(parent) for _, parent in EXTRA_JOINTS)),
        offsets=np.concatenate([ours.offsets, np.full((len(EXTRA_JOINTS), 3), 0.02)]),
        end_offsets=ours.end_offsets,
    )
    turns = np.tile([1.0, 0.0, 0.0, 0.0], (frames, skeleton.joint_count, 1))
    turns[:, :count] = motion.local_rotations
    write_bvh(path, skeleton, motion.root_positions, turns, FPS)


def measure(name: str, path: str) -> dict[str, float]:
    """Return times [s] of the first and the fastest reading, memory taken, and bytes returned."""
    make_reader, repeats = READERS[name]
    read = make_reader()
    before = _peak_bytes()
    times: list[float] = []
    returned = taken = 0
    for _ in range(repeats):
        start = time.perf_counter()
        returned = read(path)
        times.append(time.perf_counter() - start)
        taken = taken or _peak_bytes() - before
    return {"first": times[0], "best": min(times), "taken": taken, "returned": returned}


def _peak_bytes() -> int:
    """Return the most memory that this process has taken."""
    status = Path("/proc/self/status")
    if status.exists():
        # Here a new process does not begin with its parent's peak.
        return (
            int(next(line.split()[1] for line in status.read_text().splitlines() if "VmHWM" in line)) * 1024
        )
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def in_new_process(name: str, path: str, patience: float) -> dict[str, float] | None:
    """Return what one reader takes, None where it takes longer than ``patience`` [s]."""
    command = [sys.executable, __file__, "--worker", name, path]
    try:
        done = subprocess.run(command, check=True, capture_output=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout.splitlines()[-1])


def table(found: dict[str, dict[str, float] | None], patience: float) -> str:
    """Return the results in Markdown, times as multiples of ours as well."""
    ours = found["understudy"]
    assert ours is not None
    lines = [
        "| reader | first [s] | best [s] | × ours | memory [MB] | × arrays |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, result in found.items():
        if result is None:
            lines.append(f"| {name} | > {patience:.0f} | | > {patience / ours['best']:.0f} | | |")
            continue
        share = result["taken"] / ours["returned"]
        lines.append(
            f"| {name} | {result['first']:.2f} | {result['best']:.2f} | {result['best'] / ours['best']:.1f} "
            f"| {result['taken'] / 1e6:.0f} | {share:.1f} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
