# The verbs of the project. Everything runs in a virtual environment made from requirements.lock.

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EXAMPLES := service/tapster/api/examples.json
DOCUMENT := openapi/openapi.json
RECENT := import sys; sys.version_info >= (3, 11) or \
	sys.exit("Python 3.11 or later is needed, this is " + sys.version.split()[0])
PIP := $(BIN)/pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help install run demo test check fix openapi fuzz soak bench lock clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | \
		awk -F'|' '{ printf "  make %-10s %s\n", $$1, $$2 }'

install: $(STAMP) ## Make the virtual environment (the other verbs do it when needed)

$(STAMP): requirements.lock pyproject.toml sdk/pyproject.toml
	@test -x $(BIN)/python && $(BIN)/python -c '$(RECENT)' 2> /dev/null || rm -rf $(VENV)
	@test -x $(BIN)/python || $(PYTHON) -c '$(RECENT)' || \
		{ echo "make PYTHON=... names another Python"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing the locked packages into $(VENV) (about a minute, the first time only)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements.lock
	@PYTHONWARNINGS=ignore $(PIP) install --no-deps --no-build-isolation --editable . --editable sdk
	@touch $@

run: $(STAMP) ## Serve on 127.0.0.1:8000 with SQLite, in the foreground; obeys TAPSTER_* variables
	@exec $(BIN)/tapster serve

demo: $(STAMP) ## Play whole games over HTTP, four scripted seats, against a server of its own
	@$(BIN)/python sdk/examples/demo.py

test: $(STAMP) ## Run all tests
	@$(BIN)/pytest

check: $(STAMP) ## Format, lint, types, import contracts, freshness of what is generated
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/tapster examples | diff -q $(EXAMPLES) - || \
		{ echo "$(EXAMPLES) is not fresh: run 'make openapi'"; exit 1; }
	@$(BIN)/tapster openapi | diff -q $(DOCUMENT) - || \
		{ echo "$(DOCUMENT) is not fresh: run 'make openapi'"; exit 1; }
	@$(BIN)/python sdk/generate.py --check
	@echo "all checks passed"

fix: $(STAMP) ## Format, and mend what the linter can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

openapi: $(STAMP) ## Write the OpenAPI document and its examples from the app, and the SDK from it
	@$(BIN)/tapster examples > $(EXAMPLES).new && mv $(EXAMPLES).new $(EXAMPLES)
	@$(BIN)/tapster openapi > $(DOCUMENT).new && mv $(DOCUMENT).new $(DOCUMENT)
	@$(BIN)/python sdk/generate.py

fuzz: $(STAMP) ## The long fuzz run: at least 10,000 cases, every check
	@$(BIN)/python -m tests.contract.fuzz --cases 10000

soak: $(STAMP) ## The long campaigns: random games, secrecy, killed writers, a bad network
	@$(BIN)/python -m tests.laws.campaign --games 2000
	@$(BIN)/python -m tests.laws.secrecy --cases 500
	@$(BIN)/python -m tests.store.test_crash 1000
	@$(BIN)/python -m tests.sdk.campaign --games 50

bench: $(STAMP) ## Measure, and print a table: ratios within one run
	@$(BIN)/python -m tests.bench

lock: $(STAMP) ## Resolve the newest packages that pyproject.toml allows into requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header --group dev pyproject.toml --output-file requirements.lock

clean: ## Remove the virtual environment and all caches
	@rm -rf $(VENV) .venv-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis \
		.import_linter_cache build sdk/build service/*.egg-info sdk/*.egg-info
