// Package registration is how a communication library is told of an image's memory: as a whole, by
// allocation, by coarray, or not at all (CORAL_MEMORY).
package registration
