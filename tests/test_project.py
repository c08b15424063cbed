"""Check the files that other programs read: hosted CI, templates, hooks, editors."""

import json
import re
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

ROOT: Final = Path(__file__).parent.parent
SCHEMAS: Final = {
    ".github/workflows/ci.yml": "vendor.github-workflows",
    ".github/ISSUE_TEMPLATE/fault.yml": "vendor.github-issue-forms",
    ".github/ISSUE_TEMPLATE/wish.yml": "vendor.github-issue-forms",
    ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
}


def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_file_of_a_known_form_fits_its_schema(name: str) -> None:
    """The schemas come with the checker: nothing is fetched."""
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", SCHEMAS[name], str(ROOT / name)]
    checked = subprocess.run(check, capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_hosted_ci_runs_what_everybody_runs_on_every_python_we_name() -> None:
    job = read(".github/workflows/ci.yml")["jobs"]["test"]
    [command] = [step["run"] for step in job["steps"] if "run" in step]
    assert (ROOT / command).stat().st_mode & 0o100
    classifiers = "\n".join(settings()["project"]["classifiers"])
    assert job["strategy"]["matrix"]["python"] == re.findall(r":: Python :: (3\.\d+)$", classifiers, re.MULTILINE)


def test_ci_runs_targets_that_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    called = re.findall(r"^make (\w+)$", (ROOT / ".ci/run").read_text("utf-8"), re.MULTILINE)
    assert called and set(called) <= set(targets)


def test_hooks_call_the_tools_that_make_installs() -> None:
    """A hook without a remote address: each calls a module of the extra `dev`, or a script of the page."""
    [local] = read(".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    tools = {re.split("[<>=]", tool)[0] for tool in settings()["project"]["optional-dependencies"]["dev"]}
    scripts = json.loads((ROOT / "page/package.json").read_text("utf-8"))["scripts"]
    for hook in local["hooks"]:
        program, *rest = hook["entry"].split()
        assert hook["language"] == "system"
        if program == ".venv/bin/python":
            assert rest[0] == "-m" and rest[1] in tools, hook
        else:
            assert (ROOT / program).stat().st_mode & 0o100 and rest[-1] in scripts, hook


def test_editors_break_lines_where_the_formatters_do() -> None:
    config = ConfigParser()
    config.read_string("[top]\n" + (ROOT / ".editorconfig").read_text("utf-8"))
    assert config.getint("*.py", "max_line_length") == settings()["tool"]["ruff"]["line-length"]
    page = json.loads((ROOT / "page/.prettierrc.json").read_text("utf-8"))
    assert config.getint("*.{md,svelte,ts,css}", "max_line_length") == page["printWidth"]
