"""Ubisoft's LAFAN1: HumanIK's names but for the toes. Without rotations all bones lie along x."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect
from understudy.capture.naming.dialects.motion_builder import HUMAN_IK

LAFAN1 = Dialect("LAFAN1", HUMAN_IK, mark="left[ _.-]?toe$")
