"""Templates into pages; whatever a stranger wrote is shown as text, and the page may load only its own."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

import understudy


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("understudy.library.server.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(name: str, **values: Any) -> str:
    """Return the page of a template."""
    defaults: dict[str, Any] = {
        "query": None,
        "motion": None,
        "problem": "",
        "version": understudy.__version__,
    }
    return _environment().get_template(name).render(**{**defaults, **values})
