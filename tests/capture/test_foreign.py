"""Files that are often taken for captures: each is told for what it is, with what would be valid."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import CaptureError


def packed(*names: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return content.getvalue()


def arrays(count: int) -> bytes:
    content = io.BytesIO()
    np.savez(content, a=np.zeros(count))
    return content.getvalue()


ENTITIES = b'<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "ccc">]>\n<MMM>&b;</MMM>'

FOREIGN = {
    "the head of an FBX": (b"Kaydara FBX Binary  \x00\x1a\x00", "is no FBX that can be read"),
    "film": (b"\x00\x00\x00\x18ftypmp42" + b"\x00" * 100, "film"),
    "picture": (b"\x89PNG\r\n\x1a\n", "is a picture"),
    "utf-16": ("HIERARCHY\nROOT Hips".encode("utf-16"), "UTF-16 or UTF-32, expected UTF-8"),
    "workbook": (packed("[Content_Types].xml", "xl/workbook.xml"), "save it as CSV"),
    "archive of captures": (packed("walk.bvh"), "ZIP archive of 1 files (walk.bvh)"),
    "half an archive": (arrays(99)[:200], "is damaged or cut off"),
    "packed": (b"\x1f\x8b\x08", "unpack it first"),
    "robot": (b'<?xml version="1.0"?>\n<!-- made -->\n<robot name="a"/>', "is the model of a robot"),
    "entities": (ENTITIES, "declares a document type"),
    "half a C3D": (b"\x02\x50" + b"\x00" * 400, "is cut off after 402 bytes"),
    "other JSON": (b'{"a": 1}', "readable that begins so are: glTF (a GLB, or JSON with"),
    "other arrays": (arrays(3), "readable that begins so are: "),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_a_file_is_and_what_would_be_valid_is_told(kind: str, tmp_path: Path) -> None:
    content, sentence = FOREIGN[kind]
    (tmp_path / "a.bvh").write_bytes(content)
    with pytest.raises(CaptureError) as caught:
        read_capture(tmp_path / "a.bvh")
    assert sentence in str(caught.value)
    assert "BVH (" not in str(caught.value)
