"""What `python -m build` makes: the built page is in it, and what comes out of it serves the page."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.served import PATIENCE, Served

ROOT = Path(__file__).parent.parent
PAGE = Path("src/sortilege/server/page")
INDEX = "<!doctype html><title>a page that stands in for the built one</title>"
NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")


def copy_tree(folder: Path) -> Path:
    """Copy what a build needs, without the page."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "page"))
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
