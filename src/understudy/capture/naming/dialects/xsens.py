"""Xsens MVN: joints' names, and a spine of four chests. 100STYLE is captured with it."""

from __future__ import annotations

from understudy.capture.naming.dialects.biovision import CENTRES
from understudy.capture.naming.dialects.dialect import Dialect

XSENS = Dialect("Xsens MVN", CENTRES, mark="chest[234]$")
