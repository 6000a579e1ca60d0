"""The server does what the library does, refuses what it should with the right number, and never breaks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from understudy.library.client import Client
from understudy.library.entries import About, Institution, Person, Project, Thing
from understudy.library.library import Library
from understudy.library.query import Query
from understudy.library.refusals import (
    DuplicateError,
    LibraryError,
    NotAllowedError,
    NotInLibraryError,
    TooLargeError,
)
from understudy.library.server.app import create_app
from understudy.library.server.settings import Settings

Moves = Callable[[int], Path]
ROLES = ("member", "editor", "keeper", "admin")
UNLIMITED = Settings(requests_a_minute=0, requests_a_minute_by_token=0, largest_upload=1 << 20)


class Laboratory:
    """A server and somebody of each role."""

    def __init__(self, library: Library, settings: Settings = UNLIMITED) -> None:
        """Serve a library."""
        self.library = library
        self.http = TestClient(create_app(library, settings), raise_server_exceptions=False)
        self.tokens = {role: library.new_token(role, role) for role in ROLES}
        self.other = library.new_token("other", "editor")

    def client(self, role: str = "") -> Client:
        """Return somebody's client."""
        token = self.other if role == "other" else self.tokens.get(role)
        return Client("http://testserver", token, self.http._transport)

    def headers(self, role: str) -> dict[str, str]:
        """Return somebody's header."""
        return {"Authorization": f"Bearer {self.tokens[role]}"}


@pytest.fixture
def lab(local_library: Library) -> Iterator[Laboratory]:
    yield Laboratory(local_library)


def test_a_client_does_what_a_library_does(lab: Laboratory, moves: Moves, tmp_path: Path) -> None:
    client, library = lab.client("editor"), lab.library
    motion = client.add(moves(1), About("Walk", categories=("locomotion",), tags=("a",)))
    assert client.get(motion.id) == library.get(motion.id) == motion
    assert client.find(Query(text="walk", categories=("locomotion",))) == library.find(Query(text="walk"))
    assert client.read(motion.id, motion.files[0].id) == library.read(motion.id, motion.files[0].id)
    assert client.attach(motion.id, "notes.txt", b"x").kind == "other"
    assert client.comment(motion.id, "good").author == "editor"
    assert client.change(motion.id, About("Run", access="lab")).access == "lab"
    assert client.add_category("dance/samba") == "dance/samba"
    assert client.tree("dance") == library.tree("dance")
    client.save_institution(Institution("KIT"))
    client.save_project(Project("P", "KIT"))
    client.save_object(Thing("cup", attributes={"mass": 0.2}), ("cup.stl", b"solid"))
    assert (client.projects(), client.objects()) == (library.projects(), library.objects())
    assert client.institutions() == library.institutions()
    assert client.similar(moves(1))[0].motion.id == motion.id
    assert client.similar(motion.id) == []
    lab.client("keeper").save_subject(Person("S1", 1.7, personal={"name": "Jo"}))
    assert lab.client("keeper").subjects() == library.subjects()
    admin = lab.client("admin")
    assert admin.audit_log()[0].action == "save"
    assert {account.name for account in admin.accounts()} >= set(ROLES)
    client.delete(motion.id)
    with pytest.raises(NotInLibraryError, match=f"there is no motion {motion.id}"):
        client.get(motion.id)


def test_a_download_is_made_in_a_format(lab: Laboratory, moves: Moves) -> None:
    motion = lab.client("editor").add(moves(1))
    name, content = lab.client().download(motion.id, "trc")
    assert name == "move_001.trc" and content.startswith(b"PathFileType")
    with pytest.raises(LibraryError, match="say which robot"):
        lab.client().download(motion.id, "tracking")
    with pytest.raises(LibraryError, match="unknown robot"):
        lab.client().download(motion.id, "tracking", "../../etc/passwd")
    with pytest.raises(LibraryError, match="unknown format"):
        lab.client().download(motion.id, "nonsense")


def test_a_duplicate_is_named(lab: Laboratory, moves: Moves) -> None:
    client = lab.client("editor")
    first = client.add(moves(1))
    with pytest.raises(DuplicateError) as refused:
        client.add(moves(1))
    assert refused.value.motion_id == first.id


CHANGES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", "/api/motions", {"files": {"file": ("a.npz", b"x")}}),
    ("POST", "/api/describe", {"files": {"file": ("a.npz", b"x")}}),
    ("POST", "/api/similar", {"files": {"file": ("a.npz", b"x")}}),
    ("PUT", "/api/motions/1", {"json": {}}),
    ("DELETE", "/api/motions/1", {}),
    ("POST", "/api/motions/1/files", {"files": {"file": ("a", b"x")}}),
    ("POST", "/api/motions/1/comments", {"json": {"text": "x"}}),
    ("GET", f"/api/motions/of/{'0' * 64}", {}),
    ("POST", "/api/tree", {"json": {"path": "a"}}),
    ("PUT", "/api/projects", {"json": {"name": "a"}}),
    ("PUT", "/api/institutions", {"json": {"name": "a"}}),
    ("PUT", "/api/subjects", {"json": {"code": "a"}}),
    ("PUT", "/api/objects", {"json": {"name": "a"}}),
    ("PUT", "/api/objects/model", {"params": {"name": "a"}, "files": {"file": ("a", b"x")}}),
    ("GET", "/api/accounts", {}),
    ("POST", "/api/accounts", {"json": {"name": "a", "role": "admin"}}),
    ("DELETE", "/api/accounts", {"params": {"name": "editor"}}),
    ("GET", "/api/audit", {}),
)


@pytest.mark.parametrize(("method", "path", "how"), CHANGES, ids=lambda value: str(value)[:40])
def test_nobody_writes_without_a_token(
    lab: Laboratory, moves: Moves, method: str, path: str, how: dict[str, Any]
) -> None:
    lab.library.add(moves(1))
    before = lab.library.last_change()
    answer = lab.http.request(method, path, **how)
    assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
    wrong = lab.http.request(method, path, headers={"Authorization": "Bearer wrong"}, **how)
    assert wrong.status_code == 403
    assert lab.library.last_change() == before


@pytest.mark.parametrize(
    ("role", "method", "path", "how"),
    [
        ("member", "POST", "/api/motions", {"files": {"file": ("a.npz", b"x")}}),
        ("editor", "PUT", "/api/subjects", {"json": {"code": "a"}}),
        ("editor", "GET", "/api/audit", {}),
        ("keeper", "POST", "/api/accounts", {"json": {"name": "a", "role": "admin"}}),
        ("keeper", "GET", "/api/accounts", {}),
    ],
)
def test_a_role_does_not_suffice_for_more(
    lab: Laboratory, role: str, method: str, path: str, how: dict[str, Any]
) -> None:
    assert lab.http.request(method, path, headers=lab.headers(role), **how).status_code == 403


def test_other_peoples_private_data_are_refused(lab: Laboratory, moves: Moves) -> None:
    mine = lab.client("editor").add(moves(1), About("secret walk", subject="S1", access="private"))
    lab.client("keeper").save_subject(Person("S1", 1.7, personal={"name": "Jo Doe", "contact": "jo@x.org"}))
    for role in ("", "member", "other"):
        client = lab.client(role)
        with pytest.raises(NotInLibraryError):
            client.get(mine.id)
        for path in ("", "/similar", "/thumbnail", "/download?format=trc", f"/files/{mine.files[0].id}"):
            headers = {"Authorization": f"Bearer {lab.other}"} if role == "other" else {}
            headers = lab.headers(role) if role == "member" else headers
            answer = lab.http.get(f"/api/motions/{mine.id}{path}", headers=headers)
            assert answer.status_code == 404, path
        assert client.find(Query(text="secret")).count == 0
        text = lab.http.get("/api/subjects").text + lab.http.get("/").text
        assert "Jo Doe" not in text and "jo@x.org" not in text and "secret walk" not in text
        assert all(person.personal is None for person in client.subjects())
    with pytest.raises(NotInLibraryError):
        lab.client("other").delete(mine.id)
    assert lab.client("keeper").get(mine.id).title == "secret walk"
    assert "Jo Doe" not in json.dumps([entry.detail for entry in lab.library.audit_log()])


def test_another_editors_open_motion_is_read_but_not_changed(lab: Laboratory, moves: Moves) -> None:
    mine = lab.client("editor").add(moves(1))
    other = lab.client("other")
    assert other.get(mine.id).title == mine.title
    for change in (lambda: other.delete(mine.id), lambda: other.change(mine.id, About("mine now"))):
        with pytest.raises(NotAllowedError, match="is of 'editor'"):
            change()
    lab.client("keeper").delete(mine.id)


@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/passwd",
        "..\\..\\windows",
        "/etc/passwd",
        "a/../../b.npz",
        "\x00.npz",
        ".",
        "..",
        "x" * 500,
    ],
)
def test_no_name_of_a_file_leads_anywhere(lab: Laboratory, moves: Moves, tmp_path: Path, name: str) -> None:
    def everything() -> set[str]:
        return {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}

    motion = lab.client("editor").add(moves(1))
    before = everything()
    files = {"file": (name, b"harmless")}
    answer = lab.http.post(f"/api/motions/{motion.id}/files", files=files, headers=lab.headers("editor"))
    assert answer.status_code in (201, 422)
    if answer.status_code == 201:
        kept = answer.json()["name"]
        assert "/" not in kept and "\\" not in kept and kept not in (".", "..") and len(kept) <= 200
        got = lab.http.get(f"/api/motions/{motion.id}/files/{answer.json()['id']}")
        assert got.content == b"harmless"
        assert got.headers["content-disposition"].startswith("attachment")
    new = {path for path in everything() - before if "." not in Path(path).name or "library" not in path}
    assert all(path.startswith("library/files/") for path in new)


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/..%2f..%2fapp.py", "/static/page.html"])
def test_nothing_but_the_pages_own_files_is_served(lab: Laboratory, path: str) -> None:
    assert lab.http.get(path).status_code == 404


def test_what_is_too_large_is_refused(lab: Laboratory) -> None:
    large = b"x" * (UNLIMITED.largest_upload + 1)
    with pytest.raises(TooLargeError, match="expected at most"):
        lab.client("editor").attach(1, "a", large)

    def pieces() -> Iterator[bytes]:
        for _ in range(5):
            yield b"x" * (UNLIMITED.largest_upload // 4)

    headers = {**lab.headers("editor"), "content-type": "multipart/form-data; boundary=x"}
    answer = lab.http.post("/api/motions", content=pieces(), headers=headers)
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.bvh", b"HIERARCHY\nROOT x"),
        ("a.npz", b"PK\x03\x04 broken"),
        ("a.exe", b"MZ\x90\x00"),
        ("empty.bvh", b""),
        ("a.json", b"[" * 5000),
    ],
)
def test_a_file_of_the_wrong_type_is_refused_in_a_sentence(
    lab: Laboratory, name: str, content: bytes
) -> None:
    answer = lab.http.post("/api/motions", files={"file": (name, content)}, headers=lab.headers("editor"))
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(name)
    assert "/tmp" not in answer.text
    assert lab.library.find().count == 0


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets no time pass for those who count requests, however slow the machine is."""
    monkeypatch.setattr("understudy.library.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.mark.usefixtures("stopped_clock")
def test_requests_are_counted(local_library: Library) -> None:
    lab = Laboratory(local_library, Settings(requests_a_minute=3, requests_a_minute_by_token=5))
    codes = [lab.http.get("/api/tree").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    refused = lab.http.get("/api/tree")
    assert int(refused.headers["retry-after"]) >= 1 and "too many" in refused.json()["detail"]
    assert lab.client("member").tree()


def test_a_page_of_another_origin_changes_nothing(lab: Laboratory, moves: Moves) -> None:
    motion = lab.client("admin").add(moves(1))
    own = {"Origin": "http://testserver"}
    answer = lab.http.post(
        "/sign-in", data={"token": lab.tokens["admin"]}, headers=own, follow_redirects=False
    )
    assert answer.status_code == 303
    assert {"HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))
    for origin in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
        assert lab.http.delete(f"/api/motions/{motion.id}", headers=origin).status_code == 403
    assert lab.http.delete(f"/api/motions/{motion.id}", headers=own).status_code == 204
    evil = {"Origin": "http://evil.example"}
    assert lab.http.post("/sign-in", data={"token": "x"}, headers=evil).status_code == 403


@pytest.mark.usefixtures("stopped_clock")
def test_made_up_tokens_get_nobody_further(local_library: Library) -> None:
    lab = Laboratory(local_library, Settings(requests_a_minute=3, requests_a_minute_by_token=5))
    headers = [{"Authorization": f"Bearer {index}"} for index in range(6)]
    assert [lab.http.get("/api/tree", headers=each).status_code for each in headers] == [403] * 5 + [429]


def test_a_browser_with_a_revoked_token_still_reads(lab: Laboratory) -> None:
    own = {"Origin": "http://testserver"}
    lab.http.post("/sign-in", data={"token": lab.tokens["member"]}, headers=own)
    lab.library.revoke_token("member")
    assert "Sign in" in lab.http.get("/").text
    assert lab.http.post("/api/motions/1/comments", json={"text": "x"}, headers=own).status_code == 403


def test_a_revoked_token_is_nobodys(lab: Laboratory) -> None:
    lab.client("admin").revoke_token("member")
    with pytest.raises(NotAllowedError, match="revoked"):
        lab.client("member").find()


def test_what_strangers_write_is_shown_as_text(lab: Laboratory, moves: Moves) -> None:
    evil = "<script>alert(1)</script>"
    client = lab.client("editor")
    motion = client.add(moves(1), About(evil, evil, evil, evil, ("a",), (evil,), (evil,), evil))
    client.comment(motion.id, evil)
    for path in ("/", f"/motions/{motion.id}", f"/?text={evil}"):
        page = lab.http.get(path)
        assert page.status_code == 200 and evil not in page.text and "&lt;script&gt;" in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]


def test_a_wrong_address_is_told_as_a_page_or_as_data(lab: Laboratory) -> None:
    page = lab.http.get("/motions/999", headers={"accept": "text/html"})
    assert page.status_code == 404 and "there is no motion 999" in page.text and "<html" in page.text
    assert lab.http.get("/api/motions/999").json() == {"detail": "there is no motion 999"}
    assert lab.http.get("/motions/x", headers={"accept": "text/html"}).status_code == 422
    assert lab.http.get("/upload", headers={"accept": "text/html"}).status_code == 401


def test_fields_that_nobody_filled_in_ask_for_nothing(lab: Laboratory, moves: Moves) -> None:
    lab.library.add(moves(1), About("First"))
    asked = "/?text=&project=&subject=&object=&tag=&robot=&figures=&shortest=&longest="
    assert "First" in lab.http.get(asked).text
    assert lab.http.get("/api/motions?shortest=&longest=1e3").json()["count"] == 1
    assert lab.http.get("/api/motions?shortest=x").status_code == 422


def test_pages_change_with_the_library(
    lab: Laboratory, moves: Moves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("understudy.library.server.pages.kept._LOOK_EVERY", 0.0)
    assert "Nothing was found" in lab.http.get("/").text
    lab.client("editor").add(moves(1), About("First"))
    assert "First" in lab.http.get("/").text
    assert "First" in lab.http.get("/").text


def test_an_import_goes_through_a_server_alike(lab: Laboratory, moves: Moves, tmp_path: Path) -> None:
    from understudy.library.importing.importer import import_folder
    from understudy.library.importing.into_server import IntoServer

    folder = tmp_path / "set"
    folder.mkdir()
    for number in (1, 2):
        (folder / f"{number}.npz").write_bytes(moves(number).read_bytes())
    (folder / "broken.bvh").write_text("HIERARCHY", encoding="utf-8")
    client = lab.client("editor")
    first = import_folder(IntoServer(client), str(folder))
    assert first.counts == {"added": 2, "set aside": 1}
    assert import_folder(IntoServer(client), str(folder)).counts == {"duplicate": 2, "set aside": 1}


def test_a_server_that_is_none_is_told() -> None:
    with pytest.raises(LibraryError, match="does not answer"):
        Client("http://127.0.0.1:9").find()
