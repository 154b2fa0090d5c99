//go:build hosts

package main

import _ "github.com/coral-pgas/coral/coarray/cluster"
