"""Joint angles in OpenSim's names: every sign by a pose of known meaning, the head, and the way back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Sidecar, read_capture
from understudy.cli import main
from understudy.errors import InvalidMotionError
from understudy.export.person.opensim import MODELS, opensim_angles, write
from understudy.human import Human, human_from_recording
from understudy.human.body.markers import BODY_MARKERS
from understudy.human.fit.fitted_body import attached_places, landmark_places, part_frames
from understudy.motion import HumanMotion, Recording, Subject
from understudy.spatial import rotations as rot

HUMAN = Human(height=1.75, subset="no_hands")
BENT = 25.0  # [deg]
EXACT = 1e-3  # [deg]
FORWARD, LEFT, UP = range(3)
FPS = 60.0

SIGNS = {
    # coordinate: (reference human's joint, its sign, landmark that moves, axis, sign of the way it moves)
    "hip_flexion_r": ("RHx", 1, "knee_r", FORWARD, 1),
    "hip_flexion_l": ("LHx", 1, "knee_l", FORWARD, 1),
    "hip_adduction_r": ("RHy", 1, "knee_r", LEFT, 1),
    "hip_adduction_l": ("LHy", -1, "knee_l", LEFT, -1),
    "hip_rotation_r": ("RHz", 1, "toe_r", LEFT, 1),
    "hip_rotation_l": ("LHz", -1, "toe_l", LEFT, -1),
    "knee_angle_r": ("RKx", -1, "ankle_r", FORWARD, -1),
    "knee_angle_l": ("LKx", -1, "ankle_l", FORWARD, -1),
    "ankle_angle_r": ("RAx", 1, "toe_r", UP, 1),
    "ankle_angle_l": ("LAx", 1, "toe_l", UP, 1),
    "mtp_angle_r": ("RFx", 1, "toe_tip_r", UP, 1),
    "mtp_angle_l": ("LFx", 1, "toe_tip_l", UP, 1),
    "lumbar_extension": ("BPx", 1, "head_top", FORWARD, -1),
    "lumbar_bending": ("BPy", 1, "head_top", LEFT, -1),
    "lumbar_rotation": ("BPz", 1, "shoulder_r", FORWARD, 1),
    "arm_flex_r": ("RSx", 1, "elbow_r", FORWARD, 1),
    "arm_flex_l": ("LSx", 1, "elbow_l", FORWARD, 1),
    "arm_add_r": ("RSy", 1, "elbow_r", LEFT, 1),
    "arm_add_l": ("LSy", -1, "elbow_l", LEFT, -1),
    "elbow_flex_r": ("REx", 1, "wrist_r", FORWARD, 1),
    "elbow_flex_l": ("LEx", 1, "wrist_l", FORWARD, 1),
}
"""What each coordinate means: a positive one moves the landmark this way."""

FREE_OF_OFFSET = ("hip", "lumbar")
"""Joints whose zero and axes are the reference human's; others are compared with the pose at home."""

WITHIN = 3.0  # [deg] by which oblique axes and carrying angles may differ from the reference human's


def motion_of(q: np.ndarray, human: Human = HUMAN) -> HumanMotion:
    """Return a fitted motion that plays coordinates (T, nq)."""
    return HumanMotion(
        names=tuple(human.landmarks),
        landmarks=landmark_places(human, q),
        fps=FPS,
        frames=part_frames(human, q),
        subject=Subject(human.height, human.mass, human.age, human.sex),
        coordinates=q,
        coordinate_names=human.joints,
        residuals=np.zeros(len(q)),
    )


def bent(joint: str, degrees: float) -> np.ndarray:
    """Return one frame (1, nq) with one joint turned."""
    q = HUMAN.home[None].copy()
    q[0, 7 + HUMAN.joints.index(f"{joint}_joint")] = np.radians(degrees)
    return q


@pytest.mark.parametrize("name", SIGNS)
def test_sign_of(name: str) -> None:
    joint, sign, landmark, axis, way = SIGNS[name]
    home, motion = motion_of(HUMAN.home[None]), motion_of(bent(joint, sign * BENT))
    moved = motion.landmark(landmark)[0][0, axis] - home.landmark(landmark)[0][0, axis]
    assert np.sign(moved) == way, f"{joint} moves {landmark} the other way"
    angle = np.degrees(opensim_angles(motion)[name][0] - opensim_angles(home)[name][0])
    tolerance = EXACT if name.startswith(FREE_OF_OFFSET) else WITHIN
    # An oblique axis takes more than the angle, by the share of its own that lies across.
    assert angle == pytest.approx(BENT, abs=tolerance if not name.startswith("mtp") else 8.0)


@pytest.mark.parametrize(
    ("name", "axis", "landmark", "direction", "way"),
    [
        ("pelvis_tilt", (0.0, -1.0, 0.0), "head_top", FORWARD, -1),
        ("pelvis_list", (1.0, 0.0, 0.0), "hip_r", UP, -1),
        ("pelvis_rotation", (0.0, 0.0, 1.0), "hip_r", FORWARD, 1),
    ],
)
def test_sign_of_the_pelvis(
    name: str, axis: tuple[float, ...], landmark: str, direction: int, way: int
) -> None:
    q = HUMAN.home[None].copy()
    q[0, 3:7] = rot.from_axis_angle(np.array(axis), np.radians(BENT))
    motion = motion_of(q)
    moved = (
        motion.landmark(landmark)[0][0]
        - landmark_places(HUMAN, HUMAN.home[None])[0, motion.names.index(landmark)]
    )
    assert np.sign(moved[direction]) == way
    assert np.degrees(opensim_angles(motion)[name][0]) == pytest.approx(BENT, abs=EXACT)


def test_rotations_of_arm_forearm_and_hand_have_their_signs() -> None:
    home = opensim_angles(motion_of(HUMAN.home[None]))
    for side, inward in (("r", 1.0), ("l", -1.0)):
        big = side.upper()
        # A bent elbow shows how the upper arm turns: inward brings the wrist to the middle.
        q = bent(f"{big}Ex", 90.0)
        q[0, 7 + HUMAN.joints.index(f"{big}Sz_joint")] = inward * np.radians(BENT)
        wrist = motion_of(q).landmark(f"wrist_{side}")[0][0]
        assert abs(wrist[LEFT]) < abs(motion_of(HUMAN.home[None]).landmark(f"wrist_{side}")[0][0, LEFT])
        angles = opensim_angles(motion_of(q))
        rest = opensim_angles(motion_of(bent(f"{big}Ex", 90.0)))
        assert np.degrees(angles[f"arm_rot_{side}"] - rest[f"arm_rot_{side}"])[0] == pytest.approx(
            BENT, abs=5.0
        )
        # Palms to the thighs are half-way between supine (0) and the backs of the hands to the front (180).
        assert np.degrees(home[f"pro_sup_{side}"][0]) == pytest.approx(90.0, abs=1.0)
        turned = opensim_angles(motion_of(bent(f"{big}Ez", inward * BENT)))
        assert np.degrees(turned[f"pro_sup_{side}"] - home[f"pro_sup_{side}"])[0] == pytest.approx(
            BENT, abs=3.0
        )


def test_knees_of_gait2392_bend_to_the_negative() -> None:
    motion = motion_of(bent("RKx", -BENT))
    assert np.degrees(opensim_angles(motion, "gait2392")["knee_angle_r"][0]) == pytest.approx(
        -BENT, abs=EXACT
    )


def exercise(frames: int = 90) -> np.ndarray:
    """Return (T, nq) of a person who moves legs, arms and trunk at once."""
    times = np.arange(frames) / FPS
    q = np.tile(HUMAN.home, (frames, 1))
    courses = {
        **{"LHx": (40, 35), "RHx": (30, -35), "LHy": (5, 5), "RHy": (-5, 5), "LHz": (0, 10), "RHz": (0, 10)},
        **{
            "LKx": (-55, 45),
            "RKx": (-50, -45),
            "LAx": (0, 15),
            "RAx": (0, -15),
            "LAy": (0, 5),
            "BPx": (-10, 10),
        },
        **{"BTz": (0, 15), "LSx": (20, 40), "RSx": (30, -40), "LSy": (40, 25), "RSy": (-40, 25)},
        **{
            "LEx": (60, 40),
            "REx": (50, 40),
            "LEz": (0, 30),
            "REz": (10, 30),
            "LWx": (-5, 15),
            "RWy": (0, 20),
        },
    }
    for number, (joint, (middle, swing)) in enumerate(courses.items()):
        phase = 2.0 * np.pi * (0.8 * times + 0.1 * number)
        q[:, 7 + HUMAN.joints.index(f"{joint}_joint")] = np.radians(middle + swing * np.sin(phase))
    q[:, 0] = 1.2 * times
    return q


@pytest.mark.parametrize("model", MODELS)
def test_the_file_is_read_back_to_the_same_motion(tmp_path: Path, model: str) -> None:
    motion = motion_of(exercise())
    path = tmp_path / "angles.mot"
    write(path, motion, model)
    again = human_from_recording(read_capture(path, Sidecar(height=HUMAN.height)))
    # A nearly straight arm has no carrying angle in the reference human, but one of 9° in the models.
    largest = {"thigh": 0.05, "shin": 0.05, "upper_arm": 3.0, "forearm": 3.0, "hand": 1.0}
    for segment, degrees in largest.items():
        for side in "lr":
            name = f"{segment}_{side}"
            off = rot.angle_between(motion.direction(name)[0], again.direction(name)[0])
            assert np.degrees(off).max() < degrees, name
    for part, degrees in {"pelvis": 0.01, "chest": 0.01, "foot_l": 6.0, "foot_r": 4.0}.items():
        assert np.degrees(rot.angle_between(motion.frames[part], again.frames[part])).max() < degrees, part
    hips = motion.landmark("mid_hips")[0] - again.landmark("mid_hips")[0]
    assert np.abs(hips).max() < 1e-6


def test_the_head_says_what_the_table_holds(tmp_path: Path) -> None:
    path = tmp_path / "angles.mot"
    write(path, motion_of(exercise(5)))
    lines = path.read_text().splitlines()
    end = lines.index("endheader")
    titles, rows = lines[end + 1].split("\t"), lines[end + 2 :]
    assert lines[1:5] == ["version=1", "nRows=5", f"nColumns={len(titles)}", "inDegrees=yes"]
    assert titles[:4] == ["time", "pelvis_tilt", "pelvis_list", "pelvis_rotation"]
    assert {"knee_angle_r", "knee_angle_r_beta", "subtalar_angle_l", "lumbar_extension", "pro_sup_l"} <= set(
        titles
    )
    assert all(len(row.split("\t")) == len(titles) for row in rows)
    assert [float(row.split("\t")[0]) for row in rows] == pytest.approx(np.arange(5) / FPS, abs=1e-8)


def test_frames_that_were_not_fitted_have_no_angles(tmp_path: Path) -> None:
    residuals = np.array([0.0, np.nan, 0.0])
    whole = motion_of(exercise(3))
    motion = HumanMotion(**{**vars(whole), "residuals": residuals})
    write(tmp_path / "angles.csv", motion)
    rows = (tmp_path / "angles.csv").read_text().splitlines()
    assert rows[0].startswith("time,pelvis_tilt,pelvis_list")
    assert set(rows[2].split(",")[1:]) == {""}
    write(tmp_path / "angles.mot", motion)
    recording = read_capture(tmp_path / "angles.mot")
    assert recording.valid_mask.all(axis=1).tolist() == [True, False, True]


def test_a_motion_without_a_fit_has_no_angles(tmp_path: Path) -> None:
    motion = HumanMotion(("knee_l",), np.zeros((1, 1, 3)), FPS)
    with pytest.raises(InvalidMotionError, match="no body was fitted"):
        write(tmp_path / "angles.mot", motion)


def test_fit_writes_angles(tmp_path: Path) -> None:
    places = attached_places(HUMAN, [HUMAN.markers[name] for name in BODY_MARKERS], exercise())
    capture = tmp_path / "markers.npz"
    Recording(BODY_MARKERS, places, FPS, subject=Subject(height=1.75), dialect="C3D (MMM)").save(capture)
    for ending in ("mot", "csv"):
        output = tmp_path / f"angles.{ending}"
        assert main(["fit", str(capture), "--as-stated", "-o", str(output), "--json"]) == 0
        assert "hip_flexion_r" in output.read_text()
    with pytest.raises(SystemExit, match="2"):
        main(["fit", str(capture), "--opensim-model", "gait2354", "-o", str(output)])
