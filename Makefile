# Thin on purpose: each target is one line that also works without make (README, "Without make").

.PHONY: demo test test-long check bench pins docs

demo:            ## install into .venv, load the sample data, serve on 127.0.0.1:8501
	@bash .ci/environment desk
	@.venv/bin/caseboard demo

test:            ## everything the tests need, then all tests
	@bash .ci/environment checks
	@bash .ci/chromium
	@.venv/bin/python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile --no-loadscope-reorder

test-long:       ## the slow property, soak and crash runs
	@bash .ci/environment checks
	@.venv/bin/python -m pytest -m long

check:           ## lint, format, walls between the rooms, types
	@bash .ci/environment checks
	@.venv/bin/ruff check . && .venv/bin/ruff format --check .
	@.venv/bin/lint-imports
	@.venv/bin/mypy

bench:           ## speed as ratios, measured here and now; TREE=FOLDER adds the Claude Code tree
	@bash .ci/environment checks
	@.venv/bin/python benchmarks/bulk_events.py
	@PYTHONPATH=. .venv/bin/python benchmarks/readings.py
	@[ -z "$(TREE)" ] || .venv/bin/python benchmarks/claude_tree.py "$(TREE)"

pins:            ## resolve every dependency anew and rewrite constraints.txt
	@bash .ci/pins

docs:            ## rewrite the generated pages of docs/
	@bash .ci/environment checks
	@.venv/bin/python docs/make_reference.py && .venv/bin/python docs/make_command_line.py && .venv/bin/python docs/make_calls.py
