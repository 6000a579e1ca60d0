"""The therapist's page in headless Chromium: no command line is needed to record, keep and replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live.walking import robot, walk
from tests.view.web.browser import browser, new_page, until
from understudy.live.sources.recording import RecordingSource
from understudy.motion import RobotMotion

pytest.importorskip("viser")


def test_a_therapist_records_keeps_and_replays_by_mouse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from understudy.teach.page import TeachPage

    def source() -> RecordingSource:
        return RecordingSource(walk(), waits=False)

    with TeachPage(tmp_path, robot("qtrobot"), source, calibrate=1.0) as made, browser() as chromium:
        play, stopped = made.lesson._play, made.lesson._stop

        def play_until_stopped(motion: RobotMotion) -> None:
            """Replay a movement that is not over before a slow browser comes to the button."""
            play(motion)
            stopped.wait()

        monkeypatch.setattr(made.lesson, "_play", play_until_stopped)
        page = new_page(chromium, made.address)
        # What does nothing yet cannot be pressed.
        assert page.get_by_role("button", name="keep").is_disabled()
        assert page.get_by_role("button", name="replay").is_disabled()
        page.get_by_role("button", name="record").click()
        page.get_by_text("Keep it under a name").wait_for()
        name = page.locator("input.mantine-TextInput-input:visible")
        name.fill("arm up")
        name.press("Enter")
        assert until(lambda: made._name.value == "arm up")
        page.get_by_role("button", name="keep").click()
        assert until(lambda: made._moves.value == "arm up")
        assert made._moves.options == ("(the last recording)", "arm up")
        assert made.lesson.shelf.names() == ["arm up"]
        page.get_by_role("button", name="replay").click()
        page.get_by_text("The robot repeats the movement").wait_for()
        page.get_by_role("button", name="stop").click()
        page.get_by_text("Stopped").wait_for()
        page.get_by_role("button", name="forget").click()
        page.get_by_role("button", name="press again").click()
        page.get_by_text("is gone").wait_for()
        assert made.lesson.shelf.names() == []
