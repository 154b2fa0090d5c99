# make build         makes bin/coral
# make run           makes it, compiles the coarray Himeno benchmark and runs it on all cores
# make test          tests everything in about five minutes on two cores: tests with many variants
#                    run some of them, another day others (docs/development.md)
# make turn          runs what make test leaves to tomorrow; TURN=20786: to the 20,786th day since
#                    1970. The conformance suite and the models are not part of it
# make thorough      is make test with all variants; it takes a quarter of an hour
# make conformance   runs the conformance suite with every back end, and all variants of other tests
# make lint          runs checkers of the source
# make soak, large, fuzz, abuse, models, differential
#                    run longer suites; each target below says which
# make bench         measures Coral on this machine
# make module        tests go install and go get of Coral, from a module proxy made of this tree
# make cluster       runs the suite on three hosts that are made on this machine, with Open MPI,
#                    MPICH and UCX by TCP, in an hour or two (make test runs some of it)
# make compilers     runs the suite with each compiler of four releases of Debian, in root folders
#                    that it makes (docs/development.md); it takes many hours, or takes a sample
# make install       installs Coral below PREFIX (docs/installing.md)
#
# Variables: SIZE=S|M|L|XL and IMAGES=n are for make run, FUZZTIME for make fuzz, DIFFERENTIALTIME
# for make differential. SOAK is how often make soak repeats its tests. It repeats all tests of its
# packages, or with ALL="-turn 20786" those of that day.

GO      ?= go
SIZE    ?= S
# Objects do not depend on where the tree is, and tests share them with the command. Its version is
# that of STAMP: a tree without git, or of another owner, needs none of Go's.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath -buildvcs=false)
# Where gcc is only there with its version in its name, Go must be told.
ifeq ($(origin CC),default)
CC := $(shell sh scripts/tools.sh cc)
ifneq ($(CC),)
export CC
endif
endif
# v0.2.0+0123abc: the release from internal/config, and the commit.
RELEASE := $(shell sed -n 's/^const Release = "\(.*\)"/\1/p' internal/config/version.go)
COMMIT  := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
VERSION := $(RELEASE)$(if $(COMMIT),+$(COMMIT))
STAMP   := -X github.com/coral-pgas/coral/internal/config.stamp=coral-version=$(VERSION);
IMAGES  ?=
FUZZTIME ?= 60s
SOAK     ?= 3
ALL      ?= -all
DIFFERENTIALTIME ?= 30m
BIN     := bin/coral
ARCHIVE := internal/driver/embedded/libcoral.a.gz

# What the archive and the command are made of. go decides whether anything must be compiled; these
# decide whether to ask.
RUNTIME := capi $(addprefix internal/,accounting cache chunks conduit config diag executable \
    launch layout provider rt symbols sys waitstate words)
RUNTIME_SOURCES := go.mod go.sum $(shell find $(RUNTIME) \
    -name '*.go' -o -name '*.c' -o -name '*.h' -o -name '*.S' -o -name '*.f90')
COMMAND_SOURCES := $(shell find bench cmd coarray internal capi/fortran capi/xmp/headers \
    -type f ! -name '*_test.go' ! -name '*.gz')

# Packages whose tests take turns (test/turns), but for the conformance suite and the models, which
# have targets of their own.
TURNS = $(shell grep -rl --include='*_test.go' '"github.com/coral-pgas/coral/test/turns"' \
    bench capi coarray examples internal test | xargs -n 1 dirname | sort -u | \
    grep -v -e '^test/conformance$$' -e '^test/models$$' | sed 's,^,./,')
# One package more than cores at a time: many tests wait. With two more, slow machines were so busy
# that tests came to their limits. `go vet` has seen the packages before.
TEST := $(GO) test -vet=off -timeout 25m -p $(shell echo $$(($$(nproc) + 1)))
# Those that take longest, first: what is short fills the cores at the end.
LONGEST := ./test/conformance ./test/cluster/hosts ./test/cli ./internal/conduit/net ./test/fc \
    ./coarray ./test/models ./test/abuse/deadlock

.PHONY: build run test turn thorough checks lint conformance compilers cluster soak abuse module \
    models large differential fuzz bench install uninstall tools clean
.DELETE_ON_ERROR:

build: $(BIN) bin/coral-report

# Makes the pages of `coral bench papers`; apart, so that the compiler carries no library that
# draws.
bin/coral-report: $(wildcard bench/record/*.go bench/report/*) $(wildcard cmd/coral-report/*.go)
	CGO_ENABLED=0 $(GO) build -ldflags='-s -w' -o $@ ./cmd/coral-report

# The archive needs a C compiler; the command itself is one static file.
$(ARCHIVE): $(RUNTIME_SOURCES) | tools
	@mkdir -p build
	CGO_ENABLED=1 $(GO) build -buildmode=c-archive -ldflags='-s -w $(STAMP)' \
	    -o build/libcoral.a ./capi
	gzip -9 -n -c build/libcoral.a > $@

$(BIN): $(ARCHIVE) $(COMMAND_SOURCES) | tools
	CGO_ENABLED=0 $(GO) build -ldflags='-s -w $(STAMP)' -o $@ ./cmd/coral

# gfortran and gcc, by the system's package manager where that is allowed.
tools:
	@GO="$(GO)" sh scripts/tools.sh

run: build
	$(BIN) run $(if $(IMAGES),-n $(IMAGES)) -O3 bench/himeno/himeno.f90 -- $(SIZE)

# Unit and end-to-end tests, and the conformance suite: each program in one way with gfortran, one
# of eight on each path, one of sixteen with flang, if that is installed.
test: checks
	$(TEST) $(LONGEST) ./...
	@$(BIN) info | grep -q '(flang ' \
	    || echo 'flang is not installed: the conformance suite was run' \
	    'with gfortran alone (make conformance installs flang where it can)'

# What has its turn tomorrow, but for the conformance suite and the models.
TURN ?= $(shell echo $$(($$(date +%s) / 86400 + 1)))
turn: build
	$(TEST) -count=1 $(TURNS) -turn $(TURN)

# The same without turns: the suite in all ways with gfortran, a program of each feature with flang.
thorough: checks
	$(TEST) $$($(GO) list ./... | sed 's,^github.com/coral-pgas/coral,.,' | \
	    grep -v -x -F $(patsubst %,-e %,$(TURNS) ./test/conformance))
	$(TEST) ./test/conformance $(TURNS) -all

SOURCES := bench capi cmd coarray examples internal test
checks: build
	@sh scripts/tools.sh builders
	@test -z "$$(gofmt -l $(SOURCES) 2>/dev/null)" || \
	    { gofmt -l $(SOURCES); echo 'these files are not formatted: gofmt -w'; exit 1; }
	$(GO) vet ./...

# What reads the code and finds faults that gofmt and vet do not: staticcheck, functions that
# nothing reaches (what C may reach, capi and what it imports, is left out), and shellcheck, where
# it is installed. The versions are in scripts/tools.mod, so that the module itself requires none of
# them.
LINT := $(GO) tool -modfile=scripts/tools.mod
lint: checks
	$(LINT) staticcheck ./...
	@unreached=$$($(LINT) deadcode -test ./... | grep -v -E \
	    '^(capi|internal/(rt|conduit|launch|sys))/|: (Base[.]item|Example.*)$$'); \
	    [ -z "$$unreached" ] || \
	    { echo "deadcode: nothing calls these functions:"; echo "$$unreached"; exit 1; }
	@! command -v shellcheck >/dev/null || shellcheck -S warning scripts/*.sh .ci/run .ci/systems

conformance: build
	@sh scripts/tools.sh flang
	$(TEST) -count=1 $(TURNS) -all
	$(GO) test -count=1 -timeout 60m ./test/conformance -stage all -sample=false \
	    -table $(CURDIR)/build/conformance.md -xmp-table $(CURDIR)/build/conformance-xmp.md

# The suite in each root that scripts/roots.sh makes. COMPILERS="gfortran-14 flang-21" and
# RELEASES="trixie sid" choose, SAMPLE=10 leaves every tenth program, OPTIONS="-O0,-O2" are the
# compilers' options, ROOTS is where the roots are.
ROOTS    ?= $(CURDIR)/build/roots
RELEASES ?= bookworm trixie forky sid
compilers: build
	ROOTS="$(ROOTS)" COMPILERS="$(COMPILERS)" sh scripts/roots.sh $(RELEASES)
	$(GO) run ./test/compilers -roots "$(ROOTS)" -releases "$(RELEASES)" \
	    -compilers "$(COMPILERS)" $(if $(SAMPLE),-every $(SAMPLE)) \
	    $(if $(OPTIONS),-options=$(OPTIONS)) \
	    $(if $(IMAGES),-images $(IMAGES)) -table build/compilers.md

# All programs of the suite on 2, 3 and 6 images of three hosts, under every launcher; where hosts
# cannot be made, it says why.
cluster: build
	@sh scripts/tools.sh mpi
	$(GO) test -v -count=1 -timeout 300m ./test/conformance -run TestCluster -cluster \
	    $(if $(IMAGES),-images $(IMAGES)) -run-timeout 60s
	$(GO) test -v -count=1 -timeout 60m ./test/cluster/hosts -cluster

# Longer: many repetitions with more images than cores, the race detector on the in-process conduit
# (between processes it does not see what orders accesses).
soak: build
	$(GO) test -count=$(SOAK) ./internal/launch $(ALL)
	$(GO) test -count=$(SOAK) -timeout 15m ./test/cli $(ALL)
	CGO_ENABLED=1 $(GO) test -race -count=1 -timeout 15m -skip Processes \
	    ./internal/rt/*/ ./internal/conduit/... ./coarray/*/
	CGO_ENABLED=1 $(GO) test -race -count=1 -timeout 15m \
	    -skip Processes ./internal/rt ./coarray $(ALL)

# Kills, damaged caches, full disks, another user who is in the way: what machines that others use
# do. Some minutes; -abuse in place of -all, as .ci/run has it, about five.
abuse: build
	@sh scripts/tools.sh mpi
	$(GO) test -v -count=1 -timeout 60m ./test/abuse ./test/abuse/deadlock -all

# The command by `go install`, and the Go API by `go get`, as users get a release; two minutes.
module: | tools
	$(GO) test -v -count=1 -timeout 15m ./test/module -install

# The models of all protocols between images, explored completely; make test runs those that take
# seconds.
models:
	$(GO) test -v -count=1 -timeout 60m ./test/models -all

# Random programs that no run before has seen, for a while.
differential: build
	$(GO) test -v -count=1 -timeout 120m ./test/differential/... \
	    -more -first 0 -for $(DIFFERENTIALTIME)

# Programs of the suite that need much memory (14 GiB) and minutes: collectives and copies above
# 2 GiB.
large: build
	$(GO) test -v -count=1 -timeout 60m ./test/conformance -run TestFortran -stage soak \
	    -sample=false -jobs 1 -run-timeout 10m

# Each fuzz target of the front end for a while.
fuzz:
	@for target in $$($(GO) test -list '^Fuzz' ./internal/fortran/syntax | grep ^Fuzz); do \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) \
	        ./internal/fortran/syntax || exit 1; \
	done
	$(GO) test -run '^$$' -fuzz '^FuzzTranslate$$' -fuzztime $(FUZZTIME) ./internal/xmpc/lower

bench: build
	$(BIN) bench micro

# The command, its links caf and cafrun, man pages, completion, a modulefile: docs/installing.md.
PREFIX ?= /usr/local
install: build
	@sh scripts/install.sh install $(BIN) "$(DESTDIR)" "$(PREFIX)" "$(VERSION)"

uninstall:
	@sh scripts/install.sh uninstall $(BIN) "$(DESTDIR)" "$(PREFIX)" "$(VERSION)"

clean:
	rm -rf bin build $(ARCHIVE)
