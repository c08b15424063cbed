"""Build sdist and wheel: they hold the page, licences and metadata, and what is installed serves the page."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path
from urllib.request import urlopen

import pytest
from trove_classifiers import classifiers

import sortilege
from tests.support.served import PATIENCE, Served

ROOT = Path(__file__).parent.parent
PAGE = Path("src/sortilege/server/page")
INDEX = "<!doctype html><title>a page that stands in for the built one</title>"
LICENCES = Path("page/public/licenses.txt")
NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore", str(LICENCES))
BUNDLED = re.compile(r"""(?:from|import|import\()\s*["'](@?[a-z][^"':]*)["']""")


def copy_tree(folder: Path) -> Path:
    """Copy what a build needs, without the page."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "page"))
    (folder / LICENCES.parent).mkdir(parents=True)
    for name in NEEDED:
        shutil.copy(ROOT / name, folder / name)
    return folder


def build(tree: Path, *what: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "build", "--no-isolation", *what, str(tree)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone in which nobody has built the page."""
    return copy_tree(tmp_path_factory.mktemp("bare"))


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist and the wheel that is made from it."""
    tree = copy_tree(tmp_path_factory.mktemp("tree"))
    (tree / PAGE / "assets").mkdir(parents=True)
    (tree / PAGE / "index.html").write_text(INDEX)
    (tree / PAGE / "assets" / "room.js").write_text("export {};")
    built = build(tree)
    assert built.returncode == 0, built.stderr
    return tree / "dist"


def only(dist: Path, pattern: str) -> Path:
    [file] = dist.glob(pattern)
    return file


@pytest.mark.parametrize("file", ["index.html", "assets/room.js"])
def test_the_page_is_in_the_sdist(dist: Path, file: str) -> None:
    with tarfile.open(only(dist, "*.tar.gz")) as sdist:
        names = [name.partition("/")[2] for name in sdist.getnames()]
    assert str(PAGE / file) in names


@pytest.mark.parametrize("file", ["index.html", "assets/room.js"])
def test_the_page_is_in_the_wheel(dist: Path, file: str) -> None:
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        assert f"sortilege/server/page/{file}" in wheel.namelist()


def metadata(dist: Path) -> Message:
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_string(wheel.read(name).decode())


def test_the_licences_are_in_wheel_and_sdist(dist: Path) -> None:
    wanted = (ROOT / LICENCES).read_bytes()
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        [folder] = {name.partition("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
        assert wheel.read(f"{folder}/licenses/{LICENCES}") == wanted
        assert wheel.read(f"{folder}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    with tarfile.open(only(dist, "*.tar.gz")) as sdist:
        assert str(LICENCES) in [name.partition("/")[2] for name in sdist.getnames()]


def test_the_licences_name_all_that_the_page_is_built_from() -> None:
    """Typefaces, icons and programs that files of the page import, and what Svelte's runtime imports itself."""
    text, package = (ROOT / LICENCES).read_text("utf-8"), json.loads((ROOT / "page/package.json").read_text("utf-8"))
    files = [file for file in (ROOT / "page/src").rglob("*") if file.suffix in (".ts", ".svelte", ".css")]
    imported = {found for file in files for found in BUNDLED.findall(file.read_text("utf-8"))}
    parts = {part for part in package["devDependencies"] if any(f"{name}/".startswith(f"{part}/") for name in imported)}
    assert {"svelte", "three", "qrcode-generator"} <= parts
    of_files = {part for part in package["devDependencies"] if part.startswith(("@fontsource/", "@iconify-json/"))}
    assert sorted(part for part in parts | of_files | {"clsx", "esm-env"} if part not in text) == []
    assert 'href="/page/licenses.txt"' in (ROOT / "page/src/pages/CreditsPage.svelte").read_text("utf-8")


def test_the_metadata_are_whole(dist: Path) -> None:
    told = metadata(dist)
    assert told["Version"] == sortilege.__version__ == json.loads((ROOT / "page/package.json").read_text())["version"]
    assert told["Author"] == "Sortilège contributors" and told["License-Expression"] == "MIT" and told["Keywords"]
    given = told.get_all("Classifier", [])
    assert set(given) <= set(classifiers) and "Operating System :: POSIX" in given
    assert told["Requires-Python"] == ">=3.11"


def test_the_readme_of_the_package_has_no_link_into_the_repository(dist: Path) -> None:
    """Where a package is shown there is no docs/ folder: the names stay as text."""
    told = metadata(dist)
    assert told["Description-Content-Type"] == "text/markdown"
    readme = str(told.get_payload())
    assert re.findall(r"\]\((?!https?://)", readme) == [] and "| docs/room.md |" in readme
    shown = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert shown["dynamic"] == ["readme"] and "sortilege serve --open" in readme and "![" not in readme


@pytest.mark.parametrize("file", ["package/pyproject.toml", "game/theme.toml", "game/text/rules.fr.md"])
def test_the_template_of_new_games_is_in_the_wheel(dist: Path, file: str) -> None:
    with zipfile.ZipFile(only(dist, "*.whl")) as wheel:
        assert f"sortilege/cli/template/{file}" in wheel.namelist()


@pytest.mark.parametrize("what", ["--sdist", "--wheel"])
def test_a_build_without_the_page_is_refused_with_a_sentence(bare: Path, what: str) -> None:
    built = build(bare, what)
    said = built.stdout + built.stderr
    assert built.returncode != 0 and "The page is not built" in said and "make play" in said
    assert "Traceback" not in said.partition("The page is not built")[0]
    assert not list(bare.glob("dist/*"))


def test_an_editable_install_does_not_need_the_page(bare: Path, tmp_path: Path) -> None:
    """`make` installs so before it can build the page."""
    code = "import sys; from hatchling.build import build_editable; build_editable(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=bare, check=True, capture_output=True, timeout=300)
    assert only(tmp_path, "*.whl")


def test_an_installed_wheel_serves_its_page(dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(installed)]
    subprocess.run([*pip, str(only(dist, "*.whl"))], check=True, capture_output=True, timeout=300)
    monkeypatch.setenv("PYTHONPATH", str(installed), prepend=":")
    served = Served(tmp_path / "house.db").start()
    try:
        with urlopen(served.address, timeout=PATIENCE) as answer:
            assert answer.read().decode() == INDEX
    finally:
        served.stop()
