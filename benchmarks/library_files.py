"""Files of many small made-up motions, quickly: a few thousand performances, each varied many times."""

from __future__ import annotations

import io
import random
import sys
import time
from pathlib import Path

import numpy as np
from library_moves import bodies, make_up, perform

from understudy.motion import HumanMotion, Provenance
from understudy.motion.archive import zipped

WORDS = ("walk", "run", "jump", "dance", "slow", "fast", "left", "right", "wave", "kick", "turn", "reach")
PROJECTS = tuple(f"project{index}" for index in range(10))
SUBJECTS = tuple(f"s{index:03d}" for index in range(200))
TAGS = tuple(f"tag{index}" for index in range(30))
"""What motions are described by, and searched for."""

_VARIED = 25
_FRAMES = 24
_FOLDER = 1000


def given_of(project: str) -> list[str]:
    """Return what is said of all motions of a data set when it is imported."""
    first = 3 * PROJECTS.index(project)
    tags = (word for tag in TAGS[first : first + 3] for word in ("--tag", tag))
    return ["--project", project, *tags]


def make_files(folder: Path, count: int) -> None:
    """Write files of motions, and for each data set an index that describes them, unless they are there."""
    if (folder / PROJECTS[-1] / "index.txt").is_file():
        return
    start = time.process_time()
    people = bodies()
    lines: dict[str, list[str]] = {project: [] for project in PROJECTS}
    generator = np.random.default_rng(0)
    for base in range(-(-count // _VARIED)):
        human = perform(make_up(base), people[base % len(people)], base, fps=20.0)
        for variant in range(min(_VARIED, count - base * _VARIED)):
            number = base * _VARIED + variant
            project = PROJECTS[number * len(PROJECTS) // count]
            name = f"{number // 100:d}_{number % 100:02d}.npz"
            path = folder / project / f"{number // _FOLDER:03d}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_content(_varied(human, generator)))
            draw = random.Random(number)
            words = " ".join(draw.sample(WORDS, 4))
            lines[project].append(f"{path.stem}\t{words}")
    for project, told in lines.items():
        (folder / project / "index.txt").write_text("\n".join(told), encoding="utf-8")
    sys.stdout.write(f"made {count} files in {time.process_time() - start:.0f} s of processor time\n")


def _varied(human: HumanMotion, generator: np.random.Generator) -> HumanMotion:
    """Return a part of a motion whose limbs go other ways by centimetres, and at another pace."""
    count = human.frame_count
    first = generator.uniform(0.0, 0.2) * count
    frames = np.linspace(first, generator.uniform(0.8, 1.0) * (count - 1), _FRAMES).round().astype(int)
    times = np.linspace(0.0, np.pi, _FRAMES)
    waves = np.stack([np.sin((order + 1) * times) for order in range(3)], axis=1)
    offsets = waves @ generator.normal(0.0, 0.04, (3, len(human.names) * 3))
    landmarks = human.landmarks[frames] + offsets.reshape(_FRAMES, -1, 3)
    fps = float(generator.uniform(10.0, 40.0))
    return HumanMotion(human.names, landmarks, fps, provenance=Provenance(source="made up"))


def _content(human: HumanMotion) -> bytes:
    """Return what saving writes, without waiting for the disk each time."""
    arrays = {
        "landmarks": human.landmarks.astype(np.float32),
        "names": np.array(human.names),
        "fps": np.array(human.fps),
        "valid": human.valid_mask,
        "contacts": human.contact_mask,
        "sizes": np.array("{}"),
        "provenance": np.array(human.provenance.to_json()),
        "kind": np.array("human_motion"),
        "format_version": np.array(2),
    }
    members = {}
    for name, array in arrays.items():
        member = io.BytesIO()
        np.lib.format.write_array(member, array, allow_pickle=False)
        members[f"{name}.npy"] = member.getvalue()
    return zipped(members)
