package operations

import "slices"

// xmp are the operations of XcalableMP/C. k is the other image, node its node in p.
var xmp = join(xmpAlone, xmpAtomics, xmpMeetings)

// Parts of statements that many operations have.
const (
	arrived  = "\nxmp_sync_memory(NULL);"
	directed = "\n#pragma xmp sync_memory"
)

// nodePong is there and back between the nodes p(1) and p(2); node 1 begins.
func nodePong(post, wait string) string {
	return "if (me == 0) {\n" + post + "\n" + wait + "\n} else {\n" + wait + "\n" + post + "\n}"
}

var xmpAlone = []Operation{
	{Name: "get-scalar", Text: "s = x[0]:[k];", Cost: trips(1)},
	{Name: "get-1KiB", Text: "y[0:128] = x[0:128]:[k];", Cost: trips(1).bytes(kib)},
	{Name: "get-1MiB", Text: "y[:] = x[:]:[k];", Cost: trips(1).bytes(mib)},
	{Name: "get-strided-128", Text: "y[0:128] = x[0:128:8]:[k];",
		Cost:    trips(1).bytes(kib).work(2 * 128),
		Reasons: spread},
	{Name: "get-section-64x64", Text: "own[0:64][0:64] = grid[0:64:2][0:64:2]:[k];",
		Cost:    trips(1).bytes(32 * kib).work(2 * 4096),
		Reasons: spread},
	{Name: "get-struct", Text: "mine = record:[k];", Cost: trips(1)},
	{Name: "put-scalar", Text: "x[0]:[k] = s;", Cost: sent()},
	{Name: "put-scalar-complete", Text: "x[0]:[k] = s;" + arrived, Cost: trips(1)},
	{Name: "put-scalar-directive", Text: "x[0]:[k] = s;" + directed, Cost: trips(1)},
	{Name: "put-1KiB-complete", Text: "x[0:128]:[k] = y[0:128];" + arrived,
		Cost: trips(1).bytes(kib)},
	{Name: "put-1MiB-complete", Text: "x[:]:[k] = y[:];" + arrived, Cost: trips(1).bytes(mib)},
	{Name: "put-strided-128-complete", Text: "x[0:128:8]:[k] = y[0:128];" + arrived,
		Cost:    trips(1).bytes(kib).work(2 * 128),
		Reasons: spread},
	{Name: "put-section-64x64-complete",
		Text:    "grid[0:64:2][0:64:2]:[k] = own[0:64][0:64];" + arrived,
		Cost:    trips(1).bytes(32 * kib).work(2 * 4096),
		Reasons: spread},
	{Name: "put-struct-complete", Text: "record:[k] = mine;" + arrived, Cost: trips(1)},
	{Name: "accumulate-scalar", Text: "x[0]:[k] += 1;", Cost: sent(),
		Reasons: behindEach},
	{Name: "accumulate-scalar-complete", Text: "x[0]:[k] += 1;" + arrived, Cost: trips(1)},
	{Name: "increment-complete", Text: "number:[k]++;" + arrived, Cost: trips(1)},
	{Name: "accumulate-float-complete", Text: "single:[k] += 1;" + arrived, Cost: trips(1)},
	{Name: "multiply-float-complete", Text: "single:[k] *= 1;" + arrived, Cost: trips(1)},
	{Name: "accumulate-1KiB-complete", Text: "x[0:128]:[k] += y[0:128];" + arrived,
		Cost: trips(1).bytes(2 * kib)},
	{Name: "accumulate-8KiB-complete", Text: "x[0:1024]:[k] += y[0:1024];" + arrived,
		Cost: trips(1).bytes(2 * 8 * kib)},
	{Name: "accumulate-strided-complete", Text: "x[0:128:8]:[k] += y[0:128];" + arrived,
		Cost: trips(1).bytes(2 * kib).work(2 * 128)},
	{Name: "accumulate-1MiB-complete", Text: "x[:]:[k] += y[:];" + arrived,
		Cost: trips(1).bytes(2 * mib)},
	{Name: "accumulate-own", Text: "x[0] += 1;", Cost: own()},
	{Name: "accumulate-coindexed-own", Text: "x[0]:[me] += 1;", Cost: own().work(entry),
		Reasons: looks},
	{Name: "byte-own-directive", Text: "byte = 1;" + directed, Cost: own().work(entry),
		Reasons: looks},
	{Name: "gmove-in-1KiB", Text: "#pragma xmp gmove in\nown[0][:] = grid[1][:]:[k];",
		Cost: trips(1).bytes(kib)},
	{Name: "gmove-out-1KiB-complete",
		Text: "#pragma xmp gmove out\ngrid[1][:]:[k] = own[0][:];" + directed,
		Cost: trips(1).bytes(kib)},
}

var xmpAtomics = []Operation{
	{Name: "atomic-define", Text: "xmp_atomic_define(counter:[k], 1L);", Cost: trips(1)},
	{Name: "atomic-ref", Text: "xmp_atomic_ref(&old, counter:[k]);", Cost: trips(1)},
	{Name: "atomic-ref-own", Text: "xmp_atomic_ref(&old, &counter);", Cost: own(),
		Reasons: looks},
	{Name: "atomic-add", Text: "xmp_atomic_add(counter:[k], 1L);", Cost: trips(1)},
	{Name: "atomic-fetch-add", Text: "old = xmp_atomic_fetch_add(counter:[k], 1L);",
		Cost: trips(1)},
	{Name: "atomic-cas", Text: "old = xmp_atomic_cas(counter:[k], 5L, 1L);", Cost: trips(1)},
	{Name: "lock-unlock", Text: "#pragma xmp lock(latch:[k])\n#pragma xmp unlock(latch:[k])",
		Cost: trips(2)},
}

var xmpMeetings = all(
	Operation{Name: "sync_all", Text: "xmp_sync_all();", Cost: meet(1)},
	Operation{Name: "barrier", Text: "#pragma xmp barrier", Cost: meet(1)},
	Operation{Name: "sync_image", Text: "xmp_sync_image(k, NULL);", Cost: meet(1)},
	Operation{Name: "post-wait-ping-pong",
		Text: nodePong("#pragma xmp post(p(node), 1)", "#pragma xmp wait(p(node), 1)"),
		Cost: handed(1).work(4 * entry)},
	Operation{Name: "wait-without-node-ping-pong",
		Text: nodePong("#pragma xmp post(p(node), 1)", "#pragma xmp wait"),
		Cost: handed(1).work(4 * entry)},
	Operation{Name: "put-1KiB-post-wait-ping-pong",
		Text: nodePong("x[0:128]:[k] = y[0:128];\n#pragma xmp post(p(node), 1)",
			"#pragma xmp wait(p(node), 1)"),
		Cost: handed(1).bytes(2 * kib).work(4 * entry)},
	Operation{Name: "reduction", Text: "#pragma xmp reduction(+ : s)", Cost: meet(1)},
	Operation{Name: "reduction-max", Text: "#pragma xmp reduction(max : s)", Cost: meet(1)},
	Operation{Name: "reduction-512B", Text: "#pragma xmp reduction(+ : y[0:64])",
		Cost: meet(1).lines(1).bytes(kib).work(64)},
	Operation{Name: "reduction-1MiB", Text: "#pragma xmp reduction(max : y)",
		Cost: meet(1).bytes(2 * mib).work(mib / 8)},
	Operation{Name: "bcast",
		Text: "if (i % 2) {\n#pragma xmp bcast(s) from p(1)\n" +
			"} else {\n#pragma xmp bcast(s) from p(2)\n}",
		Cost: meet(1)},
	Operation{Name: "bcast-1MiB",
		Text: "if (i % 2) {\n#pragma xmp bcast(y) from p(1)\n" +
			"} else {\n#pragma xmp bcast(y) from p(2)\n}",
		Cost: meet(1).bytes(2 * mib)},
	Operation{Name: "lock-contended",
		Text:    "#pragma xmp lock(latch:[0])\n#pragma xmp unlock(latch:[0])",
		Cost:    own().work(2 * entry).lines(2),
		Reasons: locked},
	Operation{Name: "accumulate-contended-complete", Text: "x[0]:[0] += 1;" + arrived,
		// what comes from the other image is taken and answered meanwhile
		Cost: Cost{Trips: 0.5}.work(entry)},
	Operation{Name: "malloc-free-4KiB",
		Text: "{ double *a:[*] = xmp_malloc(4096); xmp_free(a); }", Cost: meet(3).work(300),
		Reasons: slices.Concat(crossing, agreed)},
	Operation{Name: "malloc-free-16MiB",
		Text:    "{ double *a:[*] = xmp_malloc(16 << 20); xmp_free(a); }",
		Cost:    meet(3).work(1000),
		Reasons: crossing},
	Operation{Name: "task-on-1", Text: "#pragma xmp task on p(1)\n{\ns += 1;\n}",
		Cost:    meet(2).work(200),
		Reasons: agreed},
	Operation{Name: "task-on-all-barrier",
		Text: "#pragma xmp task on p(1:2)\n{\n#pragma xmp barrier\n}", Cost: meet(3).work(200),
		Reasons: agreed},
	Operation{Name: "tasks-of-two",
		Text: "#pragma xmp tasks\n{\n#pragma xmp task on p(1)\n{\ns += 1;\n}\n" +
			"#pragma xmp task on p(2)\n{\ns += 1;\n}\n}",
		Cost:    meet(4).work(400),
		Reasons: agreed},
)
