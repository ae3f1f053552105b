# Every target sets up .venv by itself; nothing else has to be run before. Needs make and Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# The folder is part of the names because an editable install points at it: a copied checkout installs itself again.
INSTALLED := $(VENV)/installed$(subst /,-,$(CURDIR))
READY := $(VENV)/ready$(subst /,-,$(CURDIR))
# Modules are compiled when they are first imported: most of what the packages bring along never is.
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --no-compile
# mypy needs a folder called specassay, whatever the checkout is called.
TYPES := $(VENV)/types
MUTANTS := $(VENV)/mutants
EVALPLUS := $(VENV)/evalplus/bin/evalplus.evaluate
EXTRA := import sys, tomllib; print(*map(repr, tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"][sys.argv[1]]))
DEMO := absolute_value average binary_search clamp count_below count_vowels day_of_year element_at factorial fibonacci \
  is_even is_palindrome kelvin last_digit maximum median minimum_of_three parentheses_depth parity percentage \
  phone_number reverse rotate_left seat square_root sum_of_digits transfer
WORKERS ?= $(shell expr $$($(PYTHON) -c "import os; print(os.cpu_count())") \* 3 / 2 "|" 1)
SPECASSAY_DATA ?= ../shared/data
# The tests start hundreds of interpreters: compiling every module in each takes longer than many a test.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test slow required laws against-dafny against-rust docs lint format types house bench scaling attacks denials compiled compiled-files heaps orders readings fuzz mutants results verifiers clean
help:
	@echo "make demo     a finding in each language, then a part of the bundled suite with its report, demo/report.html"
	@echo "make test     the tests"
	@echo "make slow     those that take more than half a second of processor time each, which make test leaves out"
	@echo "make required  those of the tests that ask for a program or for data"
	@echo "make laws     all tests, with other and more examples for the laws than those of every day"
	@echo "make against-dafny  the tests that hold our answers against those of the real Dafny"
	@echo "make docs     the documentation as a site, .venv/site/index.html"
	@echo "make lint     ruff"
	@echo "make types    mypy, strict over the package and the tests"
	@echo "make house    what the source is made of, by number"
	@echo "make bench    the speed benchmark"
	@echo "make scaling  small tasks on one worker of a cluster and on two; RUN=folder: a model of larger runs instead"
	@echo "make attacks  the attack suite against the sandbox, and against a plain process with limits"
	@echo "make denials  proofs against CPython: programs are run, and contracts deny what they did; PROGRAMS=…, SEED=…"
	@echo "make compiled  the interpreter of bodies against Dafny 2.3 on a thousand generated programs"
	@echo "make compiled-files  the same on the methods of the files of a folder, FOLDER=…"
	@echo "make heaps  verdicts on invented methods about objects and arrays, against an enumeration of the states after them"
	@echo "make orders   specassay compare: labelled specifications and weaker variants, invented pairs and enumeration"
	@echo "make readings  what clauses of real files are read as, proved by Dafny 2.3 to mean the same"
	@echo "make fuzz     random edits of real files through both front ends; FUZZ='-n 1000000 --seed 1' for more"
	@echo "make mutants  mutation testing of the modules that give verdicts and rates, by their own tests"
	@echo "make results  docs/results.md, from rows that are made for it: an hour or more"
	@echo "make verifiers  the taskset for verifiers, in an environment of its own"
	@echo "make clean    remove .venv and every cache"

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	touch $@

$(READY): pyproject.toml | $(INSTALLED)
	$(INSTALL) --editable '.[test,lint,types]'
	mkdir -p $(TYPES)
	ln -sfn ../.. $(TYPES)/specassay
	touch $@

# First a finding in each language (exit code 1), then a part of the suite: what takes long of it is left to `bench`.
demo: $(INSTALLED)
	$(PY) -m specassay cvt docs/examples/price.py || test $$? -eq 1
	$(PY) -m specassay spec benchmarks/suite/dafny/last_digit.dfy || test $$? -eq 1
	$(PY) -m specassay spec docs/examples/total.rs || test $$? -eq 1
	$(PY) -m specassay bench --out demo --force --solver z3 $(DEMO:%=--task %)

# Work stealing: neighbours, which share what is dear to set up, stay in one process, and none is idle at the end.
# Three processes for two cores: a test that waits for a solver, a sandbox or a time limit leaves its core to another.
test: $(READY)
	$(PY) -m pytest -q -n $(WORKERS) --dist worksteal

# Those of them that ask for a program or for data, which SPECASSAY_REQUIRE may demand.
required: $(READY)
	$(PY) -m pytest -q -n $(WORKERS) --dist worksteal -m 'requires and not slow and not against_dafny'

# A fiftieth of the tests takes half of their processor time: CI runs them, and whoever changes what they are about.
slow: $(READY)
	$(PY) -m pytest -q -n $(WORKERS) --dist worksteal -m 'slow and not against_dafny'

laws: $(READY)
	$(PY) -m pytest -q -n $(WORKERS) --dist worksteal --hypothesis-profile=search -o faulthandler_timeout=0 -m ''

# Each of these starts Dafny and takes seconds: with them the tests of every day would take a quarter longer.
against-dafny: $(READY)
	$(PY) -m pytest -q -n $(WORKERS) --dist worksteal -m against_dafny

against-rust: $(READY)
	$(PY) -m tests.frontends.verus.against_rust $(or $(FOLDER),$(SPECASSAY_DATA)/vericontest) $(or $(PROGRAMS),1000) $(or $(SEED),0)

# Warnings, broken links among them, are errors. The site needs no network, neither to build nor to read.
docs: $(READY)
	$(INSTALL) --editable '.[docs]'
	$(PY) -m sphinx -q -W --keep-going -b html docs $(VENV)/site
	@echo $(VENV)/site/index.html

lint: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check --quiet .

format: $(READY)
	$(PY) -m ruff format .

types: $(READY)
	MYPYPATH=$(TYPES):. $(PY) -m mypy -m specassay -m specassay.__main__ -p specassay.core -p specassay.frontends \
	  -p specassay.backends -p specassay.dafny_harness -p specassay.benchmarks -p tests

house: $(READY)
	$(PY) -m tests.house

# EvalPlus brings some 80 packages along: they stay out of the environment of the tests.
bench: $(READY)
	$(INSTALL) --editable '.[baselines]'
	test -x $(EVALPLUS) || $(PYTHON) -m venv $(VENV)/evalplus
	-$(VENV)/evalplus/bin/python -m pip install --quiet --disable-pip-version-check $(shell $(PYTHON) -c '$(EXTRA)' evalplus)
	SPECASSAY_EVALPLUS=$(EVALPLUS) SPECASSAY_DATA=$(SPECASSAY_DATA) $(PY) -m specassay.benchmarks.speed

# Small tasks on this machine, which should be idle: minutes. RUN=folder: a model of that run instead, and its picture.
scaling: $(READY)
	$(PY) -m specassay.benchmarks.speed.scaling $(if $(RUN),model $(RUN) --out docs/scaling.svg,workers)

attacks: $(READY)
	$(PY) -m tests.attacks

# On one core some 25 programs a second.
denials: $(READY)
	$(PY) -m tests.core.encoding.denials $(or $(PROGRAMS),100000) $(or $(SEED),0)

compiled: $(READY)
	$(PY) -m tests.dafny_harness.test_bodies_against_dafny 1000

compiled-files: $(READY)
	$(PY) -m tests.dafny_harness.files_as_modules $(or $(FOLDER),$(SPECASSAY_DATA)/dafny_bench)

heaps: $(READY)
	$(PY) -m tests.dafny_harness.invented_heaps $(or $(COUNT),100) $(or $(SEED),0)

orders: $(READY)
	$(PY) -m tests.benchmarks.comparing.labelled $(SPECASSAY_DATA)/labelled_specs/clover
	$(PY) -m tests.benchmarks.comparing.invented 100

readings: $(READY)
	$(PY) -m tests.frontends.dafny.readings $(SPECASSAY_DATA)/dafny_bench 250

fuzz: $(READY)
	$(PY) -m tests.fuzzing $(if $(wildcard $(SPECASSAY_DATA)),--data $(SPECASSAY_DATA)) $(FUZZ)

mutants: $(READY)
	rm -rf $(MUTANTS)
	mkdir -p $(MUTANTS)/specassay
	cp -r *.py py.typed core frontends backends dafny_harness benchmarks $(MUTANTS)/specassay
	cp -r pyproject.toml tests $(MUTANTS)
	cd $(MUTANTS) && ../bin/python -m mutmut run --max-children 2 && ../bin/python -m mutmut results
	$(PY) -m tests.mutants.killed $(MUTANTS)

# Rows that are there are kept, so that what was stopped goes on. Findings are no failure.
ROWS := $(VENV)/rows
SPECASSAY := $(VENV)/bin/specassay
VERICODING := $(foreach language,dafny verus,$(foreach set,humaneval verina,$(SPECASSAY_DATA)/vericoding/$(language)/$(set)))
WOVEN := $(patsubst $(SPECASSAY_DATA)/evalplus/samples/%.jsonl.gz,$(ROWS)/woven-%.jsonl,$(wildcard $(SPECASSAY_DATA)/evalplus/samples/*.jsonl.gz))
RESULTS := $(ROWS)/cvt.jsonl $(ROWS)/mbpp-dfy.jsonl $(ROWS)/problems.jsonl $(ROWS)/vericontest.jsonl $(ROWS)/translations.jsonl $(WOVEN)
finished = [ $$? -le 1 ] && mv $(@D)/part-$(@F) $@

$(ROWS)/cvt.jsonl: | $(READY)
	mkdir -p $(@D)
	$(SPECASSAY) cvt $(SPECASSAY_DATA)/evalplus/*.jsonl.gz --resume --out $(@D)/part-$(@F) > /dev/null; $(finished)

$(ROWS)/mbpp-dfy.jsonl: | $(READY)
	mkdir -p $(@D)
	$(SPECASSAY) spec $(SPECASSAY_DATA)/mbpp_dfy/test --labels $(SPECASSAY_DATA)/mbpp_dfy/labels.json --resume --out $(@D)/part-$(@F) > /dev/null; $(finished)

$(ROWS)/problems.jsonl: | $(READY)
	mkdir -p $(@D)
	$(SPECASSAY) spec $(VERICODING) --resume --out $(@D)/part-$(@F) > /dev/null; $(finished)

$(ROWS)/vericontest.jsonl: | $(READY)
	mkdir -p $(@D)
	$(SPECASSAY) spec $(SPECASSAY_DATA)/vericontest --resume --out $(@D)/part-$(@F) > /dev/null; $(finished)

$(ROWS)/translations.jsonl: | $(READY)
	mkdir -p $(@D)
	$(SPECASSAY) audit vericoding --question translation $(if $(wildcard $(@D)/translations),--resume) --out $(@D)/translations > /dev/null; [ $$? -le 1 ] && cp $(@D)/translations/translations.jsonl $@

$(ROWS)/woven-%.jsonl: | $(READY)
	mkdir -p $(@D)
	$(SPECASSAY) weave $(SPECASSAY_DATA)/evalplus/$(if $(filter humaneval%,$*),HumanEval,Mbpp)Plus.jsonl.gz $(SPECASSAY_DATA)/evalplus/samples/$*.jsonl.gz --force --out $(@D)/part-$(@F) > /dev/null; $(finished)

results: $(READY) $(RESULTS)
	$(PY) -m specassay.benchmarks.peers $(RESULTS) > $(ROWS)/results.md && cp $(ROWS)/results.md docs/results.md

# An environment of its own: it pins a version of openai that is older than that of the extra `generate`.
verifiers:
	$(PYTHON) -m venv $(VENV)/verifiers
	$(VENV)/verifiers/bin/python -m pip install --quiet --disable-pip-version-check . 'verifiers==0.4.0' pytest hypothesis
	$(VENV)/verifiers/bin/python -m pytest -q tests/benchmarks/adapters/check_verifiers.py

clean:
	rm -rf $(VENV) build specassay.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
