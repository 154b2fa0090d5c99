//go:build cgo

package bootstrap

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/registration"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/executable"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// Handshake is what an image tells all others when they meet. It stays as it is, since by it
// those find each other out that come from different versions of Coral: what is new goes elsewhere.
type Handshake struct {
	Leader     uint64 // the lowest rank on its machine
	Base       uint64 // where it has its own slot
	Executable uint64 // of what it runs
	Host       [39]byte
	Memory     uint8 // method, and tellsMore
}

func (i *Handshake) HostName() string { return string(bytes.TrimRight(i.Host[:], "\x00")) }

// TellsMore is the bit of handshake.memory that all images set which, where executables differ,
// say in so many further rounds as executable.Pages what theirs are.
const TellsMore = 0x80

func (i *Handshake) method() registration.Method {
	return registration.Method(i.Memory &^ TellsMore)
}

// kind is images that run the same executable.
type kind struct {
	images []int // from 1
	hosts  []string
	words  []byte // of the first of them, about it
}

// kinds are the executables of all images, that of the first image first: coarrays are where the
// linker has put them, so that there must be only one.
func kinds(all []Handshake) (found []kind) {
	at := map[uint64]int{}
	for rank := range all {
		sum := all[rank].Executable
		if _, known := at[sum]; !known {
			at[sum] = len(found)
			found = append(found, kind{})
		}
		k := &found[at[sum]]
		k.images = append(k.images, rank+1)
		if host := all[rank].HostName(); !slices.Contains(k.hosts, host) {
			k.hosts = append(k.hosts, host)
		}
	}
	return found
}

// SameExecutable compares what all images run. All images do so; only where they differ does it
// cost more than a look at each.
func SameExecutable(lib *adapter.Library, all []Handshake) error {
	if !slices.ContainsFunc(all,
		func(i Handshake) bool { return i.Executable != all[0].Executable }) {
		return nil
	}
	found := kinds(all)
	if !slices.ContainsFunc(all, func(i Handshake) bool { return i.Memory&TellsMore == 0 }) {
		for _, page := range executable.Paged(executable.Words()) {
			own, pages := pageOf(page), make([]Handshake, len(all))
			if adapter.Gather(lib, &own, pages) != nil {
				break // what is known is said
			}
			for i := range found {
				found[i].words = append(found[i].words, bytesOf(&pages[found[i].images[0]-1])...)
			}
		}
	}
	return errors.New(differing(found))
}

// mostTold is how many executables, and hosts that have the same, are told of: each machine may
// have built its own.
const mostTold = 4

// differing is the message, with a line for each executable.
func differing(found []kind) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"image %d on host %s runs another executable than image 1 on host %s: put the same "+
			"file on all machines, under the name by which the program is started [R0513]\n",
		found[1].images[0], found[1].hosts[0], found[0].hosts[0])
	for i, k := range found {
		if i == mostTold {
			fmt.Fprintf(&b, "coral: note: and %d others\n", len(found)-i)
			break
		}
		noun, hosts := "image", strings.Join(k.hosts[:min(len(k.hosts), mostTold)], ", ")
		if len(k.images) > 1 {
			noun = "images"
		}
		if len(k.hosts) > mostTold {
			hosts += fmt.Sprintf(" and %d others", len(k.hosts)-mostTold)
		}
		words := executable.Unpaged(k.words)
		if words == "" {
			words = "no more is known of it, since Coral's versions differ"
		}
		fmt.Fprintf(&b, "coral: note: %s %s on %s: %s\n", noun, waitstate.Ranges(k.images), hosts,
			words)
	}
	return b.String()
}

// SameMemory compares by what method images reach each other's memory with that of the first.
func SameMemory(all []Handshake) error {
	for rank, other := range all {
		if other.method() != all[0].method() {
			return fmt.Errorf(
				"image %d on host %s has %s=%v, but image 1 on host %s has %v: set it alike "+
					"for all, or pass it on by the launcher (mpirun -x, mpiexec -genv) [R0517]",
				rank+1, other.HostName(), config.Memory.Name, other.method(), all[0].HostName(),
				all[0].method())
		}
	}
	return nil
}
