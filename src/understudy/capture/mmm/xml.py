"""XML read with care: no entities, no document types, bounded depth and size, every tag with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers.expat import ExpatError
from xml.sax.saxutils import escape, quoteattr

from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

MAX_XML_BYTES = 256 << 20
"""A file of motions that is larger is refused; at 100 Hz this is most of an hour."""

MAX_DEPTH = 50
"""MMM needs eight levels; custom tags may nest some more."""

MAX_TAGS = 6_000_000
"""A tag takes about half a kilobyte of memory however short it is in the file."""

_CHUNK_BYTES = 1 << 20


@dataclass(eq=False)
class Tag:
    """An XML element.

    Attributes:
        name: What it is called.
        attributes: Name → value.
        line: Where it begins in the file, counted from 1.
        text: Characters between its beginning and its first child.
        tail: Characters between its end and the next tag.
        children: Tags inside it.
    """

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    tail: str = ""
    children: list[Tag] = field(default_factory=list)

    def child(self, name: str) -> Tag | None:
        """Return the first child of that name."""
        return next(self.all(name), None)

    def all(self, name: str) -> Iterator[Tag]:
        """Yield the children of that name."""
        return (tag for tag in self.children if tag.name == name)


class _TreeBuilder:
    """Builds tags while the parser reads; the parser calls ``start``, ``data``, ``end`` and ``close``.

    ``locate`` tells the line that the parser has come to.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open: list[Tag] = []
        self._words: list[str] = []
        self._last: Tag | None = None
        self._count = 0
        self.root: Tag | None = None
        self.locate: Callable[[], int] = lambda: 1

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open a tag."""
        self._flush()
        line = self.locate()
        self._count += 1
        if len(self._open) >= MAX_DEPTH:
            raise CaptureError(self._path, f"nests tags more than {MAX_DEPTH} deep", line)
        if self._count > MAX_TAGS:
            raise CaptureError(self._path, f"holds more than {MAX_TAGS} tags", line)
        if any(word.startswith("{") for word in (name, *attributes)):
            raise CaptureError(self._path, "uses XML namespaces, which MMM does not have", line)
        tag = Tag(name, dict(attributes), line)
        if self._open:
            self._open[-1].children.append(tag)
        else:
            self.root = tag
        self._open.append(tag)
        self._last = None

    def data(self, text: str) -> None:
        """Take characters."""
        self._words.append(text)

    def end(self, name: str) -> None:
        """Close a tag."""
        self._flush()
        self._last = self._open.pop()

    def close(self) -> None:
        """Finish."""

    def _flush(self) -> None:
        text = "".join(self._words)
        self._words.clear()
        if self._last is not None:
            self._last.tail = text
        elif self._open:
            self._open[-1].text = text


def parse_xml(source: Source) -> Tag:
    """Return the outermost tag of an XML file.

    Raises:
        CaptureError: Where it is too large or too deep, declares a document type or entities, or breaks the
            rules of XML.
    """
    # Only who reads XML waits for the package.
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    path, content = source.path, source.content
    if len(content) > MAX_XML_BYTES:
        raise CaptureError(path, f"holds {len(content)} bytes of XML, at most {MAX_XML_BYTES} are read")
    builder = _TreeBuilder(path)
    parser = DefusedXMLParser(target=builder, forbid_dtd=True)
    expat = parser.parser
    builder.locate = lambda: expat.CurrentLineNumber
    try:
        for begin in range(0, len(content), _CHUNK_BYTES):
            parser.feed(content[begin : begin + _CHUNK_BYTES])
        parser.close()
    except DefusedXmlException as error:
        line = expat.CurrentLineNumber
        raise CaptureError(path, "declares a document type or entities, which are refused", line) from error
    except (ParseError, ExpatError, LookupError, ValueError) as error:
        line = expat.CurrentLineNumber
        raise CaptureError(path, f"is not well-formed XML ({shown(str(error))})", line) from error
    if builder.root is None:
        raise CaptureError(path, "holds no XML tag")
    return builder.root


def as_text(tag: Tag) -> str:
    """Return a tag as XML on its own, without what follows it."""
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in tag.attributes.items())
    inside = escape(tag.text) + "".join(as_text(child) + escape(child.tail) for child in tag.children)
    return f"<{tag.name}{attributes}>{inside}</{tag.name}>" if inside else f"<{tag.name}{attributes}/>"
