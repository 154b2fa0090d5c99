// Package fastpath is what two images have that do nothing but answer each other: waits, puts and
// posts between them stay in C (fastpath.h). The conduit lends a session the tables that it needs,
// and takes them back when anything else is to be done.
package fastpath
