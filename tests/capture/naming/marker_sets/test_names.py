"""Labels are compared without what surrounds them."""

from __future__ import annotations

import pytest

from understudy.capture.naming.marker_sets.names import by_subject, spoken_names
from understudy.capture.naming.names import plain


@pytest.mark.parametrize("label", ["LASI", "Ann:LASI", "Lab:Ann:LASI", "l_asi", "L.ASI", "l-asi "])
def test_plain(label: str) -> None:
    assert plain(label) == "lasi"


def test_subjects_in_their_order() -> None:
    groups = by_subject(["B:1", "A:1", "*3", "B:2", "C7"])
    assert groups == {"B": ["B:1", "B:2"], "A": ["A:1"], "": ["C7"]}


def test_a_shared_beginning_is_left_out() -> None:
    assert spoken_names(["251112_KUO_LASI", "251112_KUO_RASI"])["rasi"] == "251112_KUO_RASI"
    assert "asi" not in spoken_names(["L_ASI", "R_ASI"])


def test_of_equal_names_the_first_counts() -> None:
    assert spoken_names(["L_ASI", "LASI"])["lasi"] == "L_ASI"
