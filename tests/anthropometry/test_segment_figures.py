"""Segments weigh what the tables say."""

from __future__ import annotations

import pytest

from understudy.anthropometry.segment_figures import DE_LEVA, PAIRED_SEGMENTS, WINTER_MASSES, adult_figures

# Spot checks of de Leva (1996): mass, centre, radii about the sagittal, transverse and longitudinal axis.
PUBLISHED = [
    ("male", "thigh", (0.1416, 0.4095, 0.329, 0.329, 0.149)),
    ("male", "upper_trunk", (0.1596, 0.2999, 0.716, 0.454, 0.659)),
    ("female", "shin", (0.0481, 0.4352, 0.267, 0.263, 0.092)),
    ("female", "head", (0.0668, 0.5894, 0.330, 0.359, 0.318)),
]
WINTER_THIGH = (0.100, 0.433, 0.323)


def whole(masses: dict[str, float]) -> float:
    return sum(mass * (2.0 if name in PAIRED_SEGMENTS else 1.0) for name, mass in masses.items())


@pytest.mark.parametrize(("sex", "segment", "row"), PUBLISHED)
def test_figures_are_de_levas(sex: str, segment: str, row: tuple[float, ...]) -> None:
    figures = adult_figures(sex)[segment]
    assert row == (
        figures.mass,
        figures.centre,
        figures.sagittal,
        figures.transverse,
        figures.longitudinal,
    )


@pytest.mark.parametrize("sex", ["male", "female"])
def test_segments_make_up_the_whole_body(sex: str) -> None:
    assert whole({name: figures.mass for name, figures in DE_LEVA[sex].items()}) == pytest.approx(
        1.0, abs=2e-3
    )
    assert whole(dict(WINTER_MASSES)) == pytest.approx(1.0, abs=2e-3)


def test_without_a_sex_winters_figures_count() -> None:
    thigh = adult_figures("")["thigh"]
    assert (thigh.mass, thigh.centre, thigh.sagittal) == WINTER_THIGH
    assert thigh.sagittal == thigh.transverse
