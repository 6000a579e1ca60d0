"""References of docstrings, ``:func:`read```, as code on the pages that mkdocstrings makes of them."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):`~?([^`]+)`")


def without_roles(text: str) -> str:
    """Return a docstring whose references are plain code in Markdown."""
    return _ROLE.sub(r"`\1`", text)


class DocstringRoles(Extension):
    """Rewrites every docstring that was found, before it is parsed."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = without_roles(obj.docstring.value)
