# What people type here. `make learn` begins; `make test` checks a change.
#
#   make learn            installs what is missing, builds without optimisation, and starts the first lesson (or goes
#                         on with yours)
#   make test             format, build with warnings as errors, tests, every lesson and exercise
#   make ci               make test, and browsers, hosting, packages, documentation and a sanitizer: what CI runs
#   make test-classroom   a class in real browsers: needs Chromium; Playwright comes from PyPI
#   make plain            builds the program without readline, and runs it
#   make soak             random programs against the slow reference graph: OPERATIONS=10000000 SEED=1
#   make sanitize         the graph's tests under the address sanitizer and the thread sanitizer
#   make drills           generated questions against a second way to find their answers: SEEDS=10000 of each kind
#   make messages         how near the messages of predicates are to slips, and whether what they offer parses
#   make fuzz             ten million changed predicates; SECONDS=600 and TEXTS=file change it
#   make fuzz-workbook    ten million changed statements of the workbook; SECONDS=3600 changes it
#   make site             the course as static pages in SITE, .build/site without it; a link that leads nowhere is an error
#   make man              the manual page, docs/graphbook.1, out of what help says
#   make docs             the documentation of the libraries, into .build/docs; a broken link is an error
#   make format           lays the sources out
#   make install          the optimised program to PREFIX/bin, lessons and exercises to PREFIX/share/graphbook
#   make deb              the Debian package, in .build/packages; make tarball the archive that runs from any folder
#   make dist             both, the sources, the SBOM, the checksums and, with GRAPHBOOK_URL, the formulas for Homebrew:
#                         what a release hands out (docs/releasing.md)
#   make image            the image for podman or docker, from the archive of make dist
#   make trial            tries them in fresh systems without Swift: needs root and debootstrap
#   make release-check    whether this commit can be released
#   make pictures         the pictures of README.md, from the real program: needs tmux and Chromium
#   make bench            what the engine takes: times, memory, growth, the cost of a copy (Benchmarks/README.md)
#   make bench-gate       instructions of small works, against the recorded ones; make bench-record records them
#   make clean

SHELL := /bin/bash
SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAM := .build/release/graphbook
LEARNER := .build-learn/debug/graphbook

# Homebrew keeps both libraries where no compiler looks by itself.
ifeq ($(shell uname -s),Darwin)
BREWED := $(foreach library,readline cmark-gfm,$(shell brew --prefix $(library) 2>/dev/null))
export SWIFTFLAGS := $(foreach prefix,$(BREWED),-Xcc -I$(prefix)/include -Xlinker -L$(prefix)/lib)
else
# With the runtime inside, the program starts faster and runs where no Swift is installed.
RELEASEFLAGS := --static-swift-stdlib
endif

# What learners do without: swift-syntax takes half a minute to build, and five to optimise. Every build in .build has the
# same traits, as other ones would rebuild everything.
TRAITS := --traits default,SwiftData

OPERATIONS ?= 10000000
SEED ?= 1

.PHONY: learn build plain test ci test-classroom bench bench-gate bench-record soak sanitize drills messages fuzz fuzz-workbook site man docs format install clean libraries deb tarball dist image trial release-check pictures

# Optimising takes four times as long, and nobody who is learning would notice the difference.
learn: libraries
	@test -x $(LEARNER) || echo "building Graphbook: about two minutes, this first time"
	@$(SWIFT) build --product graphbook -debug-info-format none --scratch-path .build-learn $(SWIFTFLAGS)
	@$(LEARNER) learn

build: libraries
	$(SWIFT) build -c release --product graphbook $(TRAITS) $(RELEASEFLAGS) $(SWIFTFLAGS) $(BUILDFLAGS)

plain: libraries
	$(SWIFT) build -debug-info-format none --traits Program --scratch-path .build-plain --product graphbook $(SWIFTFLAGS)
	@echo 'expect 1 + 1 == 2' | .build-plain/debug/graphbook run -

libraries:
	@.ci/libraries

test: libraries
	@.ci/check

ci: libraries
	@.ci/run

test-classroom: libraries
	$(SWIFT) build --product graphbook $(TRAITS) -debug-info-format none $(SWIFTFLAGS)
	@.ci/classroom .build/debug/graphbook

sanitize:
	@.ci/sanitize address thread

soak:
	@.ci/soak $(OPERATIONS) --seed $(SEED)

SEEDS ?= 10000

drills: libraries
	DRILL_SEEDS=$(SEEDS) $(SWIFT) test $(TRAITS) --filter DrillTests

TRIALS := .build/release/PredicateTrials
CORPUS := ../shared/corpus/predicates/real_formats.txt
TEXTS ?= $(wildcard $(CORPUS))
SECONDS ?= 600
INPUTS ?= 10000000

messages:
	$(SWIFT) build -c release --product PredicateTrials
	@$(TRIALS) messages $(TEXTS)

fuzz:
	$(SWIFT) build -c release --product PredicateTrials
	@$(TRIALS) fuzz --inputs $(INPUTS) --seconds $(SECONDS) $(TEXTS)

# What the trials begin with: everything in the repository that is written in the language.
PROGRAMS := $(wildcard Lessons Exercises docs Tests/WorkbookLanguageTests Tests/ShellTests Tests/ToolsTests)

fuzz-workbook: libraries
	$(SWIFT) build -c release --product WorkbookTrials $(SWIFTFLAGS)
	@.build/release/WorkbookTrials --statements $(INPUTS) --seconds $(SECONDS) $(PROGRAMS)

# Instructions of small works, against Benchmarks/gate.json; the build is that of make test.
GATE := Benchmarks/gate.py .build/debug/GateWorks --start .build/debug/graphbook
GATE_FLAGS := --build-tests $(TRAITS) -debug-info-format none -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules

bench-gate bench-record: libraries
	GRAPHBOOK_CHECKING=1 $(SWIFT) build $(GATE_FLAGS) $(SWIFTFLAGS)
	@python3 $(GATE) $(if $(filter bench-record,$@),--record)

bench: libraries
	$(SWIFT) build -c release --package-path Benchmarks --product growth $(SWIFTFLAGS)
	@Benchmarks/.build/release/growth

SITE ?= .build/site

site: build
	@$(PROGRAM) site --to "$(SITE)" --docs docs

man: build
	@$(PROGRAM) man > docs/graphbook.1

docs:
	@SWIFT="$(SWIFT)" SWIFTFLAGS="$(SWIFTFLAGS) $(TRAITS)" .ci/docs

format:
	$(SWIFT) format -i -r Sources Tests Package.swift

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/graphbook"
	install -s -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/graphbook"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 docs/graphbook.1 "$(DESTDIR)$(PREFIX)/share/man/man1/graphbook.1"
	rm -rf "$(DESTDIR)$(PREFIX)/share/graphbook/Lessons" "$(DESTDIR)$(PREFIX)/share/graphbook/Exercises"
	cp -R Lessons Exercises "$(DESTDIR)$(PREFIX)/share/graphbook/"
	install -d "$(DESTDIR)$(PREFIX)/share/doc/graphbook/docs"
	install -m 644 CONTRIBUTING.md "$(DESTDIR)$(PREFIX)/share/doc/graphbook/CONTRIBUTING.md"
	install -m 644 docs/*.md "$(DESTDIR)$(PREFIX)/share/doc/graphbook/docs/"

deb tarball dist: libraries
	@SWIFT="$(SWIFT)" packaging/$@

image trial release-check:
	@SWIFT="$(SWIFT)" packaging/$@

pictures: libraries
	$(SWIFT) build --product graphbook $(TRAITS) -debug-info-format none $(SWIFTFLAGS)
	@packaging/pictures/all .build/debug/graphbook

clean:
	rm -rf .build-package .build .build-learn .build-plain .build-soak .build-address .build-thread
