# Every target sets up .venv by itself. `make` alone says what there is.
# Tests wait more than they work, so there are more testers than cores.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2
TESTERS ?= 4
MINUTES ?= 5
KILLS ?= 0
SEEDS ?= 1000
GAMES ?= 4000

.DEFAULT_GOAL := help
.PHONY: help run dev test axe screenshots check bench strength soak lives planted mutants lock golden clean

help: ## Say what there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

run: .venv/run ## Serve Discord if DISCORD_TOKEN is set; else open the playground in a browser
	$(BIN)/python -m bot

dev: .venv/run ## The playground for contributors: the bot starts anew when its code changes, page and messages stay
	$(BIN)/python -m bot playground --reload

test: .venv/dev axe ## Run all tests
	$(BIN)/python -m pytest -n $(TESTERS)

screenshots: .venv/dev ## Play a game of each kind in a headless browser and write the README's pictures
	$(BIN)/python -m tests.browser.screenshots

check: .venv/dev axe ## Lint, types, the direction of imports, coverage by all tests that kill no process and open no browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n $(TESTERS) --ignore=tests/process --ignore=tests/faults --ignore=tests/browser
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='bot/games/*' --fail-under=100
	$(BIN)/coverage report --include='bot/tables/*,bot/storage.py,bot/database.py,bot/personal.py,bot/ui/custom_id.py' \
		--fail-under=100
	$(BIN)/coverage report --fail-under=95

bench: .venv/bench ## Measure speed, how long experts think, and many tables at once
	$(BIN)/python -m benchmarks.playouts
	$(BIN)/python -m benchmarks.compiled
	$(BIN)/python -m benchmarks.thinking
	$(BIN)/python -m benchmarks.random_games --jobs $(JOBS)
	$(BIN)/python -m benchmarks.tables
	$(BIN)/python -m benchmarks.start

strength: .venv/bench ## Let the levels play against each other, and experts against whom they have to beat: an hour and more
	$(BIN)/python -m benchmarks.strength --jobs $(JOBS) --games $(GAMES)

soak: .venv/dev ## Let everything go wrong at random for MINUTES (5) or for KILLS, and count what was lost: nothing
	$(BIN)/python -m tests.faults.soak --minutes $(MINUTES) --kills $(KILLS) --jobs $(JOBS)

lives: .venv/dev ## Live SEEDS (1000) whole lives of the bot in one process with fake time, each from its seed
	$(BIN)/python -m tests.simulation --seeds $(SEEDS)

planted: .venv/dev ## Plant two dozen bugs in copies of the project, one at a time, and see that the tests catch each
	$(BIN)/python -m tests.planted

mutants: .venv/dev ## Change the rules in many small ways and see whether a test notices
	$(BIN)/python -m benchmarks.mutants --jobs $(JOBS)

golden: .venv/dev ## Write the golden transcripts anew, after a rule was changed on purpose
	$(BIN)/python -m tests.games.golden

lock: .venv/dev ## Choose the newest versions of everything and write them down with their hashes
	$(BIN)/uv pip compile $(LOCK) -o requirements.lock pyproject.toml
	$(BIN)/uv pip compile $(LOCK) -o requirements-dev.lock -c requirements.lock --extra dev pyproject.toml
	$(BIN)/uv pip compile $(LOCK) -o requirements-bench.lock -c requirements-dev.lock --extra bench pyproject.toml

LOCK := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command "make lock"

clean: ## Remove what the other targets made
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*

# What looks for trouble for people who cannot see or use a mouse. For the browser tests only; they say so where it is missing.
axe:
	@test -d .venv/npm/node_modules/axe-core || ! command -v npm >/dev/null || \
		npm install --silent --no-audit --no-fund --no-save --prefix .venv/npm axe-core@4.14.0 >/dev/null 2>&1 || true

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.venv/run: requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) -r requirements.lock
	@touch $@

.venv/dev: requirements-dev.lock .venv/run
	$(INSTALL) -r requirements-dev.lock
	@touch $@

.venv/bench: requirements-bench.lock .venv/dev
	$(INSTALL) -r requirements-bench.lock
	@touch $@
