"""From a capture to a person's motion, kept beside the results so that no robot has to wait for it twice."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from understudy.anatomy import ESTIMATED, HELD, MEASURED, AngleOptions, anatomical_angles
from understudy.anatomy.names import NECK
from understudy.capture import read_capture
from understudy.capture.source import read_source
from understudy.clean import clean
from understudy.errors import InvalidMotionError
from understudy.human import human_from_recording
from understudy.motion import HumanMotion
from understudy.motion.archive import naming_file, write_bytes
from understudy.opening import read_file
from understudy.study.captures import Capture
from understudy.study.infant_files import write_infant

_MOST_BYTES = 1 << 20
HEADS = {MEASURED: "eyes", ESTIMATED: "estimated", HELD: "unknown"}
"""Where the direction of a head comes from, by the flag of most frames."""


@dataclass(frozen=True)
class Prepared:
    """A recording that is ready to be performed.

    Attributes:
        name: Its name in tables.
        kind: What the reader took it for.
        frames: How many frames.
        fps: Frames a second [1/s].
        sha256: Hash of the capture's bytes and of what is stated beside it.
        head: ``eyes`` where the head's direction was measured, ``estimated`` where ears or nose had to stand
            in for the eyes, ``unknown`` where nothing of the face was seen.
        unseen: Share of points that were not seen in the capture.
        motion: File name of the person's motion.
    """

    name: str
    kind: str
    frames: int
    fps: float
    sha256: str
    head: str
    unseen: float
    motion: str


def capture_digest(path: Path) -> str:
    """Return a hash of a capture's bytes and of its sidecar."""
    source = read_source(path)
    digest = hashlib.sha256(repr(source.sidecar).encode())
    digest.update(source.sha256.encode())
    return digest.hexdigest()


def prepare(capture: Capture, folder: Path, code: str) -> Prepared:
    """Make up a capture where it is not there yet, read and clean it, and save the person's motion.

    What was prepared before from the same bytes by the same code is used again.

    Args:
        capture: The recording.
        folder: Where to save.
        code: What stands for the code, in file names.

    Raises:
        CaptureError, InvalidMotionError: Where it cannot be read or is no body.
        OutputError: Where files cannot be written.
    """
    if capture.infant is not None:
        write_infant(capture.path.parent, capture.infant)
    sha256 = capture_digest(capture.path)
    key = hashlib.sha256(f"{sha256} {code}".encode()).hexdigest()[:12]
    facts_path = folder / f"facts_{key}.json"
    if facts_path.exists():
        return _read_facts(facts_path)
    captured = read_capture(capture.path)
    recording = clean(captured)
    human = human_from_recording(recording)
    motion = f"human_{key}.npz"
    facts = Prepared(
        name=capture.name,
        kind=recording.dialect,
        frames=human.frame_count,
        fps=float(human.fps),
        sha256=sha256,
        head=_head(human),
        unseen=float(np.mean(~captured.valid_mask)),
        motion=motion,
    )
    human.save(folder / motion)
    # The facts come last, so that where they are, the motion is.
    write_bytes(facts_path, (json.dumps(asdict(facts), indent=1) + "\n").encode())
    return facts


def _head(human: HumanMotion) -> str:
    """Return where the head's direction comes from in most frames; refuses what is no body."""
    angles = anatomical_angles(human, AngleOptions())
    flags = [angles.flag(name) for name in NECK if name in angles.names]
    if not flags:
        return HEADS[HELD]
    counts = np.bincount(np.concatenate(flags), minlength=len(HEADS))
    return HEADS[int(counts[: len(HEADS)].argmax())]


def _read_facts(path: Path) -> Prepared:
    with naming_file(path):
        try:
            return Prepared(**json.loads(read_file(path, _MOST_BYTES)))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidMotionError(f"cannot be read ({error}); delete it and run again") from error
