"""Refuse to build a package that lacks the page: hatchling calls this before each build."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/sortilege/server/page/index.html")
NOT_BUILT = (
    "The page is not built, and a package without it has no game room to show. "
    "Run `make play` first, or `npm ci && npm run build` in page/, then build again."
)


class PageHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Abort the build if there is no page; `make` needs an editable install before it can build one."""
        if version != "editable" and not (self.root / PAGE).is_file():
            self.app.abort(NOT_BUILT)
