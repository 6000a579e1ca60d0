"""Where a result came from: what was read, by which version, with which options."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from understudy import __version__


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
        return replace(self, steps=(*self.steps, (stage, json.loads(json.dumps(options)))))

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
