"""The report is one self-contained page, complete, escaped, and the same each time."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from understudy.errors import OutputError, RenderError
from understudy.evaluate import evaluate, write_report
from understudy.motion import HumanMotion, Provenance, RobotMotion
from understudy.robots import Robot

Mover = Callable[..., RobotMotion]
Mimic = Callable[..., HumanMotion]
Performance = tuple[HumanMotion, RobotMotion, Robot]

EVIL = "<script>alert('x')</script>\"&$\\frac{"
"""A name that would run as a script or as a formula if it were not escaped."""

VOID = {"meta", "img", "br"}
SECTIONS = {
    "What it looks like",
    "Where is it worst?",
    "Does it move like the person?",
    "Do the feet stay where they stand?",
    "What carries when?",
    "Can the robot do it?",
    "Could floor and motors do it?",
    "Does it go through things?",
    "Where it came from",
}


HEADLINES = {
    "Legs off by",
    "Arms' regret (99 %)",
    "Legs' worst frame",
    "Largest acceleration",
    "Not converged",
}


class Reader(HTMLParser):
    """Collects tags and checks that every one that opens is closed in order."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an opening tag."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check a closing tag."""
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that closes itself."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note text with the tag that it stands in."""
        self.words.append((self.open[-1] if self.open else "", data))

    def texts(self, tag: str) -> set[str]:
        """Return the texts directly in tags of a kind."""
        return {text for inside, text in self.words if inside == tag}


def png() -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


@pytest.fixture(scope="module")
def performance(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> Performance:
    """Return a person with a strange file name, and the robot's motion after it with some errors."""
    swing = np.sin(np.linspace(0.0, 6.0, 12))
    contacts = np.zeros((12, 4), dtype=bool)
    contacts[3:8] = True
    human = mimic_robot(robot, move_robot(robot, shoulder_p_l=swing, knee_l=swing), contacts)
    motion = move_robot(robot, shoulder_p_l=0.9 * swing, knee_l=swing, elbow_r=0.1)
    return human, replace(motion, method=EVIL, provenance=Provenance(EVIL, "ab").then(EVIL, name=EVIL)), robot


def written(
    folder: Path,
    performance: Performance,
    stills: Mapping[str, Path] = MappingProxyType({}),
    video: Path | None = None,
    worst: Mapping[str, Path] = MappingProxyType({}),
) -> str:
    human, motion, robot = performance
    path = write_report(folder, human, motion, robot, evaluate(human, motion, robot), stills, video, worst)
    assert path == folder / "report.html"
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(performance: Performance, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the performance's page without pictures."""
    return written(tmp_path_factory.mktemp("report"), performance)


def test_the_page_is_whole(performance: Performance, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png())
    video = tmp_path / "my film.mp4"
    shots = {EVIL: tmp_path / "a.png"}
    page = written(tmp_path / "new" / "folder", performance, stills=shots, video=video, worst=shots)
    reader = Reader(page)
    assert reader.texts("h2") == SECTIONS
    assert reader.texts("h3") >= HEADLINES
    labels = {attributes.get("aria-label") for tag, attributes in reader.tags if tag == "svg"}
    assert len(labels) == 10
    (source,) = [attributes["src"] for tag, attributes in reader.tags if tag == "video"]
    assert source == "../../my%20film.mp4"
    images = [attributes for tag, attributes in reader.tags if tag == "img"]
    assert [image["alt"] for image in images] == [EVIL, EVIL]
    assert all(str(image["src"]).startswith("data:image/png;base64,iVBOR") for image in images)


def test_strangers_names_are_text_and_nothing_else(page: str) -> None:
    reader = Reader(page)
    assert not [tag for tag, _ in reader.tags if tag in {"script", "iframe", "object", "link"}]
    assert EVIL in reader.texts("b")
    assert EVIL in reader.texts("dt")
    assert any(EVIL in text for text in reader.texts("title"))


def test_joints_and_bodies_with_strange_names_are_drawn(
    build_robot: Callable[..., Robot], tmp_path: Path
) -> None:
    name = escape(EVIL)
    joint = f'<joint name="{name}" axis="0 0 1" range="-1 1"/><joint name="_関節" axis="0 1 0"/>'
    moving = f'<body name="{name}" pos="1 0 0"><geom size="0.1"/>{joint}</body>'
    bodies = f'<body name="chest"><geom size="0.1"/>{moving}</body>'
    robot = build_robot(
        f'<compiler angle="radian"/><worldbody>{bodies}</worldbody>', '[frames]\nchest = "chest"', "fixed"
    )
    q = np.linspace(-1.0, 1.0, 6)[:, None] * np.ones(2)
    motion = RobotMotion("part", "test", robot.joints, q, 30.0, np.ones(6))
    facing = np.tile([1.0, 0.0, 0.0, 0.0], (6, 1))
    human = HumanMotion(("neck",), np.zeros((6, 1, 3)), 30.0, frames={"chest": facing})
    reader = Reader(written(tmp_path, (human, motion, robot)))
    drawn = {text.strip() for text in reader.texts("text")}
    assert {f"{EVIL[:25]}…", "_関節"} <= drawn
    assert not [tag for tag, _ in reader.tags if tag == "script"]


def test_nothing_is_fetched_from_elsewhere(page: str) -> None:
    addresses = set(re.findall(r"\w+://[^\s\"'<>)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "default-src 'none'" in page
    assert "url(http" not in page


def test_both_colour_schemes_share_one_drawing(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    assert "var(--left)" in page
    assert "#0102" not in page
    declared = set(re.findall(r"(--[\w-]+):", page))
    assert set(re.findall(r"var\((--[\w-]+)\)", page)) <= declared


def test_drawings_do_not_share_ids_that_are_referred_to(page: str) -> None:
    drawings = re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL)
    seen: set[str] = set()
    for drawing in drawings:
        used = set(re.findall(r"url\(#([^)]+)\)|xlink:href=\"#([^\"]+)\"", drawing))
        names = {first or second for first, second in used}
        assert names <= set(re.findall(r'id="([^"]+)"', drawing))
        assert not names & seen
        seen |= names


def test_the_same_input_gives_the_same_page(page: str, performance: Performance, tmp_path: Path) -> None:
    assert written(tmp_path, performance) == page


def test_a_robot_without_feet_has_no_section_about_them(
    upper_body: Robot, move_robot: Mover, mimic_robot: Mimic, tmp_path: Path
) -> None:
    motion = move_robot(upper_body, elbow_l=np.linspace(0.0, 1.0, 12))
    reader = Reader(written(tmp_path, (mimic_robot(upper_body, motion), motion, upper_body)))
    assert "Do the feet stay where they stand?" not in reader.texts("h2")
    assert "What it looks like" not in reader.texts("h2")


def test_a_single_frame_can_be_reported(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic, tmp_path: Path
) -> None:
    motion = move_robot(robot, frames=1)
    Reader(written(tmp_path, (mimic_robot(robot, motion), motion, robot)))


def test_a_bad_place_or_picture_is_named(performance: Performance, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a picture", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot make the folder"):
        written(tmp_path / "file" / "inside", performance)
    with pytest.raises(OutputError, match="file into the report: not a PNG"):
        written(tmp_path, performance, stills={"a": tmp_path / "file"})
    with pytest.raises(OutputError, match="absent into the report: No such file"):
        written(tmp_path, performance, stills={"a": tmp_path / "absent"})
    assert not list(tmp_path.glob("*.html"))


def test_without_matplotlib_the_extra_is_named(
    performance: Performance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(RenderError, match=r"need matplotlib: pip install 'understudy\[view\]'"):
        written(tmp_path, performance)
