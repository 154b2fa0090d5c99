package syntax

// slab makes nodes of a tree in blocks. Made one by one, each takes a size that the allocator has:
// of a million statements that are 80 MB more. A tree is kept or dropped as a whole as a rule.
type slab[T any] struct{ free []T }

const slabNodes = 64

// make gives a node with zero values.
func (s *slab[T]) make() *T {
	if len(s.free) == 0 {
		s.free = make([]T, slabNodes)
	}
	node := &s.free[0]
	s.free = s.free[1:]
	return node
}

// nodes are those of which there are most.
type nodes struct {
	refs        slab[Ref]
	args        slab[Arg]
	lists       slab[ArgList]
	binaries    slab[Binary]
	assignments slab[AssignStmt]
	sides       slab[sides]
}
