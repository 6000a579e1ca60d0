"""Damage done to files: to their bytes, to the elements of XML, and inside archives."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

DAMAGES = (1, 1, 1, 1, 2, 3)
"""How many damages are done at once: what is damaged little gets far."""

SUBTLE = 0.85
"""How often a damage keeps XML and archives what they are."""

LONGEST_SLICE = 400
LONGEST_RUN = 50_000

NUMBER = re.compile(rb"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
NUMBERS = [
    b"nan",
    b"inf",
    b"-inf",
    b"1e308",
    b"-1e308",
    b"1e-320",
    b"1e39",
    b"0",
    b"-1",
    b"1",
    b"65536",
    b"1e6",
]
NUMBERS += [
    b"2147483648",
    b"-2147483649",
    b"9" * 40,
    b"9" * 5000,
    b"0x" + b"f" * 5000,
    b"1 2",
    b"1_0",
    b"",
    b"1e9",
]
WORDS = [
    b"",
    b"'",
    b'"',
    b"<",
    b">",
    b"&",
    b"&#0;",
    b"&#10;",
    b"\0",
    b"\x1b[2J",
    b"\xff\xfe",
    b"[" * 500,
    b"../",
]
WORDS += [
    b"{" * 300,
    b"/dev/zero",
    b"package://etc/passwd",
    b"=",
    b"\n",
    b"true",
    b"free",
    b"-->",
    b"<!--",
    b"]]>",
]
TOKENS = NUMBERS + WORDS

SNIPPETS = [
    "<replicate count='60000'><body><joint/><geom size='.1'/></body></replicate>",
    "<replicate count='300'><geom size='.1'/></replicate>",
    "<asset><model name='m' file='model.xml'/></asset>",
    "<attach model='m' body='torso' prefix='p_'/>",
    "<include file='model.xml'/>",
    "<include file='/etc/passwd'/>",
    "<asset><texture name='t' type='2d' builtin='flat' width='4000' height='4000'/></asset>",
    "<asset><hfield name='h' nrow='4000' ncol='4000' size='1 1 1 1'/></asset>",
    "<asset><mesh name='x' builtin='supersphere' params='200 1 1'/></asset>",
    "<asset><mesh name='x' file='../../secret.stl'/></asset>",
    "<size nuser_body='100000000' nkey='9' nuserdata='99999999' memory='500M'/>",
    "<flexcomp name='f' type='grid' count='12 12 12' spacing='.1 .1 .1' dim='3' radius='.01'/>",
    "<composite type='cable' curve='s' count='40 1 1' size='1'><geom type='capsule' size='.01'/></composite>",
    "<body><freejoint/></body>",
    "<joint type='ball'/>",
    "<joint type='free'/>",
    "<geom type='sdf'/>",
    "<frame euler='0 0 nan'/>",
    "<equality><joint joint1='a' joint2='b' polycoef='1e300 1e300 0 0 0'/></equality>",
    "<tendon><fixed name='t'><joint joint='a' coef='1'/></fixed></tendon>",
    "<keyframe><key qpos='1 2 3'/></keyframe>",
    "<extension><plugin plugin='mujoco.sdf.torus'/></extension>",
    "<sensor><user dim='100000000'/></sensor>",
    "<contact><exclude body1='a' body2='b'/></contact>",
    "<default><geom contype='-1'/></default>",
    "<worldbody/>",
    "<mimic joint='a' multiplier='1e308'/>",
    "<option iterations='1000000000' timestep='1e-300'/>",
]

Damage = Callable[[bytes, random.Random], bytes]


def damaged_bytes(content: bytes, chance: random.Random) -> bytes:
    """Return a content with one damage."""
    if not content:
        return chance.choice(TOKENS)
    return chance.choice(BYTE_DAMAGES)(content, chance)


def _change(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.randint(1, 8)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _insert(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + chance.choice(TOKENS) + content[place:]


def _renumber(content: bytes, chance: random.Random) -> bytes:
    found = NUMBER.search(content, chance.randrange(len(content)))
    if found is None:
        return _insert(content, chance)
    return content[: found.start()] + chance.choice(NUMBERS) + content[found.end() :]


def _remove(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    return content[:start] + content[start + chance.randint(1, LONGEST_SLICE) :]


def _repeat(content: bytes, chance: random.Random) -> bytes:
    start, place = chance.randrange(len(content)), chance.randrange(len(content) + 1)
    part = content[start : start + chance.randint(1, LONGEST_SLICE)]
    return content[:place] + part * chance.choice([1, 2, 20]) + content[place:]


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def _run(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content) + 1)
    letter = chance.choice([b" ", b"0", b"9", b"[", b"{", b"<", b"a", b"\n", b"\0"])
    return content[:place] + letter * chance.randint(1, LONGEST_RUN) + content[place:]


def _renumber_all(content: bytes, chance: random.Random) -> bytes:
    """Put one token in the place of every tenth number."""
    token = chance.choice(NUMBERS)
    return NUMBER.sub(lambda found: token if chance.random() < 0.1 else found.group(), content)


BYTE_DAMAGES: list[Damage] = [
    _change,
    _insert,
    _renumber,
    _renumber,
    _remove,
    _repeat,
    _cut,
    _run,
    _renumber_all,
]


def damaged_xml(content: bytes, chance: random.Random) -> bytes:
    """Return XML with one damage to its elements, or to its bytes where it is none."""
    try:
        root = fromstring(content)
    except (ParseError, ValueError, LookupError):
        return damaged_bytes(content, chance)
    elements = list(root.iter())
    chance.choice(XML_DAMAGES)(root, elements, chance)
    return tostring(root)


def _set(root: Element, elements: list[Element], chance: random.Random) -> None:
    """Give an attribute another value, often that of another one."""
    element = chance.choice([each for each in elements if each.attrib] or [root])
    name = chance.choice(sorted(element.attrib) or ["name"])
    other = chance.choice([each for each in elements if each.attrib] or [root])
    values = [*other.attrib.values(), chance.choice(TOKENS).decode("latin-1")]
    words = element.get(name, "").split()
    if len(words) > 1 and chance.random() < 0.5:
        words[chance.randrange(len(words))] = chance.choice(NUMBERS).decode()
        values = [" ".join(words)]
    element.set(name, re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "?", chance.choice(values)))


def _drop_attribute(root: Element, elements: list[Element], chance: random.Random) -> None:
    element = chance.choice(elements)
    if element.attrib:
        del element.attrib[chance.choice(sorted(element.attrib))]


def _add_attribute(root: Element, elements: list[Element], chance: random.Random) -> None:
    name = chance.choice(sorted({name for each in elements for name in each.attrib} or {"name"}))
    chance.choice(elements).set(name, chance.choice(NUMBERS).decode())


def _drop_element(root: Element, elements: list[Element], chance: random.Random) -> None:
    parent = chance.choice(elements)
    if len(parent):
        parent.remove(chance.choice(list(parent)))


def _copy_element(root: Element, elements: list[Element], chance: random.Random) -> None:
    """Put an element into another one, or into itself."""
    copied, place = fromstring(tostring(chance.choice(elements))), chance.choice(elements)
    for _ in range(chance.choice([1, 1, 2, 5])):
        place.insert(chance.randint(0, len(place)), copied)


def _rename(root: Element, elements: list[Element], chance: random.Random) -> None:
    chance.choice(elements).tag = chance.choice(elements).tag


def _put_snippet(root: Element, elements: list[Element], chance: random.Random) -> None:
    chance.choice([root, *elements]).append(fromstring(chance.choice(SNIPPETS)))


def _deepen(root: Element, elements: list[Element], chance: random.Random) -> None:
    place = chance.choice(elements)
    for _ in range(chance.choice([10, 150, 400])):
        inner = Element(chance.choice(["body", "frame", "default", "link"]))
        place.append(inner)
        place = inner


XML_DAMAGES: list[Callable[[Element, list[Element], random.Random], None]] = [
    *(_set, _set, _set, _drop_attribute, _add_attribute, _drop_element, _copy_element),
    *(_rename, _put_snippet, _put_snippet, _deepen),
]


def damaged_archive(content: bytes, chance: random.Random) -> bytes:
    """Return an archive with one damage, mostly inside it, where no checksum gives that away."""
    if chance.random() < 0.2:
        return damaged_bytes(content, chance)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {info.filename: archive.read(info) for info in archive.infolist()}
    except Exception:
        # Whatever an earlier damage has made of it, it is damaged further.
        return damaged_bytes(content, chance)
    if not members:
        return damaged_bytes(content, chance)
    name = chance.choice(sorted(members))
    kind = chance.random()
    if kind < 0.7:
        members[name] = damaged_bytes(members[name], chance)
    elif kind < 0.8:
        members[chance.choice(sorted(members))] = members[name]
    elif kind < 0.9:
        del members[name]
    else:
        members[f"{name}{chance.choice(['', '.npy', 'x', '/../../a'])}"] = bytes(
            chance.choice([0, 10, 1 << 20])
        )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
        for each, inner in members.items():
            archive.writestr(zipfile.ZipInfo(each), inner)
    return buffer.getvalue()


def damaged(content: bytes, damage: Damage, chance: random.Random) -> bytes:
    """Return a content with some damages of a kind, among them some of its bytes."""
    for _ in range(chance.choice(DAMAGES)):
        content = damage(content, chance) if chance.random() < SUBTLE else damaged_bytes(content, chance)
    return content
