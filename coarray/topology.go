package coarray

import (
	"github.com/coral-pgas/coral/internal/rt/topology"
)

// ErrTopology: dimensions, coordinates or edges that do not fit.
var ErrTopology = topology.ErrTopology

// NoImage is the number of no image: the neighbor over an edge of a grid that is not periodic.
// Asynchronous copies to and from it do nothing but complete, and events of it that they name are
// none, so that images at an edge need no case of their own. Everything else that names it is the
// error ErrImageRange.
const NoImage = 0

// Cartesian is the images of a team on a grid: coordinates from 0, the last dimension fastest. Any
// goroutine may use it.
type Cartesian struct {
	team *Team
	grid *topology.Cartesian
}

// NewCartesian puts the images of a team, which this image is a member of, on a grid. dims has the
// number of places along each dimension, and their product is the number of images of the team: a
// team of six has a grid []int{2, 3}, on which image 1 is at 0, 0, image 2 at 0, 1, and image 4 at
// 1, 0. periodic says of each dimension whether its last place is beside its first one; it has as
// many elements as dims. A grid that does not fit is an error. NewCartesian asks no other image.
func NewCartesian(team *Team, dims []int, periodic []bool) (*Cartesian, error) {
	if team == nil || team.size == 0 {
		return nil, unset("Team", "FormTeam, SplitTeam or Image.Team")
	}
	grid, err := topology.NewCartesian(team.size, dims, periodic)
	if err != nil {
		return nil, located(err)
	}
	return &Cartesian{team, grid}, nil
}

// Dims are the grid's dimensions.
func (c *Cartesian) Dims() []int {
	if c.usable() != nil {
		return nil
	}
	return c.grid.Dims()
}

// usable says whether it is a grid.
func (c *Cartesian) usable() error {
	if c == nil || c.grid == nil {
		return unset("Cartesian", "NewCartesian")
	}
	return nil
}

// Coords are the coordinates of an image.
func (c *Cartesian) Coords(image int) ([]int, error) {
	if err := c.usable(); err != nil {
		return nil, err
	}
	if _, err := c.team.rank(image); err != nil {
		return nil, err
	}
	return c.grid.Coords(image - 1), nil
}

// Image is the image at coordinates. In periodic dimensions they may lie outside the grid; in
// others NoImage is there.
func (c *Cartesian) Image(coords ...int) (int, error) {
	if err := c.usable(); err != nil {
		return NoImage, err
	}
	rank, err := c.grid.Rank(coords)
	return rank + 1, located(err)
}

// Neighbor is the image that lies shift further than this one along a dimension, from 0; or
// NoImage.
func (c *Cartesian) Neighbor(dim, shift int) (int, error) {
	if err := c.usable(); err != nil {
		return NoImage, err
	}
	return c.NeighborOf(c.team.index, dim, shift)
}

// NeighborOf is Neighbor of any image.
func (c *Cartesian) NeighborOf(image, dim, shift int) (int, error) {
	if err := c.usable(); err != nil {
		return NoImage, err
	}
	if _, err := c.team.rank(image); err != nil {
		return NoImage, err
	}
	rank, err := c.grid.Neighbor(image-1, dim, shift)
	return rank + 1, located(err)
}

// Graph is the edges of one image to others of its team, in classes. Each image makes its own. Any
// goroutine may use it.
type Graph struct{ edges *topology.Graph }

// NewGraph takes the images to which the edges of each class go.
func NewGraph(team *Team, classes ...[]int) (*Graph, error) {
	if team == nil || team.size == 0 {
		return nil, unset("Team", "FormTeam, SplitTeam or Image.Team")
	}
	var counts, ranks []int
	for _, images := range classes {
		counts = append(counts, len(images))
		for _, image := range images {
			if image < 1 || image > team.size {
				return nil, placed("%w: an edge to image %d of a team of %d", ErrTopology,
					image, team.size)
			}
			ranks = append(ranks, image-1)
		}
	}
	edges, err := topology.NewGraph(team.size, counts, ranks)
	if err != nil {
		return nil, located(err)
	}
	return &Graph{edges}, nil
}

// Classes is how many classes there are.
func (g *Graph) Classes() int {
	if g == nil || g.edges == nil {
		return 0
	}
	return g.edges.Classes()
}

// Neighbors are the images to which the edges of a class go; classes count from 0.
func (g *Graph) Neighbors(class int) ([]int, error) {
	if g == nil || g.edges == nil {
		return nil, unset("Graph", "NewGraph")
	}
	images, err := g.edges.Neighbors(class)
	for i := range images {
		images[i]++
	}
	return images, located(err)
}
