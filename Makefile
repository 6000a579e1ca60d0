# Everything that a user or a developer runs; `make` alone lists the targets.
SHELL := bash
VENV := .venv
BIN := $(VENV)/bin
READY_FOR_DEMO := $(VENV)/ready-for-demo
READY_FOR_TEST := $(VENV)/ready-for-test
READY_FOR_TRACKER := $(VENV)/ready-for-tracker
TRACKER := src/understudy/capture/video/workers/mediapipe-0.10.21.txt

.DEFAULT_GOAL := help
.PHONY: help demo test fuzz style lint format lock bench docs wheel-test clean
# Two set-ups at once would write to the same environment.
.NOTPARALLEL:

help:
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: $(READY_FOR_DEMO) ## set up, then motion, report and video of the built-in data in out/demo
	$(BIN)/understudy demo -o out/demo

test: style $(READY_FOR_TRACKER) ## set up, then check style and types and run all tests
	scripts/check_and_test.sh $(BIN)

# Tests are the same every day; this goes where they have not been yet. A SEED repeats a search.
SECONDS ?= 300
SEED ?= $(shell od -An -N3 -tu4 /dev/urandom | tr -d ' ')

fuzz: SEED := $(SEED)
fuzz: $(READY_FOR_TEST) ## search for faults with random input (SECONDS=300, SEED=random)
	@echo "searching for $(SECONDS) s; to repeat this: make fuzz SECONDS=$(SECONDS) SEED=$(SEED)"
	$(BIN)/python -m pytest -m "hypothesis or fuzz" --fuzz-seconds=$(SECONDS) --hypothesis-seed=$(SEED)

style: $(READY_FOR_TEST)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

lint: style ## check style and types
	$(BIN)/pyright --pythonpath $(BIN)/python

format: $(READY_FOR_TEST) ## bring the code into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/python scripts/readme_table.py
	$(BIN)/python scripts/methods_page.py
	$(BIN)/python scripts/exports_page.py
	$(BIN)/python scripts/robot_pictures.py --text

# With every extra in turn: pip downloads what the pins name, or takes it from its cache.
wheel-test: $(READY_FOR_TEST) ## install the wheel alone with each extra, and run the README's commands
	$(BIN)/python scripts/wheel_test.py

bench: $(READY_FOR_TEST) ## measure speed against mink
	$(BIN)/understudy bench

docs: $(READY_FOR_TEST) ## the documentation as a site in out/site; a link that leads nowhere is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# The demo's lock is held to the versions of the tests' one, so that both share an environment. Neither
# names a registry: pip asks the one that its user has set. UPGRADE=1 takes the newest versions.
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.10 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" --group build $(if $(UPGRADE),--upgrade)

lock: $(READY_FOR_TEST) ## pin every dependency anew after a change in pyproject.toml
	$(COMPILE) --all-extras pyproject.toml -o requirements/test.txt
	$(COMPILE) --extra view --constraints requirements/test.txt pyproject.toml -o requirements/demo.txt
	$(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.9 --generate-hashes --no-deps \
		--no-emit-index-url --no-annotate --custom-compile-command "make lock" requirements/tracker.in -o $(TRACKER)

clean: ## remove the environment, results and caches
	rm -rf $(VENV) out dist .pytest_cache .ruff_cache .hypothesis
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment of the tests holds everything that the demo needs.
$(READY_FOR_TEST): pyproject.toml requirements/test.txt scripts/set_up.sh
	@scripts/set_up.sh test $(VENV)
	@touch $(READY_FOR_DEMO) $@

# Tests with the real tracker are skipped, and say why, where its packages cannot be had.
$(READY_FOR_TRACKER): $(TRACKER) $(READY_FOR_TEST)
	@UNDERSTUDY_TRACKERS=$(VENV)/trackers $(BIN)/understudy camera setup && touch $@ || true

$(READY_FOR_DEMO): pyproject.toml requirements/demo.txt scripts/set_up.sh
	@scripts/set_up.sh demo $(VENV)
	@touch $@
