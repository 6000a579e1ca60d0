"""A team on a cluster of Ray's, which schedules, restarts and moves work; nothing of that is done here.

Every node needs Understudy and its robots, and all have to see captures and results: in a shared folder, or
at a place of fsspec's.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import clear_frames
from typing import Any

from understudy.batch.processes import Prepare
from understudy.batch.team import ATTEMPTS, Lost
from understudy.errors import OutputError
from understudy.own_python import safe_path

_PATIENCE = 10.0
"""Time [s] that a cluster may take to answer."""


class RayTeam:
    """A team on a cluster; see :class:`understudy.batch.team.Team`."""

    def __init__(self, ray: Any, prepare: Prepare | None, folder: str | None = None) -> None:
        """Take a connected ``ray``.

        Args:
            ray: The module.
            prepare: Called before each piece of work.
            folder: The current one for all work; None where nodes keep theirs.
        """
        self._ray = ray
        self.count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        # A process that ends is no fault of the work's: Ray begins it anew, elsewhere if it has to.
        remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)
        self._run = remote(_prepared).remote
        self._prepare, self._folder = prepare, folder
        self._tasks: dict[Any, Any] = {}

    def submit(self, function: Callable[[Any], Any], task: Any) -> None:
        """Hand in a piece of work."""
        self._tasks[self._run(self._folder, self._prepare, function, task)] = task

    def results(self) -> Iterator[tuple[Any, Any]]:
        """Yield pairs of task and result until none is left."""
        ray = self._ray
        while self._tasks:
            (done,), _ = ray.wait(list(self._tasks), num_returns=1)
            task = self._tasks.pop(done)
            try:
                result = ray.get(done)
            except (
                ray.exceptions.WorkerCrashedError,
                ray.exceptions.NodeDiedError,
                ray.exceptions.OutOfMemoryError,
            ):
                result = Lost()
            except ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, OutputError):
                    raise OutputError(str(error.cause)) from error
                raise
            yield task, result


@contextmanager
def ray_team(address: str | None, count: int, prepare: Prepare | None = None) -> Iterator[RayTeam]:
    """Yield a team on a cluster, or on one that is started on this machine for as long as it is needed.

    Args:
        address: Of the cluster, ``auto`` for the one that this machine belongs to; None starts one.
        count: Processes of one that is started here.
        prepare: What is called before each piece of work.

    Raises:
        OutputError: Where Ray is not installed, or there is no cluster at the address.
    """
    if importlib.util.find_spec("ray") is None:
        raise OutputError("--engine ray: Ray is not installed: pip install 'understudy[ray]'")
    if address is not None:
        _require_listener(address)
    # Read when Ray is imported; nobody asked for its reports of usage to be sent.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    started: dict[str, Any] = {}
    if address is None:
        started = {"num_cpus": count, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    here = os.getcwd()
    try:
        with _in_an_empty_folder():
            _connect(ray, address, started)
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        found = " ".join(str(error).split())
        raise OutputError(f"--engine ray: no cluster at {address or 'this machine'} ({found})") from error
    try:
        yield RayTeam(ray, prepare, here if address is None else None)
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str | None, started: dict[str, Any]) -> None:
    """Connect to a cluster, or start one: again where a busy machine took longer than Ray waits."""
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False, "configure_logging": False}
    for left in reversed(range(ATTEMPTS)):
        try:
            ray.init(address, **quiet, **started)
        except Exception as error:
            # That its own processes took too long Ray tells by no narrower kind of exception than this.
            if type(error) is not Exception or address is not None:
                raise
            # Where it failed it still holds on to the processes that it started.
            clear_frames(error.__traceback__)
            if not left:
                raise TimeoutError(str(error)) from error
            ray.shutdown()
        else:
            return


@contextmanager
def _in_an_empty_folder() -> Iterator[None]:
    """Be elsewhere while Ray starts: it lets workers import from the folder that it is started in first."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, safe_path():
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


def _require_listener(address: str) -> None:
    """Refuse an address at which nobody listens; Ray would go on trying for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        # A word such as "auto", for which Ray looks by itself.
        return
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise OutputError(f"--engine ray: no cluster at {address} ({error})") from error


def _prepared(folder: str | None, prepare: Prepare | None, function: Callable[[Any], Any], task: Any) -> Any:
    """Run on a node: whatever is to be done first, then the work."""
    if folder is not None:
        os.chdir(folder)
    if prepare is not None:
        prepare()
    return function(task)
