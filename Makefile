PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

# A demo on one's own machine: production settings without HTTPS, a secret of its own.
LOCAL := HTTPS=0 DEMO=1 SECRET_KEY=$$(cat var/secret-key)
# uv fills the environments it made, and pip those of venv: never both the same one.
UV := $(shell command -v uv)
NEW_VENV = $(if $(UV),uv venv --quiet --allow-existing -p "$$(command -v $(PYTHON))",$(PYTHON) -m venv)
INSTALL = install() { if grep -q '^uv = ' $$1/pyvenv.cfg; \
	then uv pip install --quiet -p $$1/bin/python --require-hashes -r $$2; \
	else $$1/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $$2; \
	fi; }; install
COMPILE := uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	--custom-compile-command "make lock"

COLLECTED := $(or $(VAR_DIR),var)/.collected

.DEFAULT_GOAL := run

.PHONY: help run dev test test-services check-deploy lint check bench bench-live bench-door faults lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.run var/secret-key $(COLLECTED) ## the site on http://127.0.0.1:8000; PORT=8001 elsewhere
	@$(LOCAL) $(BIN)/python manage.py migrate --verbosity 0
	@$(LOCAL) $(BIN)/python manage.py demo
	@$(LOCAL) $(BIN)/python -m config.serve -p $(PORT) || { echo "Another port: make run PORT=8001"; exit 1; }

dev: $(VENV)/.run ## Django's development server
	DEBUG=1 $(BIN)/python manage.py migrate --verbosity 0
	DEBUG=1 $(BIN)/python manage.py demo
	DEBUG=1 $(BIN)/python manage.py runserver $(PORT)

test: $(VENV)/.dev ## every test that takes seconds
	@$(BIN)/python -m tests.parts

# The data and live parts on PostgreSQL and Redis, at their usual addresses unless told.
test-services: $(VENV)/.dev ## those of data and live play on PostgreSQL and Redis
	DATABASE_URL=$${DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres} \
	REDIS_URL=$${REDIS_URL:-redis://127.0.0.1:6379/9} \
		$(BIN)/python -m pytest -m "not browser and not slow" tests/accounts tests/games tests/storage tests/compute tests/live tests/progress

# The site as config/deploy describes it, on loopback: nginx, two processes, PostgreSQL, Redis.
check-deploy: $(VENV)/.dev ## bring up what config/deploy describes, and check it
	$(BIN)/python -m tests.deploy

lint: $(VENV)/.dev ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Ratios against named yardsticks from PyPI, in an environment of their own.
bench: var/bench-venv/.done ## the engines, timed against others
	OPENBLAS_NUM_THREADS=1 var/bench-venv/bin/python -m tests.bench.bench_engines

# Live play under load: moves a second, waiting times, memory. Needs PostgreSQL and Redis at their
# usual addresses unless told; DATABASES=sqlite does without.
bench-live: $(VENV)/.dev ## live play under load
	$(BIN)/python -m tests.bench.bench_live

# A cold Chromium from the first page to the first mark: clicks and seconds.
bench-door: $(VENV)/.dev ## from the first page to the first mark, in a browser
	$(BIN)/python -m tests.bench.bench_door

# Many games through a bad network with servers dying, and hostile frames: on SQLite with one
# process, then on PostgreSQL and Redis with two.
faults: $(VENV)/.dev ## the tests that take minutes: bad networks, dying servers
	$(BIN)/python -m pytest -s -m slow tests/faults
	DATABASE_URL=$${DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres} \
	REDIS_URL=$${REDIS_URL:-redis://127.0.0.1:6379/9} \
		$(BIN)/python -m pytest -s -m slow tests/faults

check: lint test ## all of what CI runs
	DEBUG=1 $(BIN)/python manage.py makemigrations --check --dry-run
	SECRET_KEY=$$($(BIN)/python -c "import secrets; print(secrets.token_urlsafe(60))") \
		$(BIN)/python manage.py check --deploy --fail-level WARNING

# What is locked stays as it is where it may; to have newer versions below the pins: rm *.lock
lock: ## lock what requirements*.txt name and all below it (needs uv)
	$(COMPILE) -o requirements.lock requirements.txt
	$(COMPILE) -c requirements.lock -o requirements-dev.lock requirements-dev.txt
	$(COMPILE) -o tests/bench/requirements.lock tests/bench/requirements.txt

clean: ## remove the environment and the data in var
	rm -rf $(VENV) var .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Hashing and compressing takes seconds, so only when a file changed.
$(COLLECTED): $(VENV)/.run $(shell find accounts games progress -path '*/static/*' -type f) | var/secret-key
	@$(LOCAL) $(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@

var/secret-key:
	@mkdir -p var
	@umask 077; $(PYTHON) -c "import secrets; print(secrets.token_urlsafe(60))" > $@

var/bench-venv/.done: tests/bench/requirements.lock
	@mkdir -p var
	$(NEW_VENV) var/bench-venv
	@$(INSTALL) var/bench-venv $<
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { \
		echo "Oxo needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
			"Name another: make PYTHON=python3.12"; exit 1; }
	$(NEW_VENV) $(VENV) || { rm -rf $(VENV); echo "On Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/.run: requirements.lock | $(VENV)/bin/python
	@$(INSTALL) $(VENV) $<
	@touch $@

$(VENV)/.dev: requirements-dev.lock | $(VENV)/bin/python
	@$(INSTALL) $(VENV) $<
	@touch $@ $(VENV)/.run
