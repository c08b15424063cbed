"""Serve the built page, compressed and kept by browsers as long as it may be."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.support.guests import open_server
from tests.support.http import serving

SCRIPT = "export const number = 1;\n" * 200


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Sortilège</title>", "utf-8")
    (folder / "assets" / "main-1a2b.js").write_text(SCRIPT)
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("not of the page")
    monkeypatch.setattr("sortilege.server.http.static.PAGE", folder)
    return folder


@pytest.fixture
def client(page: Path) -> Iterator[httpx2.Client]:
    with serving(open_server()) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/credits", "/new/abracada", "/rules/abracada", "/t/abc", "/t/abc/3"])
def test_every_address_of_the_page_gives_its_document(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200 and "Sortilège" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_an_address_of_no_page_is_unknown(client: httpx2.Client) -> None:
    assert client.get("/t/abc/x").status_code == 404


def test_files_named_by_what_they_hold_are_kept_for_ever(client: httpx2.Client) -> None:
    answer = client.get("/page/assets/main-1a2b.js")
    assert "immutable" in answer.headers["cache-control"] and answer.text == SCRIPT
    assert "immutable" not in client.get("/page/icon.svg").headers["cache-control"]


def test_a_long_text_is_compressed_for_those_who_can_read_it(client: httpx2.Client) -> None:
    with client.stream("GET", "/page/assets/main-1a2b.js", headers={"accept-encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip" and answer.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(raw).decode() == SCRIPT and len(raw) < len(SCRIPT)
    plain = client.get("/page/assets/main-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == SCRIPT


def test_a_short_file_is_not_compressed(client: httpx2.Client) -> None:
    assert "content-encoding" not in client.get("/page/icon.svg").headers


def test_a_file_that_did_not_change_is_not_sent_again(client: httpx2.Client, page: Path) -> None:
    tag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    (page / "index.html").write_text("<!doctype html><title>New</title>")
    changed = client.get("/", headers={"if-none-match": tag})
    assert changed.status_code == 200 and "New" in changed.text


@pytest.mark.parametrize(
    "name", ["../secret.txt", "%2e%2e/secret.txt", "assets/../../secret.txt", "/etc/passwd", "%00", "assets", "a" * 300]
)
def test_nothing_but_the_page_is_served(client: httpx2.Client, name: str) -> None:
    answer = client.get(f"/page/{name}")
    assert answer.status_code in (403, 404) and "not of the page" not in answer.text


def test_head_says_what_get_would_send(client: httpx2.Client) -> None:
    for path in ("/", "/page/icon.svg", "/api/health"):
        got, head = client.get(path), client.head(path)
        assert head.status_code == 200 and head.content == b""
        assert head.headers["content-length"] == got.headers["content-length"]


def test_a_page_that_is_not_built_says_so(client: httpx2.Client, page: Path) -> None:
    (page / "index.html").unlink()
    answer = client.get("/")
    assert answer.status_code == 503 and "not built" in answer.text
