"""XML read with care: no entities, no document types, bounded depth and size, every tag with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError
from xml.sax.saxutils import escape, quoteattr

from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError
from understudy.plain_text import plain_number, plain_numbers, plain_words

MAX_XML_BYTES = 256 << 20
"""A file of motions that is larger is refused; at 100 Hz this is most of an hour."""

MAX_DEPTH = 50
"""MMM needs eight levels and MVNX seven; custom tags may nest some more."""

MAX_TAGS = 6_000_000
"""A tag takes about half a kilobyte of memory however short it is in the file."""

LARGEST = 1e9
"""Beyond this no number is a place, an angle or a time; products could overflow."""

_CHUNK_BYTES = 1 << 20


class Tag(Element):
    """An XML element that knows its file, and the line on which it begins, counted from 1."""

    path = Path()
    line = 1

    def error(self, problem: str) -> CaptureError:
        """Return an error about this tag."""
        return CaptureError(self.path, f"{self.tag} {problem}", self.line)

    def child(self, name: str) -> Tag | None:
        """Return the first child of that name."""
        return cast("Tag | None", self.find(name))

    def all(self, name: str) -> list[Tag]:
        """Return the children of that name."""
        return cast("list[Tag]", self.findall(name))

    def required(self, name: str) -> Tag:
        """Return the first child of that name, or say that it is missing."""
        child = self.child(name)
        if child is None:
            raise self.error(f"has no {name}")
        return child

    def number(self, word: str) -> float:
        """Return the number that a word of this tag is."""
        value = plain_number(word, LARGEST)
        if value is None:
            raise self.error(f"holds {shown(word)}, expected a number")
        return value

    def numbers(self, width: int) -> list[float]:
        """Return so many numbers, which are this tag's text."""
        words = plain_words(self.text or "")
        if len(words) != width:
            raise self.error(f"has {len(words)} numbers, expected {width}")
        values = plain_numbers(words, LARGEST)
        return [self.number(word) for word in words] if values is None else values

    def others(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """Return the children of other names as XML."""
        return tuple(as_text(child) for child in self if child.tag not in known)


class _TreeBuilder(TreeBuilder):
    """Builds tags while the parser reads, which tells the line that it has come to."""

    def __init__(self, path: Path, namespace: str, unread: frozenset[str]) -> None:
        super().__init__(element_factory=Tag)
        self.path = path
        self.namespace = f"{{{namespace}}}" if namespace else ""
        self.unread = unread
        self.expat: Any = None
        self.depth = self.count = 0

    def start(self, tag: str, attrs: dict[Any, Any], /) -> Element:
        line = self.expat.CurrentLineNumber
        self.depth, self.count = self.depth + 1, self.count + 1
        if self.depth > MAX_DEPTH:
            raise CaptureError(self.path, f"nests tags more than {MAX_DEPTH} deep", line)
        if self.count > MAX_TAGS:
            raise CaptureError(self.path, f"holds more than {MAX_TAGS} tags", line)
        if self.namespace:
            tag = tag.removeprefix(self.namespace)
        elif any(word.startswith("{") for word in (tag, *attrs)):
            raise CaptureError(self.path, "uses XML namespaces, which its format does not have", line)
        element = cast(Tag, super().start(tag, attrs))
        element.path, element.line = self.path, line
        return element

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        element = super().end(tag.removeprefix(self.namespace) if self.namespace else tag)
        if self.unread:
            # Of a long file most tags are such; they are gone as soon as the one around them ends.
            element[:] = [child for child in element if child.tag not in self.unread]
        return element


def parse_xml(
    source: Source,
    namespace: str = "",
    unread: frozenset[str] = frozenset(),
    most_bytes: int | None = None,
) -> Tag:
    """Return the outermost tag of an XML file.

    Args:
        source: The file.
        namespace: The one in which its tags may be, and without which they are named; empty for none.
        unread: Tags that are not kept, as they take memory and nobody reads them.
        most_bytes: Size over which a file is refused, ``MAX_XML_BYTES`` by default.

    Raises:
        CaptureError: Where it is too large or too deep, declares a document type or entities, or breaks the
            rules of XML.
    """
    # Only who reads XML waits for the package.
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    path, content = source.path, source.content
    most_bytes = MAX_XML_BYTES if most_bytes is None else most_bytes
    if len(content) > most_bytes:
        raise CaptureError(path, f"holds {len(content)} bytes of XML, at most {most_bytes} are read")
    builder = _TreeBuilder(path, namespace, unread)
    parser = DefusedXMLParser(target=builder, forbid_dtd=True)
    builder.expat = parser.parser
    try:
        for begin in range(0, len(content), _CHUNK_BYTES):
            parser.feed(content[begin : begin + _CHUNK_BYTES])
        return cast(Tag, parser.close())
    except DefusedXmlException as error:
        problem = "declares a document type or entities, which are refused"
        raise CaptureError(path, problem, builder.expat.CurrentLineNumber) from error
    except (ParseError, ExpatError, LookupError, ValueError) as error:
        problem = f"is not well-formed XML ({shown(str(error))})"
        raise CaptureError(path, problem, builder.expat.CurrentLineNumber) from error


def as_text(tag: Element) -> str:
    """Return a tag as XML on its own, without what follows it."""
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in tag.attrib.items())
    inside = escape(tag.text or "") + "".join(as_text(child) + escape(child.tail or "") for child in tag)
    return f"<{tag.tag}{attributes}>{inside}</{tag.tag}>" if inside else f"<{tag.tag}{attributes}/>"
