"""A file that one process at a time holds, on systems that have such locks."""

from __future__ import annotations

from typing import BinaryIO


def lock(file: BinaryIO, wait: bool) -> bool:
    """Lock an open file until it is closed, even by a kill.

    Args:
        file: The file.
        wait: Whether to wait until whoever holds it lets go.

    Returns:
        False where another process holds it; True also where the system has no such locks.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
