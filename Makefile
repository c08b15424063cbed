# `make play` and `make test` do all their own set-up; both work a second time at once.
# The system's own Python where it will do: it was built by profile, and plays a fifth faster than one built by hand.
WILL_DO := import os, sys, ensurepip, venv; \
	sys.exit(not (3, 11) <= sys.version_info < (3, 15) or bool(os.environ.keys() & {"VIRTUAL_ENV", "CONDA_PREFIX"}))
PYTHON ?= $(shell /usr/bin/python3 -c '$(WILL_DO)' 2>/dev/null && echo /usr/bin/python3 || echo python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WHOLE := $(VENV)/.whole
PAGE := src/sortilege/server/page/index.html
MODULES := page/node_modules/.ready
SOURCES := $(shell find page -name node_modules -prune -o -type f -print) $(wildcard src/sortilege/games/*/theme.toml)

.PHONY: play test soak check bench ladder playthroughs clean

# At port 8000, or at any free one if something else listens there; `make play PORT=8080` takes that one.
FREE_PORT := import socket; print(8000 * bool(socket.socket().connect_ex(("127.0.0.1", 8000))))
play: $(READY) $(PAGE)
	@$(BIN)/python -m sortilege serve --open --port "$${PORT:-$$($(BIN)/python -c '$(FREE_PORT)')}"

# Every test once, those of the plain rules where numba is absent; then the compiled games again with bounds checked.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
WITHOUT_NUMBA := --without-numba tests/kernel tests/games tests/lab tests/cli tests/test_bots.py tests/test_conformance.py \
	tests/test_properties.py
test: $(WHOLE) $(PAGE)
	page/npm.sh test --silent
	$(PYTEST) -m "compiled or not plain"
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m compiled tests/test_conformance.py tests/cli
	$(PYTEST) -m "not compiled" $(WITHOUT_NUMBA)

# What takes too long for every change: the other tables, and the full counts of games and examples.
soak: $(WHOLE) $(PAGE)
	$(PYTEST) --soak -m "compiled or not plain"
	NUMBA_BOUNDSCHECK=1 $(PYTEST) --soak -m compiled
	$(PYTEST) --soak -m "not compiled" $(WITHOUT_NUMBA)

check: $(WHOLE) $(MODULES)
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-cache
	page/npm.sh run --silent check
	page/npm.sh run --silent lint
	page/npm.sh run --silent format:check

bench: $(READY)
	$(BIN)/python -m sortilege bench

# The tables of docs/bots.md and docs/ladder, some four hours of CPU; interrupted, it goes on where it was.
ladder: $(READY)
	@mkdir -p .ladder
	for game in abracada epee abbracadabra magicoa; do \
		$(BIN)/python -m sortilege ladder $$game --keep .ladder/$$game.jsonl --docs docs || exit 1; \
	done

playthroughs: $(WHOLE)
	$(BIN)/python -m tests.support.playthroughs tests/playthroughs

# An environment that was moved, cut short or robbed of a part does not pass the probe and is made anew.
PARTS := pip typer rich aiohttp uvloop msgspec numba rapier3d PIL
TOOLS := pytest xdist hypothesis schemathesis playwright starlette uvicorn websockets yaml check_jsonschema ruff mypy importlinter asyncpg redis ray gymnasium pettingzoo pyspiel
PROBE := import importlib.util as u, pathlib as p, sys, numba, rapier3d, PIL.Image, aiohttp, sortilege; \
	names = "$(PARTS)".split() + p.Path("$(WHOLE)").exists() * "$(TOOLS)".split(); \
	assert all(map(u.find_spec, names)); \
	assert p.Path(sys.prefix).resolve() == p.Path("$(VENV)").resolve(); \
	assert p.Path(sortilege.__file__).is_relative_to(p.Path("src").resolve())
ifneq ($(shell $(BIN)/python -c '$(PROBE)' 2>/dev/null && echo sound),sound)
$(shell rm -rf $(VENV))
endif

# To play takes the game room alone; the tools of the tests come with `make test` or `make check`.
failed = { echo "Setting up failed: $(1). The reason stands above." >&2; exit 1; }
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -e
$(READY) $(WHOLE): export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
$(READY): pyproject.toml constraints.txt
	@echo "Setting up: a Python environment in $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv --clear $(VENV) || \
		$(call failed,$(PYTHON) made no environment; on Debian and Ubuntu it needs the package python3-venv)
	@echo "Setting up: the game room and what it needs"
	@$(INSTALL) ".[fast,arena]" || $(call failed,pip could not install the game room)
	@touch $@

$(WHOLE): $(READY)
	@echo "Setting up: the tools of tests and checks"
	@$(INSTALL) ".[fast,arena,scale,cluster,research,openspiel,dev]" || $(call failed,pip could not install the tools)
	@touch $@

# The page is built when one of its files is newer than what was built last.
$(MODULES): page/package.json page/package-lock.json | $(READY)
	@echo "Setting up: what the page is built from"
	@page/npm.sh ci --loglevel=error --no-audit --no-fund || $(call failed,npm could not install the parts of the page)
	@touch $@

$(PAGE): $(SOURCES) $(MODULES)
	@echo "Setting up: the page"
	@page/npm.sh run --silent build -- --logLevel warn || $(call failed,the page could not be built)

clean:
	rm -rf $(VENV) dist build page/node_modules $(dir $(PAGE))
