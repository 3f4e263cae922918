# The verbs of the project. Everything runs in a virtual environment made from requirements.lock.

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EXAMPLES := service/tapster/api/examples.json
DOCUMENT := openapi/openapi.json
PIP := $(BIN)/pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help install run demo test check fix openapi lock clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | \
		awk -F'|' '{ printf "  make %-10s %s\n", $$1, $$2 }'

install: $(STAMP) ## Make the virtual environment (the other verbs do it when needed)

$(STAMP): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing the locked packages into $(VENV)"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

run: $(STAMP) ## Serve on 127.0.0.1:8000 with SQLite, in the foreground; obeys TAPSTER_* variables
	@exec $(BIN)/tapster serve

demo: $(STAMP) ## Play whole games over HTTP, four scripted seats, against a server of its own
	@$(BIN)/python -m sdk.demo

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
	@echo "all checks passed"

fix: $(STAMP) ## Format, and mend what the linter can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

openapi: $(STAMP) ## Write the OpenAPI document, with fresh examples, from the app
	@$(BIN)/tapster examples > $(EXAMPLES).new && mv $(EXAMPLES).new $(EXAMPLES)
	@$(BIN)/tapster openapi > $(DOCUMENT).new && mv $(DOCUMENT).new $(DOCUMENT)

lock: $(STAMP) ## Resolve the newest packages that pyproject.toml allows into requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header --group dev pyproject.toml --output-file requirements.lock

clean: ## Remove the virtual environment and all caches
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis build
