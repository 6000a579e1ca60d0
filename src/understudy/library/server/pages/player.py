"""A motion in 3D beside any robot: the studio's one-file page, made here and kept by the browser alone."""

from __future__ import annotations
