"""``understudy retarget`` with options of a method, and with a method out of a file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.cli import BAD_INPUT, main
from understudy.data import built_in_motion
from understudy.motion import RobotMotion
from understudy.pipeline import retarget_file
from understudy.retarget import METHODS, GeometricOptions, TrackOptions
from understudy.retarget.options import as_text, options_of
from understudy.robots import load_robot

PROJECT = Path(__file__).resolve().parent.parent.parent
WALK = built_in_motion("walk")
INFANT = built_in_motion("infant_kicking")
SLOW = ("numpy", "numba", "mujoco", "rich")
"""Packages that take longer to import than help may take to appear."""


@pytest.fixture
def bolder(tmp_path: Path) -> Path:
    """Return the documentation's own example of a method, as a file."""
    page = (PROJECT / "docs" / "methods.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    (example,) = (text for text in examples if "bolder.py" in text)
    path = tmp_path / "plugin" / "bolder.py"
    path.parent.mkdir()
    path.write_text(example, encoding="utf-8")
    return path


def retarget(output: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[RobotMotion, Any]:
    command = ["retarget", str(INFANT), "--robot", "dummy", "-o", str(output), "--json", *words]
    assert main(command) == 0, capsys.readouterr().err
    return RobotMotion.load(output), json.loads(capsys.readouterr().out)


def options_used(motion: RobotMotion) -> dict[str, Any]:
    stage, options = motion.provenance.steps[-1]
    assert stage == "retarget"
    return options


def test_a_method_of_ones_own_works_from_its_file(bolder, tmp_path: Path, capsys) -> None:
    motion, found = retarget(tmp_path / "out.npz", capsys, "--method", str(bolder), "--set", "gain=2")
    plain, _ = retarget(tmp_path / "plain.npz", capsys)
    dummy = load_robot("dummy")
    home = dummy.home[-len(dummy.joints) :]
    expected = np.clip(home + 2.0 * (plain.joint_positions - home), dummy.lower, dummy.upper)
    assert np.array_equal(motion.joint_positions, expected)
    assert not np.array_equal(motion.joint_positions, plain.joint_positions)
    assert (motion.method, options_used(motion)["gain"]) == ("bolder", 2.0)
    (step,) = [step for step in found["provenance"]["steps"] if step["stage"] == "retarget"]
    assert step["options"] == {"method": "bolder", "robot": "dummy", "gain": 2.0}
    assert list(bolder.parent.iterdir()) == [bolder]


def test_the_file_of_options_in_the_documents_is_one(tmp_path: Path, capsys) -> None:
    page = (PROJECT / "docs" / "methods.md").read_text(encoding="utf-8")
    file = tmp_path / "my.toml"
    file.write_text(re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)[0], encoding="utf-8")
    motion, _ = retarget(tmp_path / "out.npz", capsys, "--options", str(file))
    used = options_used(motion)
    assert (used["stance"], used["travel"], used["segments"]["thigh"]) == (20.0, 1.0, 2.0)
    assert used["segments"]["trunk"] == TrackOptions().segments["trunk"]


def test_flags_go_before_single_options_and_those_before_the_file(tmp_path: Path, capsys) -> None:
    file = tmp_path / "my.toml"
    file.write_text("stance = 20\ntravel = 1.5\nlimits = true\n[segments]\nthigh = 2\nshin = 2\n", "utf-8")
    words = (
        "--set",
        "travel=1.0",
        "--set",
        "segments.shin=3",
        "--set",
        "velocity_limits=true",
        "--no-limits",
    )
    used = options_used(retarget(tmp_path / "out.npz", capsys, "--options", str(file), *words)[0])
    segments = {**TrackOptions().segments, "thigh": 2.0, "shin": 3.0}
    expected = replace(
        TrackOptions(stance=20.0, travel=1.0, segments=segments),
        limits=False,
        velocity_limits=False,
        acceleration_limits=False,
        self_collision=0.0,
    )
    # As JSON gives them back: a list for a tuple. What is about steps is not said on level ground.
    said = {"method": "track", "robot": "dummy"} | json.loads(json.dumps(asdict(expected)))
    assert used | {"real_terrain": False} == said
    assert "real_terrain" not in used


def test_an_option_does_what_it_says(tmp_path: Path, capsys) -> None:
    icub = load_robot("icub")
    words = ("--robot", "icub", "--method", "geometric", "--set", "limits=false")
    lifted, found = retarget(tmp_path / "out.npz", capsys, *words)
    over = np.maximum(lifted.joint_positions - icub.upper, icub.lower - lifted.joint_positions)
    assert over.max() > 0.01
    assert found["metrics"]["limits/cropped_by_joint"]["l_shoulder_yaw"] > 0.0


def test_python_passes_the_same_options(tmp_path: Path, capsys) -> None:
    motion, _ = retarget(tmp_path / "out.npz", capsys, "--method", "geometric", "--set", "levers=false")
    performance = retarget_file(INFANT, "dummy", "geometric", GeometricOptions(levers=False))
    assert np.array_equal(performance.motion.q, motion.q)
    assert performance.motion.provenance == motion.provenance


REFUSED = {
    "an unknown method": (["--method", "trak"], ("did you mean 'track'", "geometric")),
    "a missing file": (["--method", "missing.py"], ("missing.py", "cannot be read")),
    "an unknown option": (["--set", "stanse=3"], ("did you mean 'stance'", "segments.thigh")),
    "another method's option": (["--method", "geometric", "--set", "stance=3"], ("levers", "stance")),
    "no value": (["--set", "stance"], ("NAME=VALUE",)),
    "a bad value": (["--set", "stance=-3"], ("stance", "'-3'", "from 0 to 1000000 [1/m]")),
    "no task": (
        ["--set", "tasks=hand_l at 2 s"],
        ("tasks: task is 'hand_l at 2 s'", "such as 'hand_l 1.2-2.0"),
    ),
    "a part that nobody has": (["--set", "tasks=tail 1-2 0,0,0"], ("unknown part 'tail'", "hand_l")),
    "a missing file of options": (["--options", "missing.toml"], ("missing.toml", "cannot be read")),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_option_gives_one_sentence_and_writes_nothing(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words, expected = REFUSED[case]
    assert main(["retarget", str(WALK), "--robot", "nao", "--report", "report", *words]) == BAD_INPUT
    captured = capsys.readouterr()
    assert captured.out == ""
    (sentence,) = captured.err.splitlines()
    assert all(word in sentence for word in expected), sentence
    assert list(tmp_path.iterdir()) == []


LATER = {
    "a task after the end": ("tasks=hand_l 1-99 0.1,0.1,0.3", "which ends at 3.983 s"),
    "a part that the robot lacks": ("tasks=clavicle_l 1-2 0,0,0", "robot 'nao': unknown part 'clavicle_l'"),
}


@pytest.mark.parametrize("case", LATER)
def test_a_task_that_does_not_fit_clip_or_robot_is_told_in_one_sentence(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setting, problem = LATER[case]
    output = tmp_path / "out.npz"
    assert main(["retarget", str(WALK), "--robot", "nao", "-o", str(output), "--set", setting]) == BAD_INPUT
    assert problem in capsys.readouterr().err.splitlines()[-1]
    assert not output.exists()


def test_physics_is_a_switch_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["retarget", str(WALK), "--robot", "nao", "-o", str(tmp_path / "out.npz"), "--physics", "all"]
    assert main(words) == BAD_INPUT
    assert "--physics: physics is 'all', expected one of none, contact" in capsys.readouterr().err
    assert main([*words[:-1], "contact"]) == 0
    steps = dict(RobotMotion.load(tmp_path / "out.npz").provenance.steps)
    assert steps["retarget"]["physics"] == "contact"
    assert steps["balance"]["share"] > 0.95


def test_who_lies_is_carried_by_what_lies_on_the_floor(tmp_path: Path) -> None:
    words = [
        "retarget",
        str(INFANT),
        "--robot",
        "nao",
        "-o",
        str(tmp_path / "out.npz"),
        "--set",
        "balance=on",
    ]
    assert main(words) == 0
    assert RobotMotion.load(tmp_path / "out.npz").part_contacts


def test_a_task_out_of_reach_is_said_and_kept_in_the_history(tmp_path: Path, capsys) -> None:
    task = "hand_l 1-1.5 0,0,3"
    output = tmp_path / "out.npz"
    assert main(["retarget", str(WALK), "--robot", "nao", "-o", str(output), "--set", f"tasks={task}"]) == 0
    assert f"task '{task}' is out of reach" in " ".join(capsys.readouterr().err.split())
    stage, told = RobotMotion.load(output).provenance.steps[-1]
    assert stage == "tasks"
    assert told["missed"][0] > 1.0


def test_a_method_that_cannot_lift_limits_says_so(bolder, tmp_path: Path, capsys) -> None:
    words = ["retarget", str(WALK), "--robot", "nao", "-o", str(tmp_path / "out.npz"), "--no-limits"]
    assert main([*words, "--method", str(bolder)]) == BAD_INPUT
    assert "'bolder' cannot lift limits" in capsys.readouterr().err


CURIOUS = """
from understudy.retarget import Method, MethodOptions, track
from dataclasses import dataclass, replace

@dataclass(frozen=True)
class Options(MethodOptions):
    pass

def run(human, robot, options, recording, say, progress):
    assert recording is None or (recording.frame_count, recording.fps) == (human.frame_count, human.fps)
    say("markers: " + ("none" if recording is None else ",".join(recording.names[:2])))
    progress(1, 2)
    return replace(track(human, robot), method="curious")

METHOD = Method("curious", Options, run)
"""


@pytest.mark.parametrize("words", [(), ("--fit",)])
def test_a_method_is_given_the_recording_where_there_is_one(words, tmp_path: Path, capsys) -> None:
    plugin = tmp_path / "curious.py"
    plugin.write_text(CURIOUS, encoding="utf-8")
    output = tmp_path / "out.npz"
    command = ["--robot", "dummy", "--method", str(plugin), "-o"]
    assert main(["retarget", str(INFANT), *command, str(output), *words]) == 0
    assert re.search(r"markers: \w+,\w+", capsys.readouterr().err)
    # A robot's motion has no markers.
    assert main(["retarget", str(output), *command, str(tmp_path / "again.npz")]) == 0
    assert "markers: none" in capsys.readouterr().err


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("order", [1, -1])
def test_help_lists_every_option_with_unit_and_default(name: str, order: int, capsys) -> None:
    words = [["--method", name], ["--help"]][::order]
    with pytest.raises(SystemExit) as stop:
        main(["retarget", *words[0], *words[1]])
    assert stop.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    for option in options_of(METHODS[name].Options):
        unit = f" [{option.unit}]" if option.unit else ""
        if option.entries:
            assert f"{option.name}.NAME=…{unit} {option.what}" in text
            for entry in option.entries:
                assert f"{entry}={as_text(option.entry(entry).default)}" in text
        else:
            assert f"{option.name}={as_text(option.default)}{unit} {option.what}" in text


def test_help_lists_the_options_of_a_file(bolder: Path, capsys) -> None:
    with pytest.raises(SystemExit):
        main(["retarget", "--help", "--method", str(bolder)])
    text = " ".join(capsys.readouterr().out.split())
    assert "bolder as track, but with every joint farther away from home" in text
    assert "gain=1.2 how many times as far every joint is from home (at least 0, at most 3)" in text


def test_help_of_an_unknown_method_names_the_valid_ones(capsys) -> None:
    assert main(["retarget", "--method", "trak", "--help"]) == BAD_INPUT
    assert "did you mean 'track'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--help"], ["retarget", "--help"], ["retarget", "--help", "--method=geometric"]]
)
def test_help_imports_nothing_slow(words: list[str]) -> None:
    code = f"""import sys
from understudy.cli import main
try:
    main({words!r})
except SystemExit:
    sys.stderr.write(" ".join(name for name in {SLOW!r} if name in sys.modules))"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "usage: understudy" in result.stdout.replace("-c", "understudy")
    assert result.stderr == ""


def test_a_bad_option_is_found_before_anything_slow_is_imported() -> None:
    code = f"""import sys
from understudy.cli import main
assert main(["retarget", "walk.bvh", "--robot", "nao", "--set", "stance=x"]) == {BAD_INPUT}
assert not [name for name in {SLOW!r} if name in sys.modules]"""
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


def test_the_page_of_methods_is_current(tmp_path: Path) -> None:
    page, script = PROJECT / "docs" / "methods.md", PROJECT / "scripts" / "methods_page.py"
    assert subprocess.run([sys.executable, str(script), "--check"], check=False).returncode == 0
    stale = tmp_path / "methods.md"
    stale.write_text(
        page.read_text(encoding="utf-8").replace("| `stance` | 15 |", "| `stance` | 16 |"), "utf-8"
    )
    command = [sys.executable, str(script), "--check", str(stale)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "out of date" in result.stderr
