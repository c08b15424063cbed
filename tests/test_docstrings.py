"""Test that docstrings start with a verb: a reader must know at first sight what a thing does."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "sortilege"
KNOWN = """
Accept Add Allow Announce Answer Append Apply Ask Assign Auction Batch Be Beat Begin Bid Bind Blank Break
Bring Build Bundle Cache Call Cancel Cast Catch Change Check Choose Clean Clear Clone Close Collect Combine
Come Commit Compare Compile Compute Connect Construct Continue Convert Copy Count Create Cut Deal Decide
Declare Decode Define Delay Delete Deliver Describe Discard Do Drain Draw Drop Eliminate Empty Encode End
Enter Escape Estimate Evict Exit Expire Explain Export Expose Extend Fail Fetch Fight Fill Filter Find Finish
Fit Flush Follow Forget Format Forward Freeze Generate Get Give Glance Group Hand Handle Hash Hide Hold
Identify Ignore Imagine Implement Import Include Insert Install Join Judge Keep Kill Know Launch Lay Leave Let
Limit Link List Listen Load Lock Log Look Make Manage Map Mark Mask Match Measure Merge Mix Move Multiply Name
Note Notify Number Observe Offer Open Pack Parse Pass Pause Pick Pile Place Plan Play Point Predict Prepare
Print Produce Prove Provide Publish Put Queue Raise Rank Rate Read Rebuild Receive Record Recover Reduce
Refill Refuse Register Reject Release Reload Remember Remove Rename Render Replace Replay Report Represent
Request Require Reserve Reset Resolve Restore Resume Retry Return Reveal Rob Roll Route Run Sample Save Say
Schedule Score Search Seat Seed Select Send Serve Set Settle Share Show Shuffle Sign Simulate Skip Solve Sort
Speak Split Stand Start Step Stop Store Subscribe Sum Swap Switch Take Talk Tell Test Think Throw Time Track
Trade Train Translate Truncate Try Tune Turn Undo Unpack Update Use Validate Value Verify Wait Walk Watch
Weigh Work Wrap Write Yield
"""
VERBS = frozenset(KNOWN.split())


def python_files() -> Iterator[Path]:
    yield from sorted(SOURCES.rglob("*.py"))
    yield from sorted((ROOT / "tools" / "fit").rglob("*.py"))


def described_tests() -> list[Path]:
    folders = [ROOT / "tests" / name for name in ("kernel", "games", "arena")]
    return [path for folder in folders for path in sorted(folder.rglob("*.py")) if path.stem != "__init__"]


def docstrings(path: Path) -> Iterator[tuple[str, str | None]]:
    """Yield each docstring with the place it stands at; the module's also if it is missing."""
    tree = ast.parse(path.read_text("utf-8"))
    yield f"{path}", ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            yield f"{path}:{node.lineno} {node.name}", ast.get_docstring(node)


def starts_with_a_verb(text: str | None) -> bool:
    return bool(text) and str(text).split()[0].rstrip(":,.") in VERBS


@pytest.mark.parametrize("path", list(python_files()), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_docstrings_start_with_a_verb(path: Path) -> None:
    wrong = [f"{place}: {text}" for place, text in docstrings(path) if not starts_with_a_verb(text)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", described_tests(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_modules_of_tests_say_what_they_test(path: Path) -> None:
    assert starts_with_a_verb(ast.get_docstring(ast.parse(path.read_text("utf-8"))))


@pytest.mark.parametrize("text", ["Of a die: its face.", "Who is asked now.", "A move.", "Returns it.", "", None])
def test_other_beginnings_are_found(text: str | None) -> None:
    assert not starts_with_a_verb(text)
