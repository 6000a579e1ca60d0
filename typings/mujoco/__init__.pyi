"""MuJoCo's bindings are compiled and carry no types; its objects are checked when they run."""

from typing import Any

def __getattr__(name: str) -> Any: ...
