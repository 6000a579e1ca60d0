"""Where commands go: one file for each kind of receiver."""

from __future__ import annotations
