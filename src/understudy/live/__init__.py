"""A person drives a robot as they move: sources, the engine, sinks."""

from __future__ import annotations
