//go:build linux && amd64

package main

import (
	"os"
	"slices"

	"github.com/coral-pgas/coral/bench/hpcc/gohpcc"
	"github.com/coral-pgas/coral/bench/micro/gomicro"
	"github.com/coral-pgas/coral/examples/go/nas/cg"
	"github.com/coral-pgas/coral/examples/go/nas/is"
)

// Hidden subcommands by which `coral bench` runs its Go programs: the command itself is the
// launcher, and every image, of a Go coarray program then.
var (
	goMicro = []string{"bench", "go-micro"}
	goHPCC  = []string{"bench", "go-hpcc"}
	goCG    = []string{"bench", "go-cg"}
	goIS    = []string{"bench", "go-is"}
)

// runGoPrograms does not return if the command line is one of those subcommands. It comes before
// all else: images must not pay for what the command needs, and signals are the launcher's.
func runGoPrograms(args []string) {
	begins := func(with []string) bool {
		return len(args) >= len(with) &&
			slices.Equal(args[:len(with)], with)
	}
	switch {
	case begins(goMicro):
		os.Exit(gomicro.Run(args[len(goMicro):]))
	case begins(goHPCC):
		os.Exit(gohpcc.Run(args[len(goHPCC):]))
	case begins(goCG):
		cg.Main(args[len(goCG):])
		os.Exit(0)
	case begins(goIS):
		is.Main(args[len(goIS):])
		os.Exit(0)
	}
}
