package needs

import (
	"maps"
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
)

// Coarrays are those of a program unit of which its statements need something.
type Coarrays struct {
	// Indexed are those that are coindexed, or need a view for another reason.
	Indexed map[*resolve.Symbol]bool
	// Pointed are those to which copointers are made to refer on this image.
	Pointed map[*resolve.Symbol]bool
	// Allocated are those that an ALLOCATE statement names.
	Allocated map[*resolve.Symbol]bool
	// Views are the views of all images that a scope declares.
	Views map[*resolve.Scope][]Named
}

// NewCoarrays makes an empty set.
func NewCoarrays() *Coarrays {
	return &Coarrays{Indexed: map[*resolve.Symbol]bool{}, Pointed: map[*resolve.Symbol]bool{},
		Allocated: map[*resolve.Symbol]bool{}, Views: map[*resolve.Scope][]Named{}}
}

// view notes that a scope declares a view of all images.
func (c *Coarrays) view(scope *resolve.Scope, v Named) {
	if !slices.Contains(c.Views[scope], v) {
		c.Views[scope] = append(c.Views[scope], v)
	}
}

// Add adds what has been found of another unit.
func (c *Coarrays) Add(found *Coarrays) {
	if found == nil {
		return
	}
	maps.Copy(c.Indexed, found.Indexed)
	maps.Copy(c.Pointed, found.Pointed)
	maps.Copy(c.Allocated, found.Allocated)
	for scope, views := range found.Views {
		for _, v := range views {
			c.view(scope, v)
		}
	}
}

// Named is a coarray and what a scope calls it.
type Named struct {
	Sym   *resolve.Symbol
	Local string
}
