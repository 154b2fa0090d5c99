package gomicro

// lineBounce bounces a cache line: rounds times there and back, in turns that count up from turn.
// Who is first stores the turn in its own flag and waits until the other's flag has it; who is not,
// answers. It is what bounce of micro/c/line.h is.
//
//go:noescape
func lineBounce(mine, other *uint64, turn uint64, rounds int, first, pausing bool)
