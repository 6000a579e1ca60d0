"""The studio in headless Chromium: drop, correct, turn a knob, compare, onboard and fix, save."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import understudy
from tests.view.web.browser import browser, new_page, until
from understudy.robots import load_robot
from understudy.robots.urdf_writer import write_urdf
from understudy.studio.app import Studio

pytest.importorskip("viser")

WALK = Path(understudy.__file__).parent / "data" / "walk.bvh"
DROP = """(files) => {
  const carried = new DataTransfer();
  for (const [name, content] of Object.entries(files)) {
    carried.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
  }
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    with Studio(tmp_path) as made:
        # A robot of simple shapes, which is drawn quickly without a graphics card.
        made.session.choose_robot("A", "nao")
        yield made


def drop(page: Any, **files: bytes) -> None:
    """Drop files together; an underscore stands for the dot in a name."""
    packed = {name.replace("_", "."): base64.b64encode(content).decode() for name, content in files.items()}
    page.evaluate(DROP, packed)


def control(page: Any, label: str) -> Any:
    """Return the control beside a label."""
    return page.locator(f"xpath=//label[normalize-space(.)='{label}']/following::input[1]").first


def test_a_capture_goes_all_the_way_and_a_robot_is_onboarded(studio: Studio, tmp_path: Path) -> None:
    session = studio.session
    write_urdf(load_robot("nao"), tmp_path / "model" / "stranger.urdf")
    with browser() as opened:
        page = new_page(opened, studio.address, (1000, 640))
        page.get_by_text("Nothing is open yet").wait_for()
        drop(page, broken_bvh=WALK.read_bytes()[:3000])
        page.get_by_text("Problem:").wait_for()
        assert "broken.bvh" in session.state.problem
        drop(page, walk_bvh=WALK.read_bytes())
        page.get_by_text("240 frames at 60 Hz").wait_for()

        field = control(page, "rate [1/s]")
        field.fill("30")
        field.press("Enter")
        assert until(lambda: session.state.edits.stated.fps == 30.0)
        assert until(lambda: "A" in session.state.results and session.result("A").motion.fps == 30.0)
        studio.scene.clock.play(False)

        # By the keyboard alone, as far as this step goes.
        page.get_by_role("tab", name="Capture").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.get_by_text("targets met").wait_for()
        knob = control(page, "travel [1/m]")
        knob.fill("3")
        knob.press("Enter")
        assert until(lambda: getattr(session.result("A").variant.options, "travel", None) == 3.0)
        assert "--set travel=3" in session.command("A")

        page.get_by_role("tab", name="Variant B").click()
        control(page, "compare with a second variant").check()
        assert until(lambda: "B" in session.state.results)
        studio.scene.clock.play(False)

        page.get_by_role("tab", name="Save").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="save and download").click()
        assert download.value.suggested_filename == "walk_nao_track.npz"
        assert understudy.RobotMotion.is_saved_in(tmp_path / "walk_nao_track.npz")

        drop(page, notes_stl=b"no mesh", other_stl=b"nor this")
        page.get_by_text("holds no model of a robot").wait_for()
        model = (tmp_path / "model" / "stranger.urdf").read_bytes()
        drop(page, stranger_urdf=model, unused_stl=b"no mesh")
        page.get_by_text("save the card").wait_for()
        assert until(lambda: _fixed(studio, page))
        page.get_by_role("button", name="check", exact=True).click()
        page.get_by_text("found", exact=True).wait_for()
        page.get_by_role("button", name="save the card").click()
        assert until(lambda: (tmp_path / "stranger" / "card.toml").exists())
        assert page.errors == []


def _fixed(studio: Studio, page: Any) -> bool:
    """Click here and there on the robot until a landmark is put there."""
    for place in ((240, 330), (430, 330), (335, 250), (300, 380), (370, 380), (300, 430), (370, 430)):
        page.mouse.click(*place)
        if until(lambda: studio.desk is not None and bool(studio.desk.by_hand), 1.0):
            return True
    return False
