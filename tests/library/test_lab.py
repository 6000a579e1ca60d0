"""The laboratory's set-up is sound as far as it can be told without Docker: files, commands, secrets."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from understudy.cli import _parser
from understudy.library.place import DATABASE_VARIABLE

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
FOLDER = Path(__file__).resolve().parents[2] / "examples" / "library"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))


def test_every_service_is_watched_and_comes_back(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"database", "server"}
    for name, service in compose["services"].items():
        assert service["restart"] == "unless-stopped", name
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
    assert compose["services"]["server"]["depends_on"]["database"]["condition"] == "service_healthy"


def test_volumes_and_secrets_that_are_used_are_there(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(compose["volumes"])
        assert set(service["secrets"]) <= set(compose["secrets"])


def test_the_server_is_closed_to_the_world_and_writes_only_its_library(compose: dict[str, Any]) -> None:
    server = compose["services"]["server"]
    assert all(port.startswith("127.0.0.1:") for port in server["ports"])
    assert server["read_only"] is True and server["cap_drop"] == ["ALL"]
    dockerfile = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    assert "USER understudy" in dockerfile
    build = server["build"]
    assert (FOLDER / build["context"] / build["dockerfile"]).resolve() == FOLDER / "Dockerfile"


def test_no_password_is_written_down(compose: dict[str, Any]) -> None:
    for name in ("compose.yaml", "Dockerfile", "start.sh"):
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert not re.search(r"PASSWORD\s*[:=]\s*[\"']?\w", text.replace("PASSWORD_FILE", "")), name
    assert DATABASE_VARIABLE in (FOLDER / "start.sh").read_text(encoding="utf-8")


def test_the_start_script_runs_a_command_that_exists() -> None:
    script = FOLDER / "start.sh"
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0
    last = script.read_text(encoding="utf-8").strip().splitlines()[-1]
    words = shlex.split(last.removeprefix("exec understudy "))
    options = _parser(words).parse_args(words)
    assert (options.action, options.port, options.secure) == ("serve", 8000, True)
