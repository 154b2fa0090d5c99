//go:build cgo

package net

import (
	"reflect"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/accounting"
	"github.com/coral-pgas/coral/internal/chunks"
	"github.com/coral-pgas/coral/internal/conduit/net/bootstrap"
	"github.com/coral-pgas/coral/internal/conduit/net/fastpath"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// Of the C files: native/src/mpi.c, ucx.c, ofi.c, gasnet.c.
const (
	nativeBuffers = 32 // that messages arrive in, and as many to send from
	ucxPeer       = 48 // asserted in ucx.c
	ofiPeer       = 48 // asserted in ofi.c
	gasnetPeer    = 48 // asserted in gasnet.c
)

// Tables are what the conduit keeps.
func Tables() []accounting.Table {
	size := func(t reflect.Type) uint64 { return uint64(t.Size()) }
	return []accounting.Table{
		{What: "what other images say of themselves (`handshake`), while they meet",
			Per: accounting.Image, Bytes: size(reflect.TypeFor[bootstrap.Handshake]())},
		{What: "where what is kept of another image is found (`Conduit.peers`)",
			Per: accounting.Image, Bytes: size(reflect.TypeFor[atomic.Pointer[peer]]())},
		{What: "`ucx`: the connection to it (`peer` in ucx.c)", Per: accounting.Image,
			Bytes: ucxPeer},
		{What: "`ofi`, `gasnet`: its address (`peer` in ofi.c, gasnet.c)", Per: accounting.Image,
			Bytes: max(ofiPeer, gasnetPeer)},
		{What: "what is on its way there (`peer`)", Per: accounting.Partner,
			Bytes: size(reflect.TypeFor[peer]()), When: "the first put or post"},
		{What: "a place where its long puts are expected (`agreed`, `expected`); at most 64; " +
			"the library's receive besides", Per: accounting.Partner, Bytes: size(
			reflect.TypeFor[agreed]()) + size(reflect.TypeFor[expected]()) + 16,
			When: "the second long put to the same bytes"},
		{What: "the key to one of its chunks (`key`), and in which chunk it lies; the " +
			"library's own part besides", Per: accounting.Partner, Bytes: size(
			reflect.TypeFor[chunks.Chunk[key]]()) + 8,
			When: "`CORAL_MEMORY=ra` or `ca`: the first access to the chunk"},
		{What: "the fast path, with one other image at a time (`coral_fast` in fastpath.h)",
			Per: accounting.Run, Bytes: fastpath.Size},
		{What: "buffers of messages, in the library's file", Per: accounting.Run,
			Bytes: 2 * nativeBuffers * (message.HeadSize + message.MaxPayload)},
	}
}
