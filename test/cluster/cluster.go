// Package cluster has the script that makes a cluster of three hosts on one machine.
package cluster

import _ "embed"

// Script is it, for sh.
//
//go:embed cluster
var Script []byte
