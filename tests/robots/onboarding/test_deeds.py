"""What a robot is tried with: a person's deeds are done by a humanoid and not by stiff legs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from understudy.robots.onboarding.onboard import onboard

WriteModel = Callable[[str], Path]


def test_a_humanoid_does_what_a_person_does(write_model: WriteModel) -> None:
    deeds = onboard(write_model("humanoid")).inference.deeds
    assert {deed.limb for deed in deeds} == {"legs", "arms"}
    assert all(deed.is_done for deed in deeds)


def test_legs_that_cannot_squat_or_step_are_doubted(write_model: WriteModel, tmp_path: Path) -> None:
    text = write_model("humanoid").read_text(encoding="utf-8")
    path = tmp_path / "stiff.xml"
    path.write_text(text.replace('range="0 140"', 'range="0 10"'), encoding="utf-8")
    found = onboard(path).inference
    assert {deed.name for deed in found.deeds if not deed.is_done} >= {"squat"}
    stiffer = text.replace('range="0 140"', 'range="0 10"').replace('range="-150 60"', 'range="-10 10"')
    path.write_text(stiffer, encoding="utf-8")
    assert any(doubt.startswith("the legs:") for doubt in onboard(path).inference.doubts)
