"""``import understudy as us`` offers every verb and noun, at once, and means what it says."""

from __future__ import annotations

import inspect
import logging
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import understudy as us
from understudy.browse import ShownPage
from understudy.data import built_in_motion
from understudy.drawing.backend import rendering_available

SLOW = ("numpy", "mujoco", "numba", "scipy", "matplotlib", "rich", "argparse")
VERBS = (
    *(
        "evaluate",
        "export",
        "perform",
        "plot",
        "read",
        "read_recording",
        "report",
        "retarget",
        "robot",
        "robots",
        "simulate",
    ),
    "view",
)
SAME_NAMED_FOLDERS = ("evaluate", "export", "retarget", "simulate", "view")
CALM_HEAD = 0.5


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def human() -> us.HumanMotion:
    return us.read(built_in_motion("walk"))[0.5:1.0]


@pytest.fixture(scope="module")
def motion(human: us.HumanMotion) -> us.RobotMotion:
    return us.retarget(human, "nao")


def test_importing_it_loads_nothing_slow() -> None:
    loaded = run("import sys, understudy; dir(understudy); sys.stdout.write(' '.join(sys.modules))").split()
    assert "understudy" in loaded
    assert [name for name in SLOW if name in loaded] == []


def test_everything_that_it_lists_is_there_and_explained() -> None:
    assert set(us.__all__) <= set(dir(us))
    assert set(VERBS) <= set(us.__all__)
    assert {"__version__", "__doc__"} <= set(dir(us))
    assert "import_when_used" not in dir(us)
    for name in us.__all__:
        found = getattr(us, name)
        assert inspect.getdoc(found), name
        assert found.__name__ == name


def test_verbs_say_what_they_take() -> None:
    for name in VERBS:
        signature = inspect.signature(getattr(us, name))
        assert signature.return_annotation is not inspect.Signature.empty, name
        assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values()), name


@pytest.mark.parametrize("name", SAME_NAMED_FOLDERS)
def test_a_verb_keeps_its_name_when_a_folder_of_that_name_is_imported(name: str) -> None:
    folder = import_module(f"understudy.{name}")
    verb = getattr(us, name)
    assert inspect.isfunction(verb)
    assert inspect.ismodule(folder)
    assert verb.__name__ == name
    assert verb.__doc__ != folder.__doc__


def test_what_lies_in_a_folder_named_like_a_verb_is_found() -> None:
    import understudy.evaluate.compare as module

    assert us.evaluate.compare is module  # type: ignore[attr-defined]
    assert inspect.ismodule(module)
    assert list(inspect.signature(us.evaluate).parameters) == ["motion", "against", "robot"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'understudy' has no attribute 'retargets'"):
        us.retargets  # type: ignore[attr-defined]  # noqa: B018


def test_a_path_a_recording_and_a_person_give_the_same_motion(tmp_path: Path) -> None:
    path = built_in_motion("walk")
    recording = us.read_recording(path)
    human = us.read(path)
    human.save(tmp_path / "human.npz")
    sources = (path, str(path), recording, human, tmp_path / "human.npz")
    first, *others = (us.retarget(source, "nao").q for source in sources)
    assert len(first) == len(human)
    for other in others:
        np.testing.assert_array_equal(other, first)


def test_robots_are_named_and_loaded() -> None:
    assert {"nao", "g1"} <= set(us.robots())
    assert us.robot("nao").joints
    with pytest.raises(us.RobotError, match="unknown robot 'noa' .did you mean 'nao'"):
        us.robot("noa")


def test_options_are_a_dataclass_or_some_by_name(human: us.HumanMotion) -> None:
    options = us.TrackOptions(parts={"head": CALM_HEAD})
    assert options.parts == {**us.TrackOptions().parts, "head": CALM_HEAD}
    by_class, by_name = (
        us.retarget(human, "nao", options=given) for given in (options, {"parts": {"head": CALM_HEAD}})
    )
    np.testing.assert_array_equal(by_class.q, by_name.q)
    assert by_name.provenance.steps[-1][1]["parts"]["head"] == CALM_HEAD


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"stance": -1.0}, "stance is '-1', expected a number from 0"),
        ({"parts": {"elbow": 1.0}}, "unknown name in 'parts' 'elbow'; valid: chest, foot"),
        ({"stanc": 1.0}, "unknown option 'stanc' .did you mean 'stance'"),
    ],
)
def test_wrong_options_are_refused(human: us.HumanMotion, options: dict[str, object], problem: str) -> None:
    with pytest.raises(us.OptionError, match=problem):
        us.retarget(human, "nao", options=options)
    with pytest.raises((us.OptionError, TypeError)):
        us.TrackOptions(**options)  # type: ignore[arg-type]


def test_a_motion_is_evaluated_against_its_person(human: us.HumanMotion, motion: us.RobotMotion) -> None:
    found = us.evaluate(motion, human)
    assert found.to_dict() == us.perform(human, "nao").evaluation.to_dict()
    assert us.evaluate(motion, human, robot=us.robot("nao"))["direction/thigh_l"].summary["median"] < 0.1


def test_a_person_in_the_motions_place_is_told_apart(human: us.HumanMotion, motion: us.RobotMotion) -> None:
    swapped: list[Any] = [human, motion]
    with pytest.raises(us.OptionError, match="the robot's motion comes first"):
        us.evaluate(*swapped)


def test_motions_are_told_in_one_line(human: us.HumanMotion, motion: us.RobotMotion) -> None:
    assert repr(motion).startswith(f"<RobotMotion of {motion.robot} by track: {len(motion)} frames at ")
    assert repr(human).startswith(f"<HumanMotion: {len(human)} frames at ")


def test_what_is_doubtful_is_a_warning_and_says_where_it_was_asked(human: us.HumanMotion) -> None:
    upper = [index for index, name in enumerate(human.names) if name.split("_")[0] not in ("knee", "ankle")]
    recording = us.Recording(
        names=tuple(human.names[index] for index in upper),
        points=human.landmarks[:, upper],
        fps=human.fps,
        landmark_points={human.names[index]: (human.names[index],) for index in upper},
    )
    with pytest.warns(us.UnderstudyWarning, match="the left thigh|no leg is seen") as caught:
        us.retarget(recording, "nao")
    assert caught[0].filename == __file__


def test_what_is_known_of_a_capture_is_stated_by_name() -> None:
    with pytest.warns(us.UnderstudyWarning, match="50 frames a second, as the user states"):
        assert us.read(built_in_motion("walk"), fps=50.0).fps == 50.0
    with pytest.raises(us.OptionError, match="unknown fact about a capture 'hight' .did you mean 'height'"):
        us.read(built_in_motion("walk"), hight=1.8)


def test_a_sentence_that_is_no_warning_goes_to_the_log(
    human: us.HumanMotion, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "understudy"):
        us.retarget(us.read(built_in_motion("walk")), "qtrobot")
    assert "has a fixed base and performs on the spot" in caplog.text


def test_curves_are_a_figure(human: us.HumanMotion, motion: us.RobotMotion) -> None:
    pytest.importorskip("matplotlib")
    (axes,) = us.plot(us.evaluate(motion, human), ["direction/thigh_l", "direction/thigh_r"]).axes
    assert [line.get_label() for line in axes.lines] == ["direction/thigh_l", "direction/thigh_r"]
    assert axes.get_ylabel() == "[°]"
    (axes,) = us.plot(motion, ["LKneePitch"]).axes
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), motion.joint("LKneePitch"))
    (axes,) = us.plot(human).axes
    assert len(axes.lines) == len(human.names)


def test_what_cannot_be_one_plot_is_refused(human: us.HumanMotion, motion: us.RobotMotion) -> None:
    found = us.evaluate(motion, human)
    with pytest.raises(us.RenderError, match="one plot has one unit, found m, rad"):
        us.plot(found, ["direction", "feet/floating"])
    with pytest.raises(us.InvalidMotionError, match="did you mean 'LKneePitch'"):
        us.plot(motion, ["LKnee"])
    with pytest.raises(us.RenderError, match="nothing to plot"):
        us.plot(found, ["capture"])


def test_a_motion_is_exported(motion: us.RobotMotion, tmp_path: Path) -> None:
    path = us.export(motion, "tracking", tmp_path / "walk.npz", rate=50.0)
    with np.load(path, allow_pickle=False) as data:
        assert np.all(data["fps"] == 50)
        assert len(data["joint_pos"]) == len(motion.resample(50.0))
    with pytest.raises(us.OutputError, match="unknown format 'trackin' .did you mean 'tracking'"):
        us.export(motion, "trackin", tmp_path / "walk.npz")


def test_a_report_and_pictures_are_written(
    human: us.HumanMotion, motion: us.RobotMotion, tmp_path: Path
) -> None:
    if rendering_available() is None:
        pytest.skip("no OpenGL here")
    page = us.report(motion, human, tmp_path / "report")
    assert page.read_text(encoding="utf-8").count("<img") >= 1
    assert us.view(motion, human, tmp_path / "moment.png", time=0.2) == tmp_path / "moment.png"
    assert (tmp_path / "moment.png").read_bytes().startswith(b"\x89PNG")
    shown = us.view([motion, motion], human, time=0.2)
    assert not isinstance(shown, Path | ShownPage)
    assert shown.width == 3 * 480
    motion.save(tmp_path / "motion.npz")
    assert us.view(tmp_path / "motion.npz", path=tmp_path / "film.mp4").stat().st_size > 0  # type: ignore[union-attr]
    with pytest.raises(us.OutputError, match=r"film\.avi: expected \.html for a page, \.mp4 for a film"):
        us.view(motion, human, tmp_path / "film.avi")


def test_without_a_path_a_page_is_shown_that_a_notebook_plays(
    human: us.HumanMotion, motion: us.RobotMotion, tmp_path: Path
) -> None:
    pytest.importorskip("viser")
    shown = us.view(motion, human)
    assert isinstance(shown, ShownPage)
    cell = shown._repr_html_()
    assert cell.startswith('<iframe srcdoc="&lt;!') and "__VISER_EMBED_DATA__" in cell
    assert us.view([human, motion], path=tmp_path / "page.html") == tmp_path / "page.html"
    assert "<title>source · " in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_python_runs_the_package() -> None:
    words = [sys.executable, "-m", "understudy", "--version"]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip() == (
        f"understudy {us.__version__}"
    )
