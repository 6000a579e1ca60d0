"""The laboratory's set-up is sound as far as it can be told without Docker: files, commands, secrets."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from understudy.cli import _parser
from understudy.library.place import DATABASE_VARIABLE
from understudy.library.server import api_catalogue

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


def started(tmp_path: Path, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return what the start script runs, as words and variables; the command itself is a stand-in."""
    (tmp_path / "password").write_text("s3cret", encoding="utf-8")
    stand_in = tmp_path / "understudy"
    stand_in.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nenv\n', encoding="utf-8")
    stand_in.chmod(0o755)
    variables = {"PATH": f"{tmp_path}:/usr/bin:/bin", "DATABASE_PASSWORD_FILE": str(tmp_path / "password")}
    said = subprocess.run(
        ["sh", str(FOLDER / "start.sh"), *words], env=variables, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    given = [line for line in said if "=" not in line]
    pairs = (line.partition("=") for line in said if "=" in line)
    return given, {name: value for name, _, value in pairs}


def test_the_start_script_serves_what_the_file_says(compose: dict[str, Any], tmp_path: Path) -> None:
    words, variables = started(tmp_path)
    options = _parser(words).parse_args(words)
    assert (options.action, options.host, options.secure) == ("serve", "0.0.0.0", True)
    server, database = compose["services"]["server"], compose["services"]["database"]
    inside = [port.rpartition(":")[2] for port in server["ports"]]
    assert inside == [str(options.port)]
    dockerfile = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    assert f"EXPOSE {options.port}" in dockerfile and 'ENTRYPOINT ["/start.sh"]' in dockerfile
    assert variables["UNDERSTUDY_LIBRARY"] in {volume.partition(":")[2] for volume in server["volumes"]}
    url = make_url(variables[DATABASE_VARIABLE])
    stated = database["environment"]
    assert (url.username, url.database) == (stated["POSTGRES_USER"], stated["POSTGRES_DB"])
    assert (url.host, url.password) == ("database", "s3cret")


def test_the_start_script_gives_other_commands_the_same_database(tmp_path: Path) -> None:
    words, variables = started(tmp_path, "library", "token", "jo", "--role", "admin")
    assert words == ["library", "token", "jo", "--role", "admin"]
    assert variables[DATABASE_VARIABLE].startswith("postgresql://")


def test_commands_in_the_remarks_exist(compose: dict[str, Any]) -> None:
    remarks = (FOLDER / "compose.yaml").read_text(encoding="utf-8")
    lines = re.findall(r"docker compose exec (\w+) /start.sh (.*)", remarks)
    assert len(lines) == 2
    for service, line in lines:
        assert service in compose["services"]
        words = shlex.split(line)
        _parser(words).parse_args(words)


def test_what_is_asked_whether_the_server_is_well_is_there(compose: dict[str, Any]) -> None:
    server = compose["services"]["server"]
    (address,) = re.findall(r"http://127.0.0.1:(\d+)(/[\w/]+)", " ".join(server["healthcheck"]["test"]))
    assert address[0] == server["ports"][0].rpartition(":")[2]
    assert address[1] in {getattr(route, "path", "") for route in api_catalogue.router.routes}
    database = compose["services"]["database"]
    stated = database["environment"]
    asked = shlex.split(database["healthcheck"]["test"][1])
    assert asked == ["pg_isready", "-U", stated["POSTGRES_USER"], "-d", stated["POSTGRES_DB"]]


def test_the_image_is_made_of_what_is_there() -> None:
    dockerfile = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    root = FOLDER.parents[1]
    copied = re.findall(r"^COPY (?:--\S+ )*(\S+) \S+$", dockerfile, re.MULTILINE)
    assert copied == [".", "examples/library/start.sh"]
    assert all((root / name).exists() for name in copied)
    (extras,) = re.findall(r"/source\[([\w,]+)\]", dockerfile)
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras.split(","))


def test_the_password_is_not_copied_into_the_image(compose: dict[str, Any]) -> None:
    ignored = (FOLDER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for secret in compose["secrets"].values():
        path = (FOLDER / secret["file"]).resolve().relative_to(FOLDER.parents[1].resolve())
        assert str(path) in ignored
