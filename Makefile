# `make play` and `make test` do all their own set-up; both work a second time at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check bench playthroughs clean

play: $(READY)
	@$(BIN)/sortilege play abracada

test: $(READY)
	$(BIN)/pytest -n auto
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n auto -m compiled
	$(BIN)/pytest -n auto -m "not compiled" --without-numba tests/kernel tests/lab tests/cli tests/test_bots.py tests/test_conformance.py

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(READY)
	$(BIN)/sortilege bench

playthroughs: $(READY)
	$(BIN)/python -m sortilege.testing.playthroughs tests/playthroughs

# A virtual environment that lacks its interpreter or its stamp is made anew.
$(READY): pyproject.toml constraints.txt
	@test -x $(BIN)/python && $(BIN)/python -c "import pip" 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[fast,dev]"
	@touch $@

clean:
	rm -rf $(VENV) dist build
