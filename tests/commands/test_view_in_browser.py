"""``understudy view`` and ``studio`` serve until they are interrupted; a page is written whole."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import understudy
from understudy.cli import main
from understudy.motion import RobotMotion

pytest.importorskip("viser")

WALK = Path(understudy.__file__).parent / "data" / "walk.bvh"


@pytest.mark.parametrize("words", [("view", "nao"), ("studio", ".")])
def test_the_address_is_printed_and_an_interruption_is_a_success(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "understudy", *words, "--no-browser", "--json"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout is not None
        lines = [served.stdout.readline() for _ in range(3)]
        address = json.loads("".join(lines))["address"]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=30) as answer:
            assert answer.status == 200
        served.send_signal(signal.SIGINT)
        rest, errors = served.communicate(timeout=60)
    assert (served.returncode, rest, errors) == (0, "", "")


def test_a_page_is_written_and_its_size_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert main(["view", "nao", "--html", str(page), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"html": str(page), "bytes": page.stat().st_size}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["view", "absent.bvh", "--no-browser"], "absent.bvh"),
        (["view", str(WALK), "--html", str(WALK)], "walk.bvh"),
        (["retarget", str(WALK), "--robot", "nao", "--cut", "3", "1"], "two rising times"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert sentence in capsys.readouterr().err


def test_a_port_that_is_none_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["view", "nao", "--port", "70000"])


def test_a_capture_is_cut_and_mirrored_before_it_is_performed(tmp_path: Path) -> None:
    out = tmp_path / "out.npz"
    words = ["retarget", str(WALK), "--robot", "nao", "-o", str(out), "--json"]
    assert main([*words, "--cut", "1", "2", "--mirror"]) == 0
    assert RobotMotion.load(out).frame_count == 60
