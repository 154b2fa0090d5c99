// Package topology is who the neighbours of a member of a team are: on a grid, and in a graph. It
// is arithmetic; members are ranks from 0.
package topology

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// None is no rank: what lies over an edge of a grid that is not periodic.
const None = -1

// ErrTopology: dimensions, coordinates or edges that do not fit.
var ErrTopology = errors.New("wrong topology")

// Cartesian is ranks on a grid, the last dimension fastest. It does not change, and any goroutine
// may use it.
type Cartesian struct {
	dims     []int
	periodic []bool
}

// NewCartesian makes a grid of size members.
func NewCartesian(size int, dims []int, periodic []bool) (*Cartesian, error) {
	if len(periodic) != len(dims) {
		return nil, fmt.Errorf("%w: a grid of %v has %d dimensions, but periodic has %d elements",
			ErrTopology, dims, len(dims), len(periodic))
	}
	product := uint64(1)
	for _, d := range dims {
		if d < 1 {
			return nil, fmt.Errorf("%w: a grid of %v has a dimension of %d, which is not positive",
				ErrTopology, dims, d)
		}
		high, low := bits.Mul64(product, uint64(d))
		if product = low; high != 0 {
			return nil, fmt.Errorf("%w: a grid of %v has too many places", ErrTopology, dims)
		}
	}
	if len(dims) == 0 && size != 1 {
		return nil, fmt.Errorf("%w: a grid without dimensions has one place for a team of %d",
			ErrTopology, size)
	}
	if product != uint64(size) {
		return nil, fmt.Errorf("%w: a grid of %v has %d places for a team of %d", ErrTopology, dims,
			product, size)
	}
	return &Cartesian{slices.Clone(dims), slices.Clone(periodic)}, nil
}

// Dims are the dimensions.
func (c *Cartesian) Dims() []int { return slices.Clone(c.dims) }

// Coords are the coordinates of a rank, from 0.
func (c *Cartesian) Coords(rank int) []int {
	coords := make([]int, len(c.dims))
	for d := len(c.dims) - 1; d >= 0; d-- {
		coords[d] = rank % c.dims[d]
		rank /= c.dims[d]
	}
	return coords
}

// Rank is the rank at coordinates, which may lie outside where the dimension is periodic; None
// where it is not.
func (c *Cartesian) Rank(coords []int) (int, error) {
	if len(coords) != len(c.dims) {
		return None, fmt.Errorf("%w: %d coordinates on a grid of %d dimensions", ErrTopology,
			len(coords), len(c.dims))
	}
	rank := 0
	for d, x := range coords {
		if c.periodic[d] {
			x = (x%c.dims[d] + c.dims[d]) % c.dims[d]
		}
		if x < 0 || x >= c.dims[d] {
			return None, nil
		}
		rank = rank*c.dims[d] + x
	}
	return rank, nil
}

// Neighbor is the rank that lies shift further along a dimension, from 0.
func (c *Cartesian) Neighbor(rank, dim, shift int) (int, error) {
	if dim < 0 || dim >= len(c.dims) {
		return None, fmt.Errorf("%w: no dimension %d on a grid of %d dimensions", ErrTopology, dim,
			len(c.dims))
	}
	coords := c.Coords(rank)
	coords[dim] += shift % c.dims[dim]
	if !c.periodic[dim] {
		coords[dim] += shift - shift%c.dims[dim]
	}
	return c.Rank(coords)
}

// Graph is the edges of one member, in classes: each member has its own. It does not change, and
// any goroutine may use it.
type Graph struct {
	classes [][]int
}

// NewGraph takes the edges class after class, counts[c] of class c, to members of a team of that
// size.
func NewGraph(size int, counts, neighbors []int) (*Graph, error) {
	g := &Graph{}
	rest := slices.Clone(neighbors)
	for c, n := range counts {
		if n < 0 || n > len(rest) {
			return nil, fmt.Errorf("%w: class %d has %d edges, of %d that are left", ErrTopology, c,
				n, len(rest))
		}
		g.classes = append(g.classes, rest[:n:n])
		rest = rest[n:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%w: %d edges belong to no class", ErrTopology, len(rest))
	}
	for _, r := range neighbors {
		if r < 0 || r >= size {
			return nil, fmt.Errorf("%w: an edge to rank %d of a team of %d", ErrTopology, r, size)
		}
	}
	return g, nil
}

// Classes is how many classes there are.
func (g *Graph) Classes() int { return len(g.classes) }

// Neighbors are the edges of a class, from 0.
func (g *Graph) Neighbors(class int) ([]int, error) {
	if class < 0 || class >= len(g.classes) {
		return nil, fmt.Errorf("%w: no class %d of %d", ErrTopology, class, len(g.classes))
	}
	return slices.Clone(g.classes[class]), nil
}
