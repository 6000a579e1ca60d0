"""The draft of a marker set for a capture, whether its labels are known or not."""

from __future__ import annotations

from pathlib import Path

from understudy.capture.formats import read_capture
from understudy.capture.naming.guessing.draft import draft_toml
from understudy.capture.naming.guessing.guess import guess_labels
from understudy.capture.naming.marker_sets import UnknownLabelsError, built_in_sets
from understudy.capture.naming.marker_sets.names import UNLABELLED, by_subject
from understudy.capture.sidecar import Sidecar


def draft_for(path: Path, stated: Sidecar) -> str:
    """Return a marker set in TOML for a capture, to check and edit.

    Args:
        path: The capture.
        stated: What the user states about it.

    Raises:
        CaptureError: Where the capture cannot be read for another reason than its labels.
    """
    try:
        recording = read_capture(path, stated)
        labels, points = recording.names, recording.points
    except UnknownLabelsError as error:
        labels, points = error.labels, error.points
    column = {label: k for k, label in reversed(list(enumerate(labels))) if not label.startswith(UNLABELLED)}
    # The person with the most markers is drafted; others bear the same labels after their own name.
    own = max(by_subject(list(column)).values(), key=len, default=[])
    seen = None if points is None else points[:, [column[label] for label in own]]
    return draft_toml(guess_labels(own, seen, built_in_sets()), path.name)
