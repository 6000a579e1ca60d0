"""Noitom's Perception Neuron: HumanIK's names with bones in the palm and often without toes."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect
from understudy.capture.naming.dialects.motion_builder import HUMAN_IK

PERCEPTION_NEURON = Dialect("Perception Neuron", HUMAN_IK, mark="inhand")
