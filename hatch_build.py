"""Check and complete what hatchling builds: no package without the page, a README that reads well outside of here."""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGE = Path("src/sortilege/server/page/index.html")
NOT_BUILT = (
    "The page is not built, and a package without it has no game room to show. "
    "Run `make play` first, or `npm ci && npm run build` in page/, then build again."
)
PICTURE = re.compile(r"!\[[^]]*\]\((?!\w+:)[^)]*\)\n*")
LINK = re.compile(r"\[([^]]*)\]\((?!\w+:)[^)]*\)")


class PageHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Abort the build if there is no page; `make` needs an editable install before it can build one."""
        if version != "editable" and not (self.root / PAGE).is_file():
            self.app.abort(NOT_BUILT)


class ReadmeHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README without pictures and links of the repository: of a link the text stays."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": LINK.sub(r"\1", PICTURE.sub("", text))}
