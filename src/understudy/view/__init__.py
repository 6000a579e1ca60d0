"""Pictures and films of source and robots side by side, drawn off screen."""

from understudy.drawing.backend import rendering_available
from understudy.view.stills import render_stills, save_stills
from understudy.view.video import render_video

__all__ = ["render_stills", "render_video", "rendering_available", "save_stills"]
