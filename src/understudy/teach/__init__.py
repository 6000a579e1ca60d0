"""A therapist's page: a movement is shown once, seen on the robot, kept, and replayed."""

from __future__ import annotations
