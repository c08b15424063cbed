"""`--without-numba`: the suite on a machine where numba and numpy cannot be imported."""

import os
import sys

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without-numba", action="store_true", help="as if numba and numpy were not installed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "compiled: runs compiled code")
    if config.getoption("--without-numba"):
        sys.modules["numba"] = sys.modules["numpy"] = None  # type: ignore[assignment]
        os.environ["SORTILEGE_PLAIN"] = "1"  # for the processes that tests start
