"""Write the motions that ship with the package: ``python -m understudy.synth [FOLDER]``.

Without a folder the shipped files themselves are written anew, which has to leave every byte as it is
unless a motion was changed on purpose.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from understudy.data import BUILT_IN_MOTIONS, built_in_motion
from understudy.export.captures.bvh import write_bvh
from understudy.synth import make


def main(arguments: Sequence[str] | None = None) -> None:
    """Write every built-in motion as BVH and name the files."""
    parser = argparse.ArgumentParser(prog="python -m understudy.synth", description=main.__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where to write; by default the package's data")
    folder = parser.parse_args(arguments).folder
    for name in BUILT_IN_MOTIONS:
        shipped = built_in_motion(name)
        path = shipped if folder is None else folder / shipped.name
        motion = make(name)
        write_bvh(path, motion.skeleton, motion.root_positions, motion.local_rotations, motion.fps)
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
