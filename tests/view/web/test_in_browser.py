"""The scene in headless Chromium: mouse, keys, tabs, and a page in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.view.web.browser import browser, new_page, until
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.view.web.curves import Curves
from understudy.view.web.recording import Captions, record_page
from understudy.view.web.scene import Scene

pytest.importorskip("viser")

FRAMES, FPS = 121, 60.0
WORST = 1.5
TIME = "input.mantine-NumberInput-input"
"""The field beside the handle of time."""


@pytest.fixture
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def scene(
    make_person: Callable[..., HumanMotion], robot: Robot, standing_still: Callable[..., RobotMotion]
) -> Iterator[Scene]:
    with Scene("a walk") as made:
        made.add_person(make_person(frames=FRAMES, speed=0.5))
        made.add_robot(robot, standing_still(robot, FRAMES))
        made.set_curves({"angles": Curves(FPS, "°", {"hip": np.arange(float(FRAMES))})})
        made.set_moments([("left leg 9° off", WORST)])
        made.begin()
        yield made


def test_a_person_uses_the_scene_by_mouse_and_by_keys(scene: Scene, chromium: Any) -> None:
    clock = scene.clock
    page = new_page(chromium, scene.host.address_with(t="0.5"))
    page.get_by_text("Worst frames").wait_for()
    assert clock.now.time == 0.5 and not clock.now.playing

    page.get_by_role("button", name="▶ play").click()
    assert until(lambda: clock.now.playing and clock.now.time != 0.5)
    page.get_by_role("button", name=f"{WORST:.2f} s · left leg 9° off").click()
    assert until(lambda: clock.now.time == WORST and not clock.now.playing)

    page.mouse.click(300, 60)
    page.keyboard.press("ArrowRight")
    assert until(lambda: clock.now.time == pytest.approx(WORST + 1.0 / FPS))
    page.keyboard.press("Home")
    assert until(lambda: clock.now.time == 0.0)
    page.keyboard.press("w")
    assert until(lambda: clock.now.time == WORST)
    page.keyboard.press("o")
    assert until(lambda: scene.looks.layout == "overlaid")
    page.keyboard.press("Space")
    assert until(lambda: clock.now.playing)
    page.keyboard.press("Space")
    assert until(lambda: not clock.now.playing)

    field = page.locator(TIME).first
    field.fill("0.75")
    field.press("Enter")
    assert until(lambda: clock.now.time == pytest.approx(0.75))
    assert [
        address for address in page.asked if not address.startswith(("blob:", "data:", scene.address))
    ] == []
    assert page.errors == []


def test_two_tabs_see_one_state_and_a_lost_connection_comes_back(scene: Scene, chromium: Any) -> None:
    first = new_page(chromium, scene.address, (700, 500))
    second = new_page(chromium, scene.address, (390, 700))
    for page in (first, second):
        assert until(lambda: len(scene.server.get_clients()) == 2)
        page.get_by_text("a walk").first.wait_for()
    scene.clock.seek(1.0)
    assert until(lambda: first.locator(TIME).first.input_value() == "1")

    before = set(scene.server.get_clients())
    scene.server._websock_server.disconnect_all_clients()
    first.bring_to_front()
    assert until(lambda: bool(set(scene.server.get_clients()) - before))
    scene.clock.seek(0.5)
    assert until(lambda: first.locator(TIME).first.input_value() == "0.5")


def test_a_page_in_a_file_plays_without_a_server_or_a_network(
    scene: Scene, chromium: Any, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    angles = {"hip": np.arange(float(FRAMES)), "knee": np.full(FRAMES, np.nan)}
    curves = {"angles": Curves(FPS, "°", angles), "speeds": Curves(FPS, "°/s", {"hip": np.ones(FRAMES)})}
    captions = Captions("a walk", [("Feet", "1 cm", "✓")], [("left leg", WORST)], curves)
    path.write_text(record_page(scene, captions), encoding="utf-8")
    scene.close()
    page = new_page(chromium, f"{path.as_uri()}#t=1.0", (800, 500))
    field = page.locator("input").first
    field.wait_for()
    assert until(lambda: field.input_value() == "1.0")
    cursor, value = page.locator("canvas.us-canvas"), page.locator(".us-now").first
    assert until(lambda: cursor.get_attribute("data-time") == "1.000")
    assert value.inner_text() == "60.0", "the value beside a curve's name is that at the cursor"
    page.get_by_text(f"{WORST:.2f} s · left leg").click()
    assert until(lambda: cursor.get_attribute("data-time") == f"{WORST:.3f}")
    page.mouse.click(200, 60)
    page.keyboard.press("ArrowRight")
    assert until(lambda: cursor.get_attribute("data-time") == f"{WORST + 1.0 / 30.0:.3f}")
    page.keyboard.press("Home")
    assert until(lambda: cursor.get_attribute("data-time") == "0.000")
    page.keyboard.press("w")
    assert until(lambda: cursor.get_attribute("data-time") == f"{WORST:.3f}")
    page.locator(".us-choice").select_option(label="speeds [°/s]")
    assert until(lambda: value.inner_text() == "1.00")
    box = cursor.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + 60)
    assert until(lambda: cursor.get_attribute("data-time") == f"{(FRAMES - 1) / FPS:.3f}")
    page.mouse.click(200, 60)
    page.keyboard.press("Space")
    assert until(lambda: field.input_value() != f"{(FRAMES - 1) / FPS:.1f}")
    assert [address for address in page.asked if not address.startswith(("blob:", "data:", "file:"))] == []
    assert page.errors == []
