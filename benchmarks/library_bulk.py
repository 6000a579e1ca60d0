"""A library filled with rows at once, for search at a size whose import would take hours on a busy machine.

Rows are those that importing the files of ``library_files`` writes. Descriptors are those of made-up moves,
each varied by noise as large as between two performances of a move, so that neighbours have to be told apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import sqlalchemy as sa
from library_files import PROJECTS, SUBJECTS, TAGS, WORDS
from library_moves import bodies, make_up, perform

from understudy.library import schema
from understudy.library.categories import category_id
from understudy.library.descriptor.descriptor import VERSION, describe_motion
from understudy.library.importing.words import categories_of
from understudy.library.library import Library
from understudy.library.neighbours import packed
from understudy.library.people import row_id
from understudy.library.texts import ancestors

_BASES = 800
_BLOCK = 2000
_MOMENT = "2026-01-01T00:00:00.000000Z"


def fill(library: Library, count: int) -> None:
    """Fill an empty library with motions, without files behind them."""
    people = bodies()
    bases = np.stack(
        [describe_motion(perform(make_up(i), people[i % len(people)], i, fps=15.0)) for i in range(_BASES)]
    )
    between = np.linalg.norm(
        describe_motion(perform(make_up(0), people[1], 3, fps=15.0)) - bases[0]
    ) / np.sqrt(bases.shape[1])
    generator = np.random.default_rng(0)
    for start in range(0, count, _BLOCK):
        with library.database.writing() as connection:
            places = _places(connection)
            rows: dict[str, list[dict[str, Any]]] = {}
            for number in range(start + 1, min(start + _BLOCK, count) + 1):
                vector = bases[number % _BASES] + generator.normal(0.0, between, bases.shape[1])
                for table, row in _rows(number, vector, places):
                    rows.setdefault(table, []).append(row)
            _insert(connection, rows)


def _places(connection: sa.Connection) -> dict[str, int]:
    found = {name: row_id(connection, schema.projects, name) for name in PROJECTS}
    found |= {code: row_id(connection, schema.subjects, code) for code in SUBJECTS}
    paths = {path for word in WORDS for own in categories_of(word) for path in ancestors(own)}
    return found | {path: category_id(connection, path) for path in paths}


def _rows(number: int, vector: np.ndarray, places: dict[str, int]) -> Iterator[tuple[str, dict[str, Any]]]:
    draw = random.Random(number)
    words = " ".join(draw.sample(WORDS, 4))
    sha256 = f"{number:064x}"
    project, subject, tag = draw.choice(PROJECTS), draw.choice(SUBJECTS), draw.choice(TAGS)
    yield "blobs", {"sha256": sha256, "size": 1, "added": _MOMENT}
    yield (
        "motions",
        {
            "id": number,
            "title": f"{number} {words}",
            "project_id": places[project],
            "subject_id": places[subject],
            "sha256": sha256,
            "kind": "human",
            "frames": 24,
            "fps": 24.0,
            "seconds": draw.uniform(0.5, 3.0),
            "added": _MOMENT,
            "changed": _MOMENT,
        },
    )
    own = categories_of(words)
    for node in dict.fromkeys(node for path in own for node in ancestors(path)):
        yield "motion_categories", {"category_id": places[node], "motion_id": number, "own": node in own}
    yield "motion_tags", {"tag": tag, "motion_id": number}
    file = {"id": number, "motion_id": number, "name": f"{number}.npz", "kind": "human"}
    yield "files", {**file, "sha256": sha256, "size": 1, "added": _MOMENT}
    yield "descriptors", {"motion_id": number, "version": VERSION, "vector": packed(vector)}
    yield (
        "motion_words",
        {"id": number, "words": f"{number} {words} {project} {subject} {tag} {' '.join(own)}"},
    )


def _insert(connection: sa.Connection, rows: dict[str, list[dict[str, Any]]]) -> None:
    for table in ("blobs", "motions", "motion_categories", "motion_tags", "files", "descriptors"):
        if rows.get(table):
            connection.execute(sa.insert(schema.metadata.tables[table]), rows[table])
    if connection.dialect.name == "sqlite":
        words = "INSERT INTO motion_words (rowid, words) VALUES (:id, :words)"
    else:
        words = "INSERT INTO motion_words (motion_id, words) VALUES (:id, to_tsvector('simple', :words))"
    connection.execute(sa.text(words), rows["motion_words"])
