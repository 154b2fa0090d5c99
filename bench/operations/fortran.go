package operations

const (
	kib = 1 << 10
	mib = 1 << 20
)

// fortran are the operations of Fortran 2023. k is the other image, me this one.
var fortran = []Operation{
	{Name: "get-scalar", Text: "s = x(1)[k]", Cost: trips(1)},
	{Name: "get-1KiB", Text: "y(1:128) = x(1:128)[k]", Cost: trips(1).bytes(kib)},
	{Name: "get-1MiB", Text: "y = x(:)[k]", Cost: trips(1).bytes(mib)},
	{Name: "put-scalar", Text: "x(1)[k] = s", Cost: sent()},
	{Name: "put-scalar-complete", Text: "x(1)[k] = s\nsync memory", Cost: trips(1)},
	{Name: "put-1MiB-complete", Text: "x(:)[k] = y\nsync memory", Cost: trips(1).bytes(mib)},
	{Name: "atomic-fetch-add", Text: "call atomic_fetch_add(counter[k], 1, old)", Cost: trips(1)},
	{Name: "event-post", Text: "event post (posted[k])", Cost: sent()},
	{Name: "sync-all", All: true, Text: "sync all", Cost: meet(1)},
	{Name: "co_sum-scalar", All: true, Text: "call co_sum(s)", Cost: meet(1)},
	{Name: "event-ping-pong", All: true, Text: pingPong("event post (ping[k])", "event wait (ping)"), Cost: handed(1)},
}

// pingPong is there and back: image 1 begins.
func pingPong(post, wait string) string {
	return "if (me == 1) then\n  " + post + "\n  " + wait + "\nelse\n  " + wait + "\n  " + post + "\nend if"
}
