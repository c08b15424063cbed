"""Serve the built page: one HTML document for every address, and files with a hash in their name."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from aiohttp import ETag, web

from sortilege.kernel.refusal import Refusal

PAGE: Final = Path(str(files("sortilege.server").joinpath("page")))
PLACES: Final = ("/", "/credits", "/new/{game}", "/rules/{game}", "/t/{table}", "/t/{table}/{number:int}")
FOREVER: Final = "public, max-age=31536000, immutable"
NOT_BUILT: Final = "The page is not built: `make play` does it, or `npm ci && npm run build` in page/.\n"
LEAST_BYTES: Final = 1000  # shorter files are not compressed
COMPRESSED: Final = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")


@dataclass(frozen=True)
class File:
    kind: str
    tag: str
    plain: bytes
    zipped: bytes  # none: not worth it


def is_built() -> bool:
    return (PAGE / "index.html").is_file()


async def front(request: web.Request, status: int = 200) -> web.Response:
    """Answer with the page's document, whatever the address shows."""
    if not is_built():
        return web.Response(status=503, text=NOT_BUILT)
    return _answer(request, _load(PAGE / "index.html"), status)


async def page_file(request: web.Request) -> web.Response:
    """Answer with a file of the built page."""
    name = request.match_info["name"]
    try:
        path = (PAGE / name).resolve()
        known = path.is_relative_to(PAGE.resolve()) and path.is_file()
    except (OSError, ValueError):  # no name for a file
        known = False
    if not known:
        raise Refusal("address/unknown")
    response = _answer(request, _load(path), 200)
    if name.startswith("assets/"):
        response.headers["Cache-Control"] = FOREVER
    return response


def wants_page(request: web.BaseRequest) -> bool:
    """Return whether a browser asks for an unknown address: it gets the page; programs get a refusal."""
    for_people = not request.path.startswith(("/api/", "/page/"))
    return for_people and request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def _load(path: Path) -> File:
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _read(path: Path, changed: int) -> File:
    """Read and compress a file once for each time it changes."""
    plain = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    worth = len(plain) >= LEAST_BYTES and kind.startswith(COMPRESSED)
    tag = hashlib.sha256(plain).hexdigest()[:16]
    return File(kind, tag, plain, gzip.compress(plain, 9, mtime=0) if worth else b"")


def _answer(request: web.BaseRequest, file: File, status: int) -> web.Response:
    zipped = bool(file.zipped) and "gzip" in request.headers.get("Accept-Encoding", "")
    if status == 200 and ETag(file.tag) in (request.if_none_match or ()):
        response = web.Response(status=304)
    else:
        response = web.Response(status=status, body=file.zipped if zipped else file.plain, content_type=file.kind)
        if file.kind.startswith("text/"):
            response.charset = "utf-8"
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
    response.etag = ETag(file.tag)
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = "no-cache"  # ask each time; the tag saves the sending
    return response
