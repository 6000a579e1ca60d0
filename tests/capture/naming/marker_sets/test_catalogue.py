"""Sets are told by the labels of a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.body import find_body
from understudy.capture.naming.marker_sets.catalogue import Match, built_in_sets, custom_set_path, find_person
from understudy.capture.naming.marker_sets.marker_set import MIDDLE, SIDED, MarkerSet, load_marker_set
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source

DOCS = Path(__file__).resolve().parents[4] / "docs" / "marker-sets.md"

CLOSE = 15.0
"""How near the joints of the made-up person come by usual widths [mm]."""

COMMON = """LFHD RFHD LBHD RBHD C7 T10 CLAV STRN RBAK LSHO LUPA RSHO RUPA
LTHI LKNE LANK LHEE LTOE RTHI RKNE RANK RHEE RTOE"""
ARMS = "LELB LFRM LWRA LWRB LFIN RELB RFRM RWRA RWRB RFIN"
LABELS: dict[str, str] = {
    "Plug-in Gait": f"{COMMON} {ARMS} LASI RASI LPSI RPSI LTIB RTIB",
    "Helen Hayes": """LASI RASI SACR LTHI LKNE LTIB LANK LHEE LTOE RTHI RKNE RTIB RANK RHEE RTOE
        LSHO RSHO LELB RELB LWRI RWRI""",
    "CMU": f"{COMMON} {ARMS} LFWT RFWT LBWT RBWT LSHN LMT5 RSHN RMT5",
    "MMM": f"""{COMMON} L3 LBAK LAEL LAOL LFRA LWTS LWPS LHTS LHPS RAEL RAOL RFRA RWTS RWPS RHTS RHPS
        LASI RASI LPSI RPSI LHIP RHIP LTIP LMT1 LMT5 RTIP RMT1 RMT5""",
}
"""The published labels of each set."""

OPENSIM = """R.ASIS L.ASIS V.Sacral R.Knee.Lat R.Knee.Med R.Ankle.Lat R.Ankle.Med R.Heel R.Toe.Tip
L.Knee.Lat L.Knee.Med L.Ankle.Lat L.Ankle.Med L.Heel L.Toe.Tip R.Acromium L.Acromium Top.Head"""
AMASS = (
    LABELS["CMU"].replace("LWRA", "LIWR").replace("LWRB", "LOWR") + " LKNI RKNI LMT1 RMT1 LELBIN RELBIN ARIEL"
)


def person_of(labels: list[str]) -> Match:
    match = find_person(labels, built_in_sets())
    assert match is not None
    return match


def matched(text: str) -> str:
    return person_of(text.split()).marker_set.name


@pytest.mark.parametrize("name", list(LABELS))
def test_published_labels_are_told_apart(name: str) -> None:
    assert matched(LABELS[name]) == name
    assert matched(" ".join(f"Ann:{label}" for label in LABELS[name].split())) == name


@pytest.mark.parametrize(("text", "name"), [(OPENSIM, "Helen Hayes"), (AMASS, "CMU")])
def test_other_spellings(text: str, name: str) -> None:
    assert matched(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("LASI RASI LPSI RPSI LKNE RKNE LANK RANK", "Plug-in Gait"),
        ("LASI RASI SACR LKNE RKNE", "Plug-in Gait"),
        ("L_FLE R_FLE L_FME R_FME L_FAL R_FAL L_TAM R_TAM", "IOR"),
        ("LSHO RSHO LELB RELB", "Plug-in Gait"),
        ("L_HLE R_HLE L_HME R_HME L_RSP R_RSP L_USP R_USP", "IOR"),
    ],
)
def test_two_joints_of_both_legs_or_arms_are_enough(text: str, name: str) -> None:
    assert matched(text) == name


def test_every_built_in_set_is_documented() -> None:
    names = [marker_set.name for marker_set in built_in_sets()]
    assert set(LABELS) <= set(names)
    assert len(set(names)) == len(names)
    text = DOCS.read_text(encoding="utf-8")
    assert [name for name in names if name not in text] == []


def test_every_place_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [
        place for place, what in {**SIDED, **MIDDLE}.items() if f"| `{place}` | {what} |" not in text
    ] == []


def test_the_documented_example_is_a_marker_set(tmp_path: Path) -> None:
    example = DOCS.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    (tmp_path / "example.toml").write_text(example)
    assert load_marker_set(tmp_path / "example.toml").anatomy["knee_outer_l"] == (("LKnee", "LKNE"),)


@pytest.mark.parametrize("marker_set", built_in_sets(), ids=lambda marker_set: marker_set.name)
def test_every_set_finds_the_joints_of_the_made_up_person(marked_person, marker_set: MarkerSet) -> None:
    places, joints = marked_person()
    names = {place: marker_set.anatomy[place][0][0] for place in marker_set.anatomy}
    points = np.stack([places.tracks[place].points for place in names], axis=1)
    match = person_of(list(names.values()))
    assert match.marker_set.name == marker_set.name
    raw = RawCapture(Source(Path("a.c3d"), b""), "C3D", tuple(names.values()), points, unit=0.001)
    body = find_body(raw, match)
    columns = {name: track for name, track in zip(names.values(), points.transpose(1, 0, 2), strict=True)}
    columns |= {name: track for name, track in zip(body.names, body.points.transpose(1, 0, 2), strict=True)}
    for joint, truth in joints.items():
        found = np.mean([columns[name] for name in body.landmark_points[joint]], axis=0)
        assert np.linalg.norm(found - truth, axis=1).max() < CLOSE
    assert {"heel_l", "toe_r", "neck", "mid_hip"} <= set(body.landmark_points)


@pytest.mark.parametrize("text", ["A B C", "LASI RASI LKNE", "*1 *2"])
def test_what_is_no_person(text: str) -> None:
    assert find_person(text.split(), built_in_sets()) is None


def test_further_persons_are_named() -> None:
    labels = [f"{who}:{label}" for who in ("Ann", "Bob") for label in LABELS["CMU"].split()]
    match = person_of([*labels, "Ball:1"])
    assert (match.subject, match.others) == ("Ann", ("Bob",))


def test_the_place_of_a_custom_set() -> None:
    assert custom_set_path(Path("x/take.1.c3d")) == Path("x/take.1.markers.toml")
