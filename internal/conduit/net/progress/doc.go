// Package progress is when those that poll a network rest or yield: the progress thread between its
// polls, and waiters that share a processor.
package progress
