# Everything a person or CI does with this project. Needs bash and a Python of 3.12 or newer.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run setup test test-long lint format types bench load chaos coverage audit requirements messages picture screenshots

PORT ?= 8000
PYTHON := .venv/bin/python
# The tests start dozens of processes, which would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## say what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1\t/' | expand -t 22

run: ## set everything up and serve the site on the local network (PORT=8000)
	@bin/setup base
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py collectstatic --no-input --verbosity 0
	@exec $(PYTHON) manage.py serve --host 0.0.0.0 --port $(PORT)

setup: ## make .venv with all that development needs
	@bin/setup dev

# A browser on a busy machine may be slower than a test waits: what failed there is tried once more, in sight.
test: setup ## run the tests, those in a browser too
	@bin/browser
	@bin/database
	$(PYTHON) -m pytest -n 2 --ignore tests/browser
	$(PYTHON) -m pytest -n 2 --dist worksteal tests/browser || $(PYTHON) -m pytest tests/browser --last-failed

test-long: setup ## run the tests with large counts
	$(PYTHON) -m pytest -m long

lint: setup ## check style
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .

format: setup ## put style right
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

types: setup ## check types
	$(PYTHON) -m mypy

bench: setup ## measure, and print figures beside their bounds
	$(PYTHON) -m bench

load: setup ## play whole games over HTTP on SQLite and PostgreSQL, and print what is reached (LOAD="--seconds 20")
	@bin/database
	$(PYTHON) -m drills load $(LOAD)

chaos: setup ## play while processes, database, disk and clocks fail; print what is lost (CHAOS="--games 500")
	@bin/database
	$(PYTHON) -m drills chaos $(CHAOS)

coverage: setup ## show which lines and branches the tests without a browser reach
	$(PYTHON) -m coverage run -m pytest -q -m "not browser and not long"
	$(PYTHON) -m coverage report

audit: setup ## hold the pinned packages against the known advisories (needs a network)
	@bin/audit

# The pins stay where they are unless a range forbids them; UPGRADE=1 takes the newest.
requirements: setup ## pin requirements/*.txt from the ranges in pyproject.toml
	@for list in "base:" "production:--extra production" "dev:--extra production --extra dev"; do \
	  UV_CUSTOM_COMPILE_COMMAND="make requirements" .venv/bin/uv pip compile --quiet --universal --python-version 3.12 \
	    --generate-hashes --no-emit-index-url $(if $(UPGRADE),--upgrade) $${list#*:} \
	    $$([ "$${list%%:*}" = base ] || echo "--constraint requirements/base.txt") \
	    --output-file "requirements/$${list%%:*}.txt" pyproject.toml; \
	done

messages: setup ## gather the sentences to translate, and compile the translations (needs gettext)
	@command -v xgettext >/dev/null || { echo "This needs gettext (Debian, Ubuntu: apt install gettext)." >&2; exit 1; }
	$(PYTHON) manage.py makemessages --locale nl --locale es --no-location --no-obsolete --ignore .venv --ignore var
	$(PYTHON) manage.py compilemessages --ignore .venv

picture: setup ## draw docs/architecture.svg from the imports
	$(PYTHON) bin/picture

screenshots: setup ## take a picture of every page and state into var/screenshots (ONLY="table phone", ONLY=--docs)
	@bin/browser
	$(PYTHON) -m tests.pictures $(ONLY)
