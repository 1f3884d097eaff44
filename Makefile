# Each target makes the virtual environment that it needs, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
AUDIT := .venv-audit
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
JOBS ?= 2
TESTFLAGS ?=
ARGS ?=
KEYS ?=
# Not empty: where no PostgreSQL starts, make check fails.
NEEDS_POSTGRESQL ?=
ON_POSTGRESQL := not embedded and not http and not browser and not long and not fuzz and not faults and not measured

OVER_HTTP := not browser and not long and not fuzz and not faults and not measured
SERVED_FEW := $(addprefix tests/ui/,test_over_http.py test_server_check.py test_rights.py test_refused.py \
	lobby/test_lobby.py lobby/test_game_channels.py people/test_me_games.py)

# A check starts Python a hundred times: what it compiles is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play run test check format lint types contracts coverage long postgres served served-few browser fuzz undrawn faults faults-few bench league load legible gallery mutations stamped lock audit clean

help:
	@echo "make play    play in the browser: no token, no Discord, nothing to set up"
	@echo "make run     start the bot on Discord (needs .env, see README.md)"
	@echo "make test    run the tests, but for those that make check alone runs"
	@echo "make check   format, lint, types, import contracts, tests, coverage, browser"
	@echo "make lint, make types, make contracts, make coverage, make long, make faults-few, make served-few"
	@echo "             one part of make check"
	@echo "make postgres run the tests of store and service, and a game of each title, on PostgreSQL"
	@echo "make served  run the tests of the front with interactions over HTTP"
	@echo "make browser play in headless Chromium"
	@echo "make fuzz    press and import thousands of things that nobody should"
	@echo "make undrawn draw every picture of 3,000 games, and tell which fail (a night; ARGS='--games 30')"
	@echo "make bench   measure, as ratios side by side"
	@echo "make league  let computer players play against all others (a night; ARGS=--help; goes on where it was)"
	@echo "make load    measure the real bot under load, and what grows with the database (10 minutes)"
	@echo "make faults  kill the bot 100 times, break its sockets, measure bursts (30 minutes)"
	@echo "make legible measure how well pictures can be read on a phone, and how tall messages are"
	@echo "make gallery draw every kind of picture into build/gallery, to be looked at"
	@echo "make mutations make 60 small mistakes and see which of them no test notices (an hour; ARGS=--check)"
	@echo "make format  put the code into its form"
	@echo "make stamped list translations that are older than the English (KEYS=... marks them as read)"
	@echo "make lock    write the three locks anew from what they are of"
	@echo "make audit   ask whether a known weakness is in what requirements.lock names (needs a network)"
	@echo "make clean   remove what these targets made"

$(VENV)/run.stamp: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@test -x $(BIN)/python || { echo "Making $(VENV) ..."; $(PYTHON) -m venv $(VENV); }
	@echo "Installing what requirements.lock names ..."
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

$(VENV)/play.stamp: $(VENV)/run.stamp requirements/play.txt
	@echo "Installing the simulated Discord ..."
	@$(PIP) -r requirements/play.txt
	@touch $@

$(VENV)/dev.stamp: $(VENV)/play.stamp requirements/dev.txt requirements/postgresql.txt requirements/serve.txt
	@echo "Installing the tools of development ..."
	@$(PIP) -r requirements/dev.txt
	@touch $@

play: $(VENV)/play.stamp
	@$(BIN)/python -m metrobot.demo $(ARGS)

run: $(VENV)/run.stamp
	@$(BIN)/python bot.py

test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) -p tests.house.loops $(TESTFLAGS)

# The tests with the real process wait most of the time: what needs one processor runs beside them.
check: $(VENV)/dev.stamp
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target faults-few lint types contracts
	@$(MAKE) --no-print-directory coverage long served-few
	@$(MAKE) --no-print-directory postgres-if-there
	@$(MAKE) --no-print-directory browser-if-there
	@$(MAKE) --no-print-directory image-if-there

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@if test -x $(BIN)/hadolint; then $(BIN)/hadolint Containerfile; fi

types: $(VENV)/dev.stamp
	$(BIN)/mypy

contracts: $(VENV)/dev.stamp
	$(BIN)/lint-imports

# The contract of all games at 100 % of its branches, by its own tests; the whole of the code at 90 %.
coverage: $(VENV)/dev.stamp
	@rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest tests/engine
	$(BIN)/coverage report --show-missing --fail-under=100
	@rm -f .coverage
	@$(MAKE) --no-print-directory test TESTFLAGS="-p tests.house.counting $(TESTFLAGS)"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --sort=cover --fail-under=90

# Whole games by the hundred, and the other cases of tests with a marker `few`: apart from the
# rest, so that make test stays short.
long: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) -m long $(TESTFLAGS)

# The real process, one test at a time: what it does is timed.
faults: $(VENV)/dev.stamp
	FAULTS_KILLS=100 $(BIN)/python -m pytest -s --timeout=3600 -m faults tests/faults $(TESTFLAGS)
	$(BIN)/python -m pytest --database postgresql -m "postgresql and measured" tests/postgresql

# Nothing of these is timed, and they wait most of the time: side by side.
faults-few: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) -m "faults and not measured" tests/faults $(TESTFLAGS)

# The front once more, each interaction signed and brought to python -m metrobot serve's door.
served: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) --entrance http -m "$(OVER_HTTP)" tests/ui $(TESTFLAGS)

served-few: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) --entrance http -m "$(OVER_HTTP)" $(SERVED_FEW) $(TESTFLAGS)

browser: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) -m browser tests/browser $(TESTFLAGS)

# What touches the database, once more on a PostgreSQL that the tests start for themselves.
postgres: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) --database postgresql -m "$(ON_POSTGRESQL)" \
		tests/store tests/service tests/postgresql $(TESTFLAGS)

.PHONY: postgres-if-there
postgres-if-there: $(VENV)/dev.stamp
	@if $(BIN)/python -m tests.postgresql; then $(MAKE) --no-print-directory postgres; \
	else echo "The tests on PostgreSQL were left out (make postgres runs them)."; \
	test -z "$(NEEDS_POSTGRESQL)"; fi

.PHONY: image-if-there
image-if-there:
	@if podman info >/dev/null 2>&1; then podman build --tag metrobot .; \
	elif docker info >/dev/null 2>&1; then docker build --tag metrobot --file Containerfile .; \
	else echo "Nothing here builds images: the Containerfile was read by hadolint alone (make lint)."; fi

# A short run of each stands among the tests.
fuzz: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) -m fuzz tests/fuzz $(TESTFLAGS)

# Hours: three million pictures. make check draws a slice of them.
undrawn: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.fuzz $(ARGS)

.PHONY: browser-if-there
browser-if-there:
	@if command -v "$${CHROMIUM:-chromium}" >/dev/null; then $(MAKE) --no-print-directory browser; \
	else echo "No chromium here: the browser tests were left out (make browser runs them)."; fi

bench: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.bench $(ARGS)

league: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.league $(ARGS)

# Two processors: the simulated Discord takes one of them.
load: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.load $(ARGS)

legible: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.legible $(ARGS)
	@$(BIN)/python -m tests.legible.heights $(filter-out --%,$(ARGS))

gallery: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.legible.gallery $(ARGS)

mutations: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.mutations $(ARGS)

# The shell must not take the * in a name for files.
stamped: $(VENV)/dev.stamp
	@set -f; $(BIN)/python -m tests.house.stamp $(KEYS)

# For all systems and all versions of Python from 3.11 on, by hashes, from whichever index there is.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"
lock: $(VENV)/run.stamp
	@$(PIP) uv==0.13.9
	@$(LOCK) requirements.txt --output-file requirements.lock
	@for each in postgresql serve; do $(LOCK) --constraint requirements.lock \
		requirements/$$each.txt --output-file requirements/$$each.lock || exit 1; done
	@echo "requirements.lock is written, and those of PostgreSQL and of serve."

# In an environment of its own: what it needs must not come among what the bot needs.
# What could not be asked about is a failure: it must not pass for safe.
audit: requirements.lock
	@test -x $(AUDIT)/bin/python || $(PYTHON) -m venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1
	@$(AUDIT)/bin/pip-audit --strict --disable-pip --require-hashes \
		--requirement requirements.lock --requirement requirements/postgresql.lock \
		--requirement requirements/serve.lock

clean:
	rm -rf $(VENV) $(AUDIT) .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
