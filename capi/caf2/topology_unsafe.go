package caf2

// #include <stdint.h>
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/topology"
)

// placed are the topologies that the program has given to its teams, by the teams' identifiers. A
// team has at most one of each kind, which lives as long as the team. Threads of OpenMP may ask,
// too.
var placed = struct {
	sync.Mutex
	grids  map[C.int]*topology.Cartesian
	graphs map[C.int]*topology.Graph
}{grids: map[C.int]*topology.Cartesian{}, graphs: map[C.int]*topology.Graph{}}

// integers is an array of C as Go has it.
func integers(p *C.int64_t, n C.int) []int {
	out := make([]int, n)
	for i, v := range unsafe.Slice(p, int(n)) {
		out[i] = int(v)
	}
	return out
}

// onGrid runs f on a team's grid.
func onGrid(team C.int, f func(grid *topology.Cartesian) error) C.int {
	return with(func(*rt.World) error {
		placed.Lock()
		grid := placed.grids[team]
		placed.Unlock()
		if grid == nil {
			return fmt.Errorf("%w: the team has no Cartesian topology", topology.ErrTopology)
		}
		return f(grid)
	})
}

// inGraph runs f on the edges of a class, which count from 1.
func inGraph(team, class C.int, f func(edges []int)) C.int {
	return with(func(*rt.World) error {
		placed.Lock()
		graph := placed.graphs[team]
		placed.Unlock()
		if graph == nil {
			return fmt.Errorf("%w: the team has no graph topology", topology.ErrTopology)
		}
		if class < 1 || int(class) > graph.Classes() {
			return fmt.Errorf("%w: there is no class %d of edges, but %d classes",
				topology.ErrTopology, class, graph.Classes())
		}
		edges, err := graph.Neighbors(int(class) - 1)
		if err == nil {
			f(edges)
		}
		return err
	})
}

//export coralgo_topology_cartesian
func coralgo_topology_cartesian(team, size, n C.int, dims *C.int64_t, m C.int,
	periodic *C.int64_t) C.int {
	return with(func(*rt.World) error {
		around := make([]bool, m)
		for i, v := range integers(periodic, m) {
			around[i] = v != 0
		}
		grid, err := topology.NewCartesian(int(size), integers(dims, n), around)
		if err != nil {
			return err
		}
		placed.Lock()
		placed.grids[team] = grid
		placed.Unlock()
		return nil
	})
}

//export coralgo_topology_graph
func coralgo_topology_graph(team, size, n C.int, counts *C.int64_t, m C.int,
	neighbors *C.int64_t) C.int {
	return with(func(*rt.World) error {
		graph, err := topology.NewGraph(int(size), integers(counts, n), integers(neighbors, m))
		if err != nil {
			return err
		}
		placed.Lock()
		placed.graphs[team] = graph
		placed.Unlock()
		return nil
	})
}

//export coralgo_cart_dims
func coralgo_cart_dims(team C.int, n *C.int) C.int {
	return onGrid(team, func(grid *topology.Cartesian) error {
		*n = C.int(len(grid.Dims()))
		return nil
	})
}

// coralgo_cart_coords sets as many coordinates as the grid has dimensions.
//
//export coralgo_cart_coords
func coralgo_cart_coords(team, size, rank C.int, coords *C.int64_t) C.int {
	return onGrid(team, func(grid *topology.Cartesian) error {
		if rank < 0 || rank >= size {
			return fmt.Errorf("%w: there is no rank %d on a grid of %d places",
				topology.ErrTopology, rank, size)
		}
		all := grid.Coords(int(rank))
		for i, v := range all {
			unsafe.Slice(coords, len(all))[i] = C.int64_t(v)
		}
		return nil
	})
}

//export coralgo_cart_rank
func coralgo_cart_rank(team, n C.int, coords *C.int64_t, rank *C.int) C.int {
	return onGrid(team, func(grid *topology.Cartesian) error {
		r, err := grid.Rank(integers(coords, n))
		*rank = C.int(r)
		return err
	})
}

// coralgo_cart_neighbor: dimensions count from 1.
//
//export coralgo_cart_neighbor
func coralgo_cart_neighbor(team, me, dim C.int, shift C.int64_t, rank *C.int) C.int {
	return onGrid(team, func(grid *topology.Cartesian) error {
		if n := len(grid.Dims()); dim < 1 || int(dim) > n {
			return fmt.Errorf("%w: there is no dimension %d on a grid of %d dimensions",
				topology.ErrTopology, dim, n)
		}
		r, err := grid.Neighbor(int(me), int(dim)-1, int(shift))
		*rank = C.int(r)
		return err
	})
}

//export coralgo_graph_degree
func coralgo_graph_degree(team, class C.int, n *C.int) C.int {
	return inGraph(team, class, func(edges []int) { *n = C.int(len(edges)) })
}

// coralgo_graph_neighbors sets as many ranks as coralgo_graph_degree has told.
//
//export coralgo_graph_neighbors
func coralgo_graph_neighbors(team, class C.int, ranks *C.int64_t) C.int {
	return inGraph(team, class, func(edges []int) {
		for i, r := range edges {
			unsafe.Slice(ranks, len(edges))[i] = C.int64_t(r)
		}
	})
}
