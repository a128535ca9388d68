# The commands of the project. CI uses the same ones.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WEB    := src/shopfloor/web_dist/index.html
WEB_INPUTS := $(shell find web/src web/public web/scripts -type f ! -name schema.d.ts ! -name '*.test.*' 2>/dev/null) \
	web/index.html web/vite.config.ts web/tsconfig.json web/package-lock.json docs/openapi.json
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help setup run test agents browser check web-check openapi screenshots format unit contract integration architecture e2e bench lock github-contract clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /\1\t/' | awk -F'\t' '{printf "  make %-14s %s\n", $$1, $$2}'

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Shopfloor needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 ..."; exit 1; }
	@command -v git >/dev/null || { echo "Shopfloor needs git 2.38 or newer on PATH."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --editable .
	@touch $@

$(VENV)/installed-dev: requirements-dev.lock $(VENV)/installed
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(WEB): $(WEB_INPUTS) | $(BIN)/python
	@web/scripts/with-node $(BIN)/python sh -c 'cd web && node scripts/installed.mjs && npm run -s build -- --logLevel warn'

setup: $(VENV)/installed $(WEB) ## make .venv with Shopfloor, and build its web app

run: setup ## start Shopfloor on http://127.0.0.1:8484
	@exec $(BIN)/shopfloor serve

check: $(VENV)/installed-dev ## lint and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

web-check: | $(BIN)/python ## types, lint and unit tests of the web app
	@web/scripts/with-node $(BIN)/python sh -c 'cd web && npm run -s check'

screenshots: setup ## pictures of the main pages into docs/screenshots (needs Chromium)
	@web/scripts/with-node $(BIN)/python sh -c 'cd web && node scripts/screenshots.mjs ../$(BIN)/shopfloor ../docs/screenshots'

openapi: $(VENV)/installed ## write docs/openapi.json anew: the web app's types come from it
	$(BIN)/python -m shopfloor.api.openapi docs/openapi.json

format: $(VENV)/installed-dev ## rewrite the code in house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

agents: $(VENV)/installed-dev ## install the agents that the tests run, pinned, into your cache (needs npm)
	@$(BIN)/python -m tests.support.agent_installation

browser: ## Chromium for the end-to-end tests: the system's, installed where that is allowed
	@command -v $${SHOPFLOOR_CHROMIUM:-chromium} >/dev/null || command -v google-chrome >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "No Chromium here: installing Debian's."; apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium >/dev/null; \
	  else \
	    echo "The end-to-end tests need Chromium: install it (Debian: apt-get install chromium), or name one in SHOPFLOOR_CHROMIUM."; exit 1; \
	  fi; }

test: check web-check $(WEB) agents browser ## everything: lint, types, unit, contract, integration, architecture, end to end
	$(call tests,tests --ignore tests/e2e,3)
	$(call tests,tests/e2e,2)

# On a crowded machine a test can run out of time: what failed is run once more, alone. What fails again fails.
tests = $(BIN)/pytest -n $(2) --dist loadgroup $(1) || { \
	  [ $$? = 1 ] && echo "Once more, alone, what failed:" && \
	  $(BIN)/pytest -n 0 --last-failed --last-failed-no-failures none $(1); }

e2e: $(WEB) browser
unit contract integration architecture e2e: $(VENV)/installed-dev ## one part of the tests
	$(BIN)/pytest tests/$@

bench: $(VENV)/installed-dev ## measure speed and memory against the floor; keeps the figures in benchmarks/results.json
	$(BIN)/python -m benchmarks

lock: ## pin the dependencies anew (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --group dev -o requirements-dev.lock

github-contract: $(VENV)/installed-dev ## what GitHub publishes, as far as we use it, into tests/support/github_contract/published and docs/github.md (needs npm)
	rm -rf build/octokit && mkdir -p build/octokit
	cd build/octokit && for package in openapi@23.0.2 webhooks-schemas@7.6.1 webhooks-examples@7.6.1 graphql-schema@15.26.1; do npm pack --silent @octokit/$$package; done
	$(BIN)/python -m tests.support.github_contract.extract build/octokit
	$(BIN)/python -m tests.support.github_contract.table

clean: ## remove what the commands above made (not your data)
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build web/node_modules src/shopfloor/web_dist
