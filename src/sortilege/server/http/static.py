"""The built page: one document for every place of the house, and files whose names change with what they hold."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGE: Final = Path(str(files("sortilege.server").joinpath("page")))
PLACES: Final = ("/", "/credits", "/new/{game}", "/rules/{game}", "/t/{table}", "/t/{table}/{number:int}")
FOREVER: Final = "public, max-age=31536000, immutable"
NOT_BUILT: Final = "The page is not built: `make play` does it, or `npm ci && npm run build` in page/.\n"


def is_built() -> bool:
    return (PAGE / "index.html").is_file()


async def front(request: Request, status: int = 200) -> Response:
    return FileResponse(PAGE / "index.html", status) if is_built() else PlainTextResponse(NOT_BUILT, 503)


def wants_page(request: Request) -> bool:
    """Somebody who reads, at an address that is no place: the hall says so. Programs get a refusal."""
    for_people = not request.url.path.startswith(("/api/", "/page/"))
    return for_people and request.method == "GET" and "text/html" in request.headers.get("accept", "")


class Built(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if path.startswith("assets") and response.status_code == 200:
            response.headers["cache-control"] = FOREVER
        return response
