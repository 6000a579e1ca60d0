"""Kernels compiled once a machine, however many processes want them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache

from understudy.batch.file_lock import lock
from understudy.cache import cache_folders
from understudy.data import built_in_motion
from understudy.kernels.compilation import telling
from understudy.kernels.kernel_cache import KIND
from understudy.pipeline import perform
from understudy.robots import load_robot
from understudy.takes import read_take

_FRAMES = 20


def warm_up(robot: str, method: str, say: Callable[[str], None] | None = None) -> None:
    """Perform a moment of the built-in walk, so that kernels are compiled and kept, or loaded.

    Of processes on the same machine one compiles and the others wait for what it keeps.

    Args:
        robot: Name of any robot.
        method: Name of the method.
        say: Told where something has to be compiled.
    """
    with telling(say), one_at_a_time():
        human = read_take(built_in_motion("walk")).human.section(0, _FRAMES)
        perform(human, load_robot(robot), method)


@cache
def warm_up_once(robot: str, method: str) -> None:
    """Do the same, once in a process."""
    warm_up(robot, method)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep other processes of this machine out of the same block, where there is a place for a lock."""
    folders = tuple(cache_folders(KIND))
    with ExitStack() as stack:
        # The last folder is the one that kernels are written to, if any is.
        with suppress(IndexError, OSError):
            lock(stack.enter_context((folders[-1] / ".warm-up.lock").open("wb")), wait=True)
        yield
