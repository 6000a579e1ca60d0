"""Performances rendered as the files that captures come in, by the writers of :mod:`understudy.export`."""

from understudy.synth.formats.catalogue import RENDERINGS, find_rendering
from understudy.synth.formats.rendering import Rendering

__all__ = ["RENDERINGS", "Rendering", "find_rendering"]
