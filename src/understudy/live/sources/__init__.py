"""Where people come from: one file for each kind of stream."""

from __future__ import annotations
