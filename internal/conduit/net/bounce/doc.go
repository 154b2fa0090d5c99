// Package bounce is the bounce buffer: long puts return at once where their data find room in it.
// The library sends them from there, while the program goes on and may change its own.
package bounce
