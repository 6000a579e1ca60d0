"""XML of strangers: entities, document types, depth and size."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture.source import Source
from understudy.capture.text import xml_tags
from understudy.capture.text.xml_tags import Tag, as_text, parse_xml
from understudy.errors import CaptureError


def parse(content: str | bytes) -> Tag:
    return parse_xml(Source(Path("a.xml"), content.encode() if isinstance(content, str) else content))


BILLION_LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE MMM [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<MMM>&c;</MMM>"""


@pytest.mark.parametrize(
    "content",
    [
        BILLION_LAUGHS,
        '<!DOCTYPE MMM [<!ENTITY a SYSTEM "file:///etc/hostname">]><MMM>&a;</MMM>',
        '<!DOCTYPE MMM SYSTEM "http://localhost/mmm.dtd"><MMM/>',
        '<!DOCTYPE MMM [<!ENTITY % a SYSTEM "file:///etc/hostname"> %a;]><MMM/>',
        "<!DOCTYPE MMM><MMM/>",
    ],
)
def test_document_types_and_entities_are_refused(content: str) -> None:
    with pytest.raises(CaptureError, match="a.xml, line [12]: declares a document type or entities"):
        parse(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<MMM>", "line 1: is not well-formed XML"),
        ("<MMM>\n<a></MMM>", "line 2: is not well-formed XML"),
        ("<MMM>&unknown;</MMM>", "undefined entity"),
        ("", "is not well-formed XML"),
        ('<?xml version="1.0" encoding="utf-7"?><MMM/>', "is not well-formed XML"),
        ('<MMM xmlns="somewhere"/>', "uses XML namespaces"),
        ("<MMM/><MMM/>", "is not well-formed XML"),
        (b"<MMM>\xff\xfe</MMM>", "is not well-formed XML"),
    ],
)
def test_faults_are_one_sentence_with_a_line(content: str | bytes, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(content)
    assert len(str(caught.value).splitlines()) == 1


def test_depth_is_bounded() -> None:
    deep = xml_tags.MAX_DEPTH
    assert parse("<a>" * deep + "</a>" * deep).tag == "a"
    with pytest.raises(CaptureError, match="nests tags more than 50 deep"):
        parse("<a>" * (deep + 1) + "</a>" * (deep + 1))
    with pytest.raises(CaptureError, match="nests tags more than 50 deep"):
        parse("<a>" * 200_000)


def test_size_and_number_of_tags_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_tags, "MAX_TAGS", 3)
    assert len(parse("<a><b/><c/></a>")) == 2
    with pytest.raises(CaptureError, match="holds more than 3 tags"):
        parse("<a><b/><c/><d/></a>")
    monkeypatch.setattr(xml_tags, "MAX_XML_BYTES", 10)
    with pytest.raises(CaptureError, match="holds 15 bytes of XML, at most 10"):
        parse("<a><b/><c/></a>")


def test_tags_know_their_lines_texts_and_children() -> None:
    root = parse("<a>\n <b c='1'>two</b>\n <b/>\n <d> x <e/> y </d>\n</a>")
    assert [(tag.tag, tag.line) for tag in root.all("*")] == [("b", 2), ("b", 3), ("d", 4)]
    first = root.child("b")
    assert first is not None
    assert (first.attrib, first.text) == ({"c": "1"}, "two")
    assert len(list(root.all("b"))) == 2
    assert root.child("absent") is None


@pytest.mark.parametrize(
    "text", ['<d> x <e f="&lt;\'&amp;">1 &lt; 2</e> y &gt; </d>', "<a/>", "<a>\n\t<b/>\n</a>"]
)
def test_a_tag_written_out_reads_back_the_same(text: str) -> None:
    assert as_text(parse(text)) == text


def test_numbers_of_a_tag() -> None:
    root = parse("<a>\n<b> 1 -2.5 3e2\n</b></a>")
    assert root.required("b").numbers(3) == [1.0, -2.5, 300.0]
    with pytest.raises(CaptureError, match="a.xml, line 2: b has 3 numbers, expected 2"):
        root.required("b").numbers(2)
    with pytest.raises(CaptureError, match="a.xml, line 1: a has no c"):
        root.required("c")


@pytest.mark.parametrize("word", ["", "one", "nan", "-inf", "1e10", "1,5"])
def test_what_is_no_number_is_refused(word: str) -> None:
    with pytest.raises(CaptureError, match="a.xml, line 1: a holds '.*', expected a number"):
        parse("<a/>").number(word)


def test_tags_of_the_one_namespace_are_named_without_it() -> None:
    content = b'<a xmlns="urn:x" xmlns:y="urn:y" y:c="1"><b d="2">text</b><y:b/></a>'
    root = parse_xml(Source(Path("a.xml"), content), "urn:x")
    assert [root.tag, *(child.tag for child in root)] == ["a", "b", "{urn:y}b"]
    with pytest.raises(CaptureError, match="uses XML namespaces, which its format does not have"):
        parse_xml(Source(Path("a.xml"), content))


def test_tags_that_nobody_reads_are_not_kept() -> None:
    content = b"<a><b>1<c>3</c></b><c>2<b/></c></a>"
    root = parse_xml(Source(Path("a.xml"), content), unread=frozenset({"b"}))
    assert [(child.tag, child.text, len(child)) for child in root] == [("c", "2", 0)]
