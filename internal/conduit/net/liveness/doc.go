// Package liveness finds out by heartbeats that a machine is down, or the network is cut.
package liveness
