"""Install a game that is a package of its own into a folder, and run the command with it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
EXAMPLE = ROOT / "examples" / "menteur"
SECONDS = 120


def install(package: Path, site: Path) -> None:
    """Install a package into a folder, by pip and without a network."""
    copy = shutil.copytree(package, site.with_name("sources") / package.name)  # building writes beside the sources
    more = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", "--quiet", *more, "--target", str(site), str(copy)]
    subprocess.run(command, check=True, timeout=SECONDS)


@dataclass(frozen=True)
class Command:
    """Run Python with these folders in front of all others."""

    folders: tuple[Path, ...]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, self.folders)), "LC_ALL": "C.UTF-8"}

    def python(self, *words: str, answers: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, *words]
        environment = self.environment | more
        return subprocess.run(
            command, input=answers, capture_output=True, text=True, env=environment, timeout=SECONDS, check=False
        )

    def __call__(self, *words: str, answers: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
        return self.python("-m", "sortilege", *words, answers=answers, **more)
