"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path


def describe_machine() -> dict[str, str]:
    """Return processor, system and versions."""
    cpuinfo = Path("/proc/cpuinfo")
    names = []
    if cpuinfo.exists():
        names = [
            line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line
        ]
    found = {
        "processor": names[0] if names else platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
    for package in ("numba", "numpy", "mujoco", "mink", "daqp"):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found
