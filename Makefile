PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

# A demo on your own machine: production settings without HTTPS, with its own secret.
LOCAL := HTTPS=0 DEMO=1 SECRET_KEY=$$(cat var/secret-key)
# uv installs into environments that uv made, pip into those of venv; neither compiles modules, of which the
# site imports a part.
UV := $(shell command -v uv)
NEW_VENV = $(if $(UV),uv venv --quiet --allow-existing -p "$$(command -v $(PYTHON))",$(PYTHON) -m venv)
INSTALL = install() { if grep -q '^uv = ' $$1/pyvenv.cfg; \
	then uv pip install --quiet -p $$1/bin/python --require-hashes -r $$2; \
	else $$1/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r $$2; \
	fi; }; install
COMPILE := uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	--custom-compile-command "make lock"

COLLECTED := $(or $(VAR_DIR),var)/.collected

.DEFAULT_GOAL := run

.PHONY: help run dev test test-all test-services check-deploy check-upgrade lint check bench bench-live bench-trainings bench-processes bench-storm bench-peers bench-door bench-class bench-presence bench-look bench-memory bench-pages bench-streams gallery faults attack soak simulate mutations audit sbom lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile

# Static files are hashed and compressed beside the migrations and the demo: neither needs the other. (A line
# that names MAKE itself would run even under `make -n`.)
COLLECT = $(MAKE) -s $(COLLECTED)
run: $(VENV)/.run var/secret-key ## run the site and its sweep on http://127.0.0.1:8000 (PORT=8001 for another port)
	@chmod 700 var
	@$(COLLECT) & collecting=$$!; \
		{ $(LOCAL) $(BIN)/python manage.py migrate --verbosity 0 && $(LOCAL) $(BIN)/python manage.py demo; }; \
		done=$$?; wait $$collecting && exit $$done
	@$(LOCAL) $(BIN)/python -m config.local -m config.serve -p $(PORT) || { echo "Another port: make run PORT=8001"; exit 1; }

dev: $(VENV)/.run ## run Django's development server, and the sweep
	DEBUG=1 $(BIN)/python manage.py migrate --verbosity 0
	DEBUG=1 $(BIN)/python manage.py demo
	DEBUG=1 $(BIN)/python -m config.local manage.py runserver $(PORT)

test: $(VENV)/.dev ## run the tests: three minutes on two cores
	@$(BIN)/python -m tests.parts

test-all: $(VENV)/.dev ## run all tests, also on PostgreSQL and Redis, and the deployment's
	@$(BIN)/python -m tests.parts --all
	$(MAKE) test-services
	$(MAKE) check-deploy
	$(MAKE) sbom audit

# PostgreSQL and Redis are at their usual addresses unless the environment says otherwise. Each worker has
# a database of its own, and keys of its own in Redis.
test-services: $(VENV)/.dev ## run the tests of data and live play on PostgreSQL and Redis
	DATABASE_URL=$${DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres} \
	REDIS_URL=$${REDIS_URL:-redis://127.0.0.1:6379/9} \
		$(BIN)/python -m pytest -n 2 --dist worksteal -m "not browser and not slow" tests/accounts tests/games tests/storage tests/compute tests/live tests/progress
	$(BIN)/python -m pytest -m slow tests/operations

# The site as config/deploy describes it, on loopback: nginx, two processes, PostgreSQL, Redis.
check-deploy: $(VENV)/.dev ## start what config/deploy describes, and check it
	$(BIN)/python -m tests.deploy

# To this release and back while games are played, on a site of GAMES games of the release before;
# ONLY=sqlite leaves out PostgreSQL, ONLY=postgresql SQLite.
check-upgrade: $(VENV)/.dev ## roll from the release FROM=COMMIT to this one and back, while games go on
	$(BIN)/python -m tests.deploy.upgrade $(or $(FROM),HEAD~1) $(or $(GAMES),20000)

.PHONY: check-containers check-hosts check-fresh

# Needs root and Debian, from whose mirror the base images come: no registry is asked.
check-containers: $(VENV)/.dev ## build the images, bring the containers up with podman and kill each
	$(BIN)/python -m tests.containers
	$(MAKE) check-fresh

# Two network namespaces with a bad line between them, and the runbook of docs/operations.md.
check-hosts: $(VENV)/.dev ## lose each of two hosts in turn while games go on
	$(BIN)/python -m tests.hosts

check-fresh: $(VENV)/.dev ## run README's two commands on a bare Debian, timed
	$(BIN)/python -m tests.containers.fresh

TEMPLATES := accounts/templates games/templates progress/templates templates

lint: $(VENV)/.dev ## run ruff and mypy, and look for long lines in templates
	@! LC_ALL=C.UTF-8 grep -rnE '.{141}' $(TEMPLATES) || { echo "A line of a template has at most 140 characters."; exit 1; }
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini

# To be read from top to bottom: it ends with the sentences that stand in several places.
.PHONY: words
words: $(VENV)/.dev ## write every sentence of pages, messages, mails, commands and documents to var/words.txt
	@$(BIN)/python -m tests.words

# Plays a game, and takes the pictures of its review, its search and its proofs. Needs Chromium.
.PHONY: film
film: $(VENV)/.dev ## make the README's animation and picture from the site as it runs
	@$(BIN)/python -m tests.film

# Ratios against other packages from PyPI, in an environment of their own.
bench: var/bench-venv/.done ## time the engines against others
	OPENBLAS_NUM_THREADS=1 var/bench-venv/bin/python -m tests.bench.bench_engines
	var/bench-venv/bin/python -m tests.bench.same_rules

# Moves a second, waiting times, memory. Needs PostgreSQL and Redis; DATABASES=sqlite needs neither.
bench-live: $(VENV)/.dev ## measure live play under load
	$(BIN)/python -m tests.bench.bench_live

# Moves of thirty games while two people watch learners train, in turns with nobody.
bench-trainings: $(VENV)/.dev ## measure what trainings cost those who play
	SCENE=trainings DATABASES=$(or $(DATABASES),sqlite) $(BIN)/python -m tests.bench.bench_live

# The same load on boardgame.io and Colyseus (npm, into var/bench-peers); BASELINE=/checkout adds
# another version of this project.
bench-peers: $(VENV)/.dev ## measure live play beside other frameworks
	$(BIN)/python -m tests.bench.bench_peers

# Processor time of a move with its game at one process and at two. Needs PostgreSQL, redis-server.
bench-processes: $(VENV)/.dev ## measure what several processes cost
	$(BIN)/python -m tests.bench.bench_processes

# A process with 1,000 open sockets is restarted, then killed. Needs PostgreSQL and redis-server.
bench-storm: $(VENV)/.dev ## measure how soon everybody is back after a restart
	$(BIN)/python -m tests.bench.bench_storm

# A cold Chromium from the home page to the first mark: clicks and seconds.
bench-door: $(VENV)/.dev ## measure a visitor's way to the first mark, in a browser
	$(BIN)/python -m tests.bench.bench_door

# PUPILS (30) of one address from the code on the wall to an answer, the teacher's page beside them, and
# the matrix of 40 by 20. BROWSERS=30 does the first in Chromium, too.
bench-class: $(VENV)/.dev ## measure what a lesson of a class takes
	$(BIN)/python -m tests.bench.bench_class

# Two at a game in Chromium, one of whom goes: seconds until both pages show it.
bench-presence: $(VENV)/.dev ## measure how soon an absence is shown, in a browser
	$(BIN)/python -m tests.bench.bench_presence

# Weights, first paint and playable board on a slow phone, frames, unused style rules; LIGHTHOUSE=1
# for its scores of every page, too (npm, twenty minutes). ONLY=time,motion leaves out the rest.
bench-look: $(VENV)/.dev ## measure what the look of the site costs, in a browser
	$(BIN)/python -m tests.bench.bench_look

# Into var/gallery. PATHS=/learn/,/games/ looks at these again, AFRESH=1 at all.
gallery: $(VENV)/.dev ## take small pictures of every page, and list what is wrong with each, for reviewers
	$(BIN)/python -m tests.bench.gallery

# Memory and threads of 1,000 open streams of lines, as programs listen to them.
bench-streams: $(VENV)/.dev ## measure what open streams cost
	$(BIN)/python -m tests.bench.bench_streams

# Every page and API on a site that `manage.py fill` has filled (DATABASE_URL), in turns with an empty
# one (EMPTY_URL) and a stock Django page: queries, rows looked at, ms, ratios.
bench-pages: $(VENV)/.dev ## measure what every page costs on a filled site
	$(BIN)/python -m tests.bench.bench_pages

# A server's memory while it draws pages of a filled site (DATABASE_URL); MALLOC=,MALLOC_ARENA_MAX=1
# compares allocators.
bench-memory: $(VENV)/.dev $(COLLECTED) ## measure a server's memory under load of pages
	$(BIN)/python -m tests.bench.bench_memory

# Games over a bad network while servers, PostgreSQL and Redis are killed and disks are full, and
# hostile frames: on both databases, with one process and with two. SETUP=SQLite takes some of them.
faults: $(VENV)/.dev ## run the tests that take minutes: bad networks, killed servers, outages
	$(BIN)/python -m tests.faults $(SETUP)

# Live games at the pace of people, visitors, bots, files to be graded, the sweep, and a new version in
# the middle; then every alert with its fault. MINUTES=0 is that alone. Needs nginx, PostgreSQL,
# redis-server, prometheus; GAMES=n for others than 300.
soak: $(VENV)/.dev ## run the site of config/deploy for an hour (MINUTES=60), and try its alerts
	@$(BIN)/python -m tests.soak

# Several servers in one process under a simulated clock, network and disk; SEED=n repeats one run
# and prints all that happened in it, SEEDS=n FIRST=n take others.
simulate: $(VENV)/.dev ## run live play by thousands of seeds, with crashes and losses
	@$(BIN)/python -m tests.simulation \
		$(if $(SEED),--seed $(SEED),--seeds $(or $(SEEDS),10000) --first $(or $(FIRST),1))

# Files that mean harm, and visitors: each attempt is held, and how fast; minutes.
attack: $(VENV)/.dev ## try to get past the bounds of the sandbox and of the site
	$(BIN)/python -m pytest -v tests/attacks

# Safeguards of live play, each removed from a copy of the project.
mutations: $(VENV)/.dev ## show which test notices if a safeguard of live play is gone
	@$(BIN)/python -m tests.mutations

check: lint test-all ## run lint, all tests and checks, as CI does

sbom: $(VENV)/.dev ## write var/sbom.json and list the licences of what is locked
	@$(BIN)/python -m tests.supply sbom

# Where no advisory database can be asked it says that no check took place, and ends with 0.
audit: $(VENV)/.dev ## look for known weaknesses of what is locked
	@$(BIN)/python -m tests.supply audit

# Locked versions stay where they can. For newer ones below the pins: rm *.lock
lock: ## lock all dependencies with hashes (needs uv)
	$(COMPILE) -o requirements.lock requirements.txt
	$(COMPILE) -c requirements.lock -o requirements-lti.lock requirements-lti.txt
	$(COMPILE) -c requirements.lock -c requirements-lti.lock -o requirements-dev.lock requirements-dev.txt
	$(COMPILE) -o tests/bench/requirements.lock tests/bench/requirements.txt

clean: ## remove the environment and the data in var
	rm -rf $(VENV) var .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Hashing and compressing takes seconds, so only when a file changed.
$(COLLECTED): $(VENV)/.run $(shell find accounts games progress templates \( -path '*/static/*' -o -path '*templates/*' \) -type f) | var/secret-key
	@$(LOCAL) $(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@

var/secret-key:
	@mkdir -p var && chmod 700 var
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
