"""One film of all that a rollout holds: source, robot, what it sees and feels, and how its joints moved."""

from understudy.view.show.film import render_show
from understudy.view.show.panel import Panel

__all__ = ["Panel", "render_show"]
