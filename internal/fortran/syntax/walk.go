package syntax

//go:generate go run ./genwalk

// Inspect calls f for n and, if f gives true, for every node under it, in the order of the text. Nodes are the values that
// implement Node; parts that are none by themselves (Attr, Dim, LoopControl, UseItem, ...) are gone through silently.
// Base.Parent is no child. n must not be nil.
func Inspect(n Node, f func(Node) bool) {
	var in func(Node)
	in = func(n Node) {
		if f(n) {
			n.children(in)
		}
	}
	in(n)
}

// Walk visits every node of a file, unit by unit.
func Walk(file *File, f func(Node) bool) {
	for _, u := range file.Units {
		Inspect(u, f)
	}
}
