// Package bootstrap is what images tell all others when they meet, and what they compare: whether
// all run the same file, and reach each other's memory by the same method.
package bootstrap
