# make          set up the virtual environment
# make play     play a game: make play GAME=canfield ARGS="--seed 42"
# make check    run every test
# make oldest   run every test with the oldest click that setup.cfg allows
# make accept   take what the program prints now as the transcripts' expected output, and what it
#               declares as the manual page and the types for programs; make accept GAME=golf: only
#               the transcripts of Golf, one of which is made for a new patience of the shelf
# make fuzz     type 300,000 odd lines into all games, kill a game and damage files, look at the
#               deals of 1,000 dates, play a match by a real ssh server if there is one, and run
#               every test with its whole samples: minutes
# make mutants  change the program at random and see that a test fails, five changes for each folder,
#               which takes half an hour: make mutants SEED=7 ARGS="--skip 12 patience"
# make figures  measure what 'cardgames help figures' shows, in about ten minutes; FULL=1 measures it
#               with as many deals as were published, ONLY=rummy only the runs so called; ACCEPT=1
#               does as FULL=1 and publishes what it finds
# make cluster  play on a Dask cluster of two workers, one of which is killed, and compare what comes
#               out with one process; Dask is installed in an environment of its own
# make bench    measure the speed
# make weight   print how many lines, functions and docstrings each folder has, and how many calls a
#               typed line makes
# make dist     build the archives for others, a wheel and a source archive, in the folder dist
# make clean    remove what make made

PYTHON = python3
VENV = .venv
ARGS =
SEED = 1

READY = $(VENV)/.ready
BIN = $(VENV)/bin
BACKEND = $(VENV)/backend
CLUSTER = .venv-cluster

.PHONY: all play check oldest accept fuzz mutants figures cluster bench weight dist clean

all: $(READY) $(BACKEND)

$(READY): setup.cfg pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null \
	  || { echo "Python 3.10 or newer is needed: install it, or name it: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "Python's venv is missing: install it, on Debian with: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@$(BIN)/python -m compileall -q cardgames
	@touch $@

$(BACKEND): $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $@ \
	  "$$(sed -n 's/requires = \["\(.*\)"\]/\1/p' pyproject.toml)"

play: $(READY)
	@$(BIN)/cardgames $(or $(GAME),canfield) $(ARGS) || [ $$? -eq 130 ]

# The tests start programs as forks if they begin at a terminal that can do something; that is faster.
check: $(READY) $(BACKEND)
	@TERM=xterm $(BIN)/python -m tests

oldest:
	@$(MAKE) --no-print-directory VENV=.venv-oldest
	@.venv-oldest/bin/python -m pip install --quiet --disable-pip-version-check \
	  "$$(sed -n 's/ *\(click\)>=/\1==/p' setup.cfg)"
	@TERM=xterm .venv-oldest/bin/python -m tests

accept: $(READY)
	@status=0; $(BIN)/python -m tests.transcripts $(GAME) || status=1; \
	  $(BIN)/python -m tests.manual || status=1; \
	  $(BIN)/python -m tests.stub || status=1; \
	  git add --intent-to-add -- transcripts; \
	  git --no-pager diff --stat -p -- transcripts/$(GAME) cardgames/cardgames.6 \
	  cardgames/__init__.pyi; \
	  exit $$status

fuzz: $(READY)
	@$(BIN)/python -m tests.fuzz --lines 300000 --seed 1
	@$(BIN)/python -m tests.today
	@TERM=xterm $(BIN)/python -m tests.real_ssh
	@TERM=xterm ALL_SAMPLES=1 $(BIN)/python -m tests

mutants: $(READY)
	@TERM=xterm $(BIN)/python -m tests.mutants --seed $(SEED) $(ARGS)

figures: $(READY)
	@$(BIN)/python -m tests.figures $(if $(FULL),--full) $(if $(ACCEPT),--accept) $(ONLY)

$(CLUSTER)/.ready: setup.cfg pyproject.toml
	@echo "Setting up $(CLUSTER) ..."
	@$(PYTHON) -m venv --clear $(CLUSTER)
	@$(CLUSTER)/bin/python -m pip install --quiet --disable-pip-version-check \
	  --editable '.[cluster]' >$(CLUSTER)/install.log 2>&1 || { cat $(CLUSTER)/install.log; exit 1; }
	@touch $@

cluster: $(CLUSTER)/.ready
	@$(CLUSTER)/bin/python -m tests.cluster

bench: $(READY)
	@$(BIN)/python -m tests.bench

weight: $(READY)
	@$(BIN)/python -m tests.weight

dist: $(BACKEND)
	@rm -rf build
	@PYTHONPATH=$(BACKEND) $(BIN)/python -c 'from setuptools import build_meta as backend; \
	  backend.build_sdist("dist"); backend.build_wheel("dist")' >/dev/null
	@ls dist

clean:
	rm -rf $(VENV) .venv-oldest $(CLUSTER) build dist *.egg-info .pytest_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
