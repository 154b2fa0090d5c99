// Package cluster has scripts that make clusters on one machine.
package cluster

import _ "embed"

// Script makes three hosts, for sh.
//
//go:embed cluster
var Script []byte

// Slurm makes a Slurm of three nodes, for sh.
//
//go:embed slurm
var Slurm []byte
