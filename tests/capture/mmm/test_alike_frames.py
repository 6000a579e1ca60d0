"""Frames of MMM that are alike are read by a short way, with the same numbers and the same complaints."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.capture.both_ways import require_same
from understudy.capture.mmm import alike_frames
from understudy.capture.mmm.document import parse_mmm
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.kernels.compilation import Kernel

FRAMES = 20
DAMAGES = 500
BITS = (
    b"",
    b"<",
    b">",
    b"/",
    b"&#49;",
    b"<!--",
    b"-->",
    b'"',
    b"0",
    b"-",
    b"-0",
    b"+",
    b".",
    b"e",
    b"9" * 12,
)
MORE_BITS = (
    b" ",
    b"\n",
    b"\x0b",
    b"\x00",
    b"\xff",
    b"nan",
    b"1E5",
    b".e",
    b"--",
    b"e2",
    b"12 ",
    b"<a/>",
    b"'",
)


def document(more: str = "") -> bytes:
    rows = np.random.default_rng(1).normal(size=(FRAMES, 8))
    # So small a number is left to Python.
    rows[3, 7] = 3.968179951296946e-17
    frames = "\n".join(
        f"<MotionFrame><Timestep>{0.01 * index}</Timestep>\n<RootPosition>{row[0]} {row[1]}  {row[2]}"
        f"</RootPosition><RootRotation>{row[3]}\t{row[4]} -0.0</RootRotation>"
        f"<JointPosition>{row[6]} {row[7]}</JointPosition>{more}</MotionFrame>"
        for index, row in enumerate(rows)
    )
    joints = '<Joint name="a"/><Joint name="b"/>'
    return (
        f'<?xml version="1.0"?><MMM><Motion name="m"><JointOrder>{joints}</JointOrder>'
        f"<MotionFrames>{frames}</MotionFrames></Motion></MMM>"
    ).encode()


def outcome(content: bytes) -> Any:
    try:
        found = parse_mmm(Source(Path("take.xml"), content))
    except CaptureError as error:
        return str(error)
    motions = [
        {field.name: getattr(motion, field.name) for field in fields(motion)} for motion in found.motions
    ]
    plain = [
        {name: value.tobytes() if isinstance(value, np.ndarray) else value for name, value in motion.items()}
        for motion in motions
    ]
    return plain, found.version, found.custom


@pytest.mark.parametrize("more", ["", "<Mine>1</Mine>", "<JointVelocity>1 2</JointVelocity>", "<!-- 1 -->"])
def test_documents_are_read_as_with_care(more: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = require_same(outcome, document(more), monkeypatch)
    assert not isinstance(found, str)


def test_alike_frames_go_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames: True)
    alike = alike_frames.alike_frames(Source(Path("take.xml"), document()))
    assert alike is not None
    assert len(alike.texts.numbers) == FRAMES


def test_damaged_documents_are_judged_as_with_care(monkeypatch: pytest.MonkeyPatch) -> None:
    generator, content, bits = np.random.default_rng(3), document(), BITS + MORE_BITS
    sentences = set()
    for _ in range(DAMAGES):
        start = int(generator.integers(len(content)))
        stop = start + int(generator.integers(3))
        damaged = content[:start] + bits[int(generator.integers(len(bits)))] + content[stop:]
        found = require_same(outcome, damaged, monkeypatch)
        sentences.add(found if isinstance(found, str) else "")
    assert len(sentences) > 20
