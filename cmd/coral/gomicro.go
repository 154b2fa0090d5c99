package main

import (
	"os"
	"slices"

	"github.com/coral-pgas/coral/bench/micro/gomicro"
)

// goMicro is the hidden subcommand by which `coral bench micro` runs its Go programs: the command itself is the
// launcher, and every image, of a Go coarray program then.
var goMicro = []string{"bench", "go-micro"}

// runGoMicro does not return if the command line is that subcommand. It comes before all else: images must not pay for
// what the command needs, and signals are the launcher's.
func runGoMicro(args []string) {
	if n := len(goMicro); len(args) >= n && slices.Equal(args[:n], goMicro) {
		os.Exit(gomicro.Run(args[n:]))
	}
}
