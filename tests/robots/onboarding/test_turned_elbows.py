"""A turn of the upper arm that is mounted near the elbow belongs to the shoulder, whatever its tilt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.robots.models.small_urdf import humanoid
from understudy.robots.onboarding.onboard import Onboarding, onboard

FOREARM = "<visual><origin xyz='0 0 -.08'/><geometry><box size='.06 .06 .2'/></geometry></visual>"
DROP = 0.12
"""How far below the shoulder the turn is mounted [m]; the elbow is 0.25 m below."""


def onboarded(folder: Path, shape: str, tilt: str) -> Onboarding:
    """Onboard a humanoid without wrists whose upper arms turn about a tilted axis in their middle."""
    text = humanoid(shape)
    for side in "lr":
        text = text.replace(f"'{side}_hand_joint' type='revolute'", f"'{side}_hand_joint' type='fixed'")
        turn = rf"('{side}_upper_arm_joint' type='revolute'><origin xyz=')0 0 0('/>.*?<axis xyz=')0 0 1"
        text = re.sub(turn, rf"\g<1>0 0 -{DROP}\g<2>{tilt}", text)
        elbow = rf"('{side}_forearm_joint' type='revolute'><origin xyz=')0 0 -0.25"
        text = re.sub(elbow, rf"\g<1>0 0 {DROP - 0.25}", text)
    (folder / "m.urdf").write_text(text, encoding="utf-8")
    return onboard(folder / "m.urdf", is_ours=True)


@pytest.mark.parametrize("shape", ["", FOREARM])
@pytest.mark.parametrize("tilt", ["0 0 1", "0.3 0 0.95", "0 0.5 0.87", "0 -0.5 0.87"])
def test_the_elbow_is_the_hinge_alone(tmp_path: Path, shape: str, tilt: str) -> None:
    result = onboarded(tmp_path, shape, tilt)
    for side in "lr":
        shoulder = tuple(f"{side}_{name}_joint" for name in ("shoulder_pitch", "shoulder_roll", "upper_arm"))
        assert result.card.landmarks[f"shoulder_{side}"].joints == shoulder
        assert f"{side}_upper_arm_joint" not in result.card.landmarks[f"elbow_{side}"].joints
    assert not any("arms" in doubt for doubt in result.inference.doubts)
