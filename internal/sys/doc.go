// Package sys holds what Coral asks of the Linux kernel beyond the standard
// library: memory objects and their mapping at fixed addresses, futexes,
// processor counts and yielding. It knows nothing of images.
package sys
