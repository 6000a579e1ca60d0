"""Where a result came from: what was read, by which version, with which options."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from understudy import __version__

_SAME_IN_JSON = frozenset({str, int, float, bool, type(None)})
"""Types whose values come back from JSON as they were."""


@dataclass(frozen=True)
class Provenance:
    """The history of a noun.

    Attributes:
        source: File name (never a full path) or a word for what made it up.
        sha256: Hash of the input's bytes, empty where there was no file.
        steps: Every stage that it went through with its options, in order.
        version: Version of Understudy.
    """

    source: str = ""
    sha256: str = ""
    steps: tuple[tuple[str, dict[str, Any]], ...] = ()
    version: str = field(default=__version__)

    @classmethod
    def of_file(cls, path: str | Path, content: bytes) -> Provenance:
        """Return the provenance of a file with this content."""
        return cls(source=Path(path).name, sha256=hashlib.sha256(content).hexdigest())

    def then(self, stage: str, **options: Any) -> Provenance:
        """Return this history with one more stage; options must be JSON-serialisable."""
        # Options are kept as JSON gives them back, so that a saved history equals the one in memory.
        steps = (*self.steps, (stage, {name: _as_json(value) for name, value in options.items()}))
        return Provenance(self.source, self.sha256, steps, self.version)

    def to_json(self) -> str:
        """Return the history as JSON text with sorted keys, equal for equal histories."""
        return json.dumps(
            {
                "source": self.source,
                "sha256": self.sha256,
                "version": self.version,
                "steps": [{"stage": stage, "options": options} for stage, options in self.steps],
            },
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> Provenance:
        """Rebuild a history from :meth:`to_json`."""
        data = json.loads(text)
        steps = tuple((str(step["stage"]), dict(step["options"])) for step in data["steps"])
        source, sha256, version = (str(data[key]) for key in ("source", "sha256", "version"))
        return cls(source=source, sha256=sha256, steps=steps, version=version)


def _as_json(value: Any) -> Any:
    """Return a value as JSON gives it back, without a text for most."""
    kind = type(value)
    if kind in _SAME_IN_JSON:
        return value
    if kind in (list, tuple):
        return [_as_json(each) for each in value]
    if kind is dict and all(type(name) is str for name in value):
        return {name: _as_json(each) for name, each in value.items()}
    return json.loads(json.dumps(value))
