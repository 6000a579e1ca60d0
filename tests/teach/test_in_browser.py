"""The therapist's page in headless Chromium: no command line is needed to record, keep and replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live.walking import robot, walk
from tests.view.web.browser import browser, new_page, until
from understudy.live.sources.recording import RecordingSource

pytest.importorskip("viser")


def test_a_therapist_records_keeps_and_replays_by_mouse(tmp_path: Path) -> None:
    from understudy.teach.page import TeachPage

    def source() -> RecordingSource:
        return RecordingSource(walk(), waits=False)

    with TeachPage(tmp_path, robot("qtrobot"), source, calibrate=1.0) as made, browser() as chromium:
        page = new_page(chromium, made.address)
        # What does nothing yet cannot be pressed.
        assert page.get_by_role("button", name="keep").is_disabled()
        assert page.get_by_role("button", name="replay").is_disabled()
        page.get_by_role("button", name="record").click()
        page.get_by_text("Keep it under a name").wait_for(timeout=60_000)
        name = page.locator("input.mantine-TextInput-input:visible")
        name.fill("arm up")
        name.press("Enter")
        until(lambda: made._name.value == "arm up")
        page.get_by_role("button", name="keep").click()
        until(lambda: made.lesson.shelf.names() == ["arm up"])
        until(lambda: made._moves.value == "arm up")
        assert made._moves.options == ("(the last recording)", "arm up")
        page.get_by_role("button", name="replay").click()
        page.get_by_text("The robot repeats the movement").wait_for()
        page.get_by_role("button", name="stop").click()
        page.get_by_text("Stopped").wait_for(timeout=30_000)
        page.get_by_role("button", name="forget").click()
        page.get_by_role("button", name="press again").click()
        page.get_by_text("is gone").wait_for()
        assert made.lesson.shelf.names() == []
