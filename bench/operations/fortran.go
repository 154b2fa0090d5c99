package operations

const (
	kib = 1 << 10
	mib = 1 << 20
)

// Parts of statements that many operations have.
const complete = "\nsync memory"

// pingPong is there and back: image 1 begins.
func pingPong(post, wait string) string {
	return "if (me == 1) then\n" + post + "\n" + wait + "\nelse\n" + wait + "\n" + post + "\nend if"
}

// fortran are the operations of Fortran 2023. k is the other image, me this one.
var fortran = join(fortranGets, fortranPuts, fortranAtomics, fortranInquiries, fortranMeetings, fortranCollectives, fortranMemory, fortranTeams)

func join(lists ...[]Operation) (all []Operation) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// all gives operations that all images execute.
func all(list ...Operation) []Operation {
	for i := range list {
		list[i].All = true
	}
	return list
}

var fortranGets = []Operation{
	{Name: "get-scalar", Text: "s = x(1)[k]", Cost: trips(1)},
	{Name: "get-1KiB", Text: "y(1:128) = x(1:128)[k]", Cost: trips(1).bytes(kib)},
	{Name: "get-8KiB", Text: "y(1:1024) = x(1:1024)[k]", Cost: trips(1).bytes(8 * kib)},
	{Name: "get-64KiB", Text: "y(1:8192) = x(1:8192)[k]", Cost: trips(1).bytes(64 * kib)},
	{Name: "get-1MiB", Text: "y = x(:)[k]", Cost: trips(1).bytes(mib)},
	{Name: "get-strided-128", Text: "y(1:128) = x(1:1024:8)[k]", Cost: trips(1).bytes(kib).work(128)},
	{Name: "get-section-64x64-strided", Text: "own(1:64, 1:64) = grid(1:127:2, 1:127:2)[k]", Cost: trips(1).bytes(32 * kib).work(2 * 4096)},
	{Name: "get-section-128x128", Text: "own = grid(:, :)[k]", Cost: trips(1).bytes(128 * kib)},
	{Name: "get-vector-subscript-10", Text: "y(1:10) = x(iv(1:10))[k]", Cost: trips(1).work(20)},
	{Name: "get-vector-subscript-100", Text: "y(1:100) = x(iv)[k]", Cost: trips(1).bytes(800).work(200)},
	{Name: "get-vector-subscripts-10x10", Text: "own(1:10, 1:10) = grid(iv(1:10), iv(11:20))[k]", Cost: trips(1).bytes(800).work(200)},
	{Name: "get-character", Text: "copy = text[k]", Cost: trips(1)},
	{Name: "get-substring", Text: "copy(1:10) = text[k](11:20)", Cost: trips(1)},
	{Name: "get-derived", Text: "mine = r[k]", Cost: trips(1)},
	{Name: "get-derived-array", Text: "these = rs(:)[k]", Cost: trips(1).bytes(720)},
	{Name: "get-component", Text: "y(1:8) = r[k]%a", Cost: trips(1)},
	{Name: "get-component-of-array", Text: "iv(1:10) = iv(1:10) + 0 * rs(:)[k]%n", Cost: trips(1).work(50)},
	{Name: "get-allocatable-element", Text: "s = h[k]%a(1)", Cost: trips(2)},
	{Name: "get-allocatable-component", Text: "y(1:16) = h[k]%a", Cost: trips(2)},
	{Name: "get-object-with-allocatable", Text: "held = h[k]", Cost: trips(2).work(100)},
	{Name: "get-4-objects-with-allocatable", Text: "holders = hs(:)[k]", Cost: trips(2).work(400)},
	{Name: "get-size-of-component", Text: "n = size(h[k]%a)", Cost: trips(1)},
	{Name: "get-allocated", Text: "truth = allocated(h[k]%a)", Cost: trips(1)},
	{Name: "get-loop-of-100", Text: "do n = 1, 100\ny(n) = x(n)[k]\nend do", Cost: trips(100).work(100)},
	{Name: "get-expression", Text: "s = sum(x(1:100)[k])", Cost: trips(1).bytes(800).work(100)},
	{Name: "get-argument-in", Text: "call read_only(x(1:100)[k])", Cost: trips(1).bytes(800)},
	{Name: "argument-inout", Text: "call changed(x(1)[k])" + complete, Cost: trips(2)},
	{Name: "get-in-where", Text: "where (x(1:128)[k] > 0) y(1:128) = x(129:256)[k]", Cost: trips(2).bytes(2 * kib).work(128)},
	{Name: "get-implied-do-10", Text: "y(1:10) = [(x(n)[k], n = 1, 10)]", Cost: trips(1).work(50)},
	{Name: "get-implied-do-100", Text: "y(1:100) = [(x(n)[k], n = 1, 100)]", Cost: trips(1).bytes(800).work(300)},
	{Name: "get-defined-assignment", Text: "d = i4(1)[k]", Cost: trips(1)},
	{Name: "get-in-if", Text: "if (x(1)[k] < 0) s = 1", Cost: trips(1)},
	{Name: "get-in-do-while", Text: "n = 0\ndo while (i4(1)[k] > n)\nn = n + 1\nend do", Cost: trips(2)},
	{Name: "get-conversion-100", Text: "short = i4(:)[k]", Cost: trips(1).bytes(400).work(50)},
	{Name: "get-internal-write", Text: "write (line, *) i4(1)[k]", Cost: trips(1).work(400)},
	{Name: "get-forall-10", Text: "forall (n = 1:10) y(n) = x(n)[k]", Cost: trips(10).work(50)},
	{Name: "get-do-concurrent-10", Text: "do concurrent (n = 1:10)\ny(n) = x(n)[k]\nend do", Cost: trips(10).work(50)},
	{Name: "get-stat", Text: "s = x(1)[k, stat=status]", Cost: trips(1)},
	{Name: "get-team", Text: "s = x(1)[1, team=half]", Cost: own()},
}

var fortranPuts = []Operation{
	{Name: "put-scalar", Text: "x(1)[k] = s", Cost: sent()},
	{Name: "put-scalar-complete", Text: "x(1)[k] = s" + complete, Cost: trips(1)},
	{Name: "put-1KiB-complete", Text: "x(1:128)[k] = y(1:128)" + complete, Cost: trips(1).bytes(kib)},
	{Name: "put-8KiB-complete", Text: "x(1:1024)[k] = y(1:1024)" + complete, Cost: trips(1).bytes(8 * kib)},
	{Name: "put-64KiB-complete", Text: "x(1:8192)[k] = y(1:8192)" + complete, Cost: trips(1).bytes(64 * kib)},
	{Name: "put-1MiB-complete", Text: "x(:)[k] = y" + complete, Cost: trips(1).bytes(mib)},
	{Name: "put-strided-128-complete", Text: "x(1:1024:8)[k] = y(1:128)" + complete, Cost: trips(1).bytes(kib).work(256)},
	{Name: "put-section-64x64-strided-complete", Text: "grid(1:127:2, 1:127:2)[k] = own(1:64, 1:64)" + complete, Cost: trips(1).bytes(32 * kib).work(2 * 4096)},
	{Name: "put-vector-subscript-10-complete", Text: "x(iv(1:10))[k] = y(1:10)" + complete, Cost: trips(1).work(20)},
	{Name: "put-vector-subscript-100-complete", Text: "x(iv)[k] = y(1:100)" + complete, Cost: trips(1).bytes(800).work(200)},
	{Name: "put-vector-subscripts-10x10-complete", Text: "grid(iv(1:10), iv(11:20))[k] = own(1:10, 1:10)" + complete, Cost: trips(1).bytes(800).work(200)},
	{Name: "put-character-complete", Text: "text[k] = copy" + complete, Cost: trips(1)},
	{Name: "put-substring-complete", Text: "text[k](11:20) = copy(1:10)" + complete, Cost: trips(1)},
	{Name: "put-derived-complete", Text: "r[k] = mine" + complete, Cost: trips(1)},
	{Name: "put-component-complete", Text: "r[k]%a = y(1:8)" + complete, Cost: trips(1)},
	{Name: "put-component-of-array-complete", Text: "rs(:)[k]%n = 1" + complete, Cost: trips(1).work(50)},
	{Name: "put-allocatable-element-complete", Text: "h[k]%a(1) = s" + complete, Cost: trips(2)},
	{Name: "put-allocatable-component-complete", Text: "h[k]%a(:) = y(1:16)" + complete, Cost: trips(2)},
	{Name: "put-loop-of-100-complete", Text: "do n = 1, 100\nx(n)[k] = y(n)\nend do" + complete, Cost: trips(1).bytes(800).work(2000).calls(99)},
	{Name: "put-in-where-complete", Text: "where (mask) x(1:128)[k] = y(1:128)" + complete, Cost: trips(1).bytes(kib).work(256)},
	{Name: "put-then-get", Text: "x(1)[k] = s\ns = x(1)[k]", Cost: trips(1)},
	{Name: "put-read-modify-write", Text: "x(1)[k] = x(1)[k] + 1" + complete, Cost: trips(2)},
	{Name: "copy-from-image-to-image", Text: "x(1:8)[k] = x(9:16)[k]" + complete, Cost: trips(2)},
	{Name: "put-notify", Text: "x(1)[k, notify=notice] = s", Cost: sent().work(wake)},
	{Name: "sync-memory", Text: "sync memory", Cost: own()},
}

var fortranAtomics = []Operation{
	{Name: "atomic-define", Text: "call atomic_define(counter[k], 1)", Cost: trips(1)},
	{Name: "atomic-ref", Text: "call atomic_ref(old, counter[k])", Cost: trips(1)},
	{Name: "atomic-add", Text: "call atomic_add(counter[k], 1)", Cost: trips(1)},
	{Name: "atomic-and", Text: "call atomic_and(counter[k], 1)", Cost: trips(1)},
	{Name: "atomic-or", Text: "call atomic_or(counter[k], 1)", Cost: trips(1)},
	{Name: "atomic-xor", Text: "call atomic_xor(counter[k], 1)", Cost: trips(1)},
	{Name: "atomic-fetch-add", Text: "call atomic_fetch_add(counter[k], 1, old)", Cost: trips(1)},
	{Name: "atomic-fetch-and", Text: "call atomic_fetch_and(counter[k], 1, old)", Cost: trips(1)},
	{Name: "atomic-fetch-or", Text: "call atomic_fetch_or(counter[k], 1, old)", Cost: trips(1)},
	{Name: "atomic-fetch-xor", Text: "call atomic_fetch_xor(counter[k], 1, old)", Cost: trips(1)},
	{Name: "atomic-cas", Text: "call atomic_cas(counter[k], old, 0, 1)", Cost: trips(1)},
	{Name: "atomic-define-logical", Text: "call atomic_define(switch[k], .true._atomic_logical_kind)", Cost: trips(1)},
	{Name: "atomic-ref-logical", Text: "call atomic_ref(was, switch[k])", Cost: trips(1)},
	{Name: "atomic-add-stat", Text: "call atomic_add(counter[k], 1, stat=status)", Cost: trips(1)},
	{Name: "atomic-define-own", Text: "call atomic_define(counter, 1)", Cost: own()},
	{Name: "atomic-ref-own", Text: "call atomic_ref(old, counter)", Cost: own()},
	{Name: "atomic-add-own", Text: "call atomic_add(counter, 1)", Cost: own()},
	{Name: "atomic-fetch-add-own", Text: "call atomic_fetch_add(counter, 1, old)", Cost: own()},
	{Name: "atomic-cas-own", Text: "call atomic_cas(counter, old, 0, 1)", Cost: own()},
	{Name: "lock-unlock", Text: "lock (latch[k])\nunlock (latch[k])", Cost: trips(2)},
	{Name: "lock-unlock-own", Text: "lock (latch)\nunlock (latch)", Cost: own().work(2 * entry)},
	{Name: "lock-acquired-unlock", Text: "lock (latch[k], acquired_lock=truth)\nif (truth) unlock (latch[k])", Cost: trips(2)},
	{Name: "critical", Text: "critical\ns = s + 1\nend critical", Cost: own().work(2 * entry)},
	{Name: "event-post", Text: "event post (posted[k])", Cost: sent().work(wake)},
	{Name: "event-post-complete", Text: "event post (posted[k])" + complete, Cost: trips(1).work(wake)},
	{Name: "event-post-wait-own", Text: "event post (here[me])\nevent wait (here)", Cost: own().work(entry)},
	{Name: "event-query-own", Text: "call event_query(here, n)", Cost: own()},
}

var fortranInquiries = []Operation{
	{Name: "image-status", Text: "n = image_status(k)", Cost: own()},
	{Name: "failed-images", Text: "n = size(failed_images())", Cost: own()},
	{Name: "stopped-images", Text: "n = size(stopped_images())", Cost: own()},
	{Name: "this-image-of-team", Text: "n = this_image(whole)", Cost: own()},
	{Name: "num-images-of-team", Text: "n = num_images(whole)", Cost: own()},
	{Name: "num-images-of-team-number", Text: "n = num_images(-1)", Cost: own()},
	{Name: "team-number", Text: "n = team_number()", Cost: own()},
	{Name: "get-team-intrinsic", Text: "team = get_team()", Cost: own()},
	{Name: "image-index", Text: "n = image_index(x, [k])", Cost: own()},
}

var fortranMeetings = all(
	Operation{Name: "sync-all", Text: "sync all", Cost: meet(1)},
	Operation{Name: "sync-images-all", Text: "sync images (*)", Cost: meet(1)},
	Operation{Name: "sync-images-one", Text: "sync images (k)", Cost: meet(1)},
	Operation{Name: "sync-team", Text: "sync team (whole)", Cost: meet(1)},
	Operation{Name: "sync-team-of-one", Text: "sync team (half)", Cost: own().work(entry)},
	Operation{Name: "event-ping-pong", Text: pingPong("event post (ping[k])", "event wait (ping)"), Cost: handed(1)},
	Operation{Name: "event-query-loop-ping-pong", Text: pingPong("event post (ping[k])", "call poll_event"), Cost: handed(1)},
	Operation{Name: "atomic-ref-loop-ping-pong", Text: "if (me == 1) then\ncall atomic_define(flag[k], i)\ncall poll_flag(i)\nelse\ncall poll_flag(i)\ncall atomic_define(flag[k], i)\nend if",
		Cost: handed(1), Reasons: []Reason{{On: overLink, Why: "ATOMIC_DEFINE waits for its answer, which is a round trip of each image"}}},
	Operation{Name: "put-1KiB-event-ping-pong", Text: pingPong("x(1:128)[k] = y(1:128)\nevent post (ping[k])", "event wait (ping)"), Cost: handed(1).bytes(2 * kib)},
	Operation{Name: "put-strided-event-ping-pong", Text: pingPong("x(1:1024:8)[k] = y(1:128)\nevent post (ping[k])", "event wait (ping)"), Cost: handed(1).bytes(2 * kib).work(4 * 128)},
	Operation{Name: "put-notify-ping-pong", Text: pingPong("x(1)[k, notify=notice] = s", "notify wait (notice)"), Cost: handed(1)},
	Operation{Name: "lock-unlock-contended", Text: "lock (latch[2])\nunlock (latch[2])", Cost: trips(2)},
	Operation{Name: "lock-unlock-contended-at-1", Text: "lock (latch[1])\nunlock (latch[1])", Cost: own().work(2 * entry)},
	Operation{Name: "critical-contended", Text: "critical\ns = s + 1\nend critical", Cost: own().work(2 * entry)},
	Operation{Name: "critical-with-coindexed", Text: "critical\nx(1)[1] = x(1)[1] + 1\nend critical", Cost: own().work(2 * entry)},
)

var fortranCollectives = all(
	Operation{Name: "co_sum-scalar", Text: "call co_sum(s)", Cost: meet(1)},
	Operation{Name: "co_sum-scalar-to-1", Text: "call co_sum(s, result_image=1)", Cost: meet(1)},
	Operation{Name: "co_sum-1KiB", Text: "call co_sum(y(1:128))", Cost: meet(1).bytes(2 * kib).work(128)},
	Operation{Name: "co_sum-8KiB", Text: "call co_sum(y(1:1024))", Cost: meet(1).bytes(2 * 8 * kib).work(1024)},
	Operation{Name: "co_sum-64KiB", Text: "call co_sum(y(1:8192))", Cost: meet(1).bytes(2 * 64 * kib).work(8192)},
	Operation{Name: "co_sum-strided-128", Text: "call co_sum(y(1:1024:8))", Cost: meet(1).bytes(2 * kib).work(3 * 128)},
	Operation{Name: "co_sum-1MiB", Text: "call co_sum(z)", Cost: meet(1).bytes(2 * mib).work(mib / 8)},
	Operation{Name: "co_min-scalar", Text: "call co_min(s)", Cost: meet(1)},
	Operation{Name: "co_max-scalar", Text: "call co_max(s)", Cost: meet(1)},
	Operation{Name: "co_max-character", Text: "call co_max(copy)", Cost: meet(1).work(100)},
	Operation{Name: "co_broadcast-scalar", Text: "call co_broadcast(s, 1 + mod(i, 2))", Cost: meet(1)},
	Operation{Name: "co_broadcast-1KiB", Text: "call co_broadcast(y(1:128), 1 + mod(i, 2))", Cost: meet(1).bytes(kib)},
	Operation{Name: "co_broadcast-8KiB", Text: "call co_broadcast(y(1:1024), 1 + mod(i, 2))", Cost: meet(1).bytes(8 * kib)},
	Operation{Name: "co_broadcast-64KiB", Text: "call co_broadcast(y(1:8192), 1 + mod(i, 2))", Cost: meet(1).bytes(64 * kib)},
	Operation{Name: "co_broadcast-1MiB", Text: "call co_broadcast(y, 1 + mod(i, 2))", Cost: meet(1).bytes(2 * mib)},
	Operation{Name: "co_broadcast-character", Text: "call co_broadcast(copy, 1 + mod(i, 2))", Cost: meet(1)},
	Operation{Name: "co_broadcast-derived", Text: "call co_broadcast(mine, 1 + mod(i, 2))", Cost: meet(1)},
	Operation{Name: "co_broadcast-with-allocatable", Text: "call co_broadcast(held, 1 + mod(i, 2))", Cost: meet(2).work(300)},
	Operation{Name: "co_reduce-scalar", Text: "call co_reduce(s, plus)", Cost: meet(1)},
	Operation{Name: "co_reduce-1KiB", Text: "call co_reduce(y(1:128), plus)", Cost: meet(1).bytes(2 * kib).work(4 * 128)},
	Operation{Name: "co_reduce-derived", Text: "call co_reduce(mine, joined)", Cost: meet(1).work(100)},
	Operation{Name: "co_broadcast-co_sum", Text: "call co_broadcast(s, 1)\ncall co_sum(s)", Cost: meet(2)},
)

var fortranMemory = all(
	Operation{Name: "allocate-4KiB", Text: "allocate (w(512)[*])\ndeallocate (w)", Cost: meet(3).work(300)},
	Operation{Name: "allocate-64MiB", Text: "allocate (w(64 * mib)[*])\ndeallocate (w)", Cost: meet(3).work(3000)},
	Operation{Name: "allocate-write-8MiB", Text: "allocate (w(8 * mib)[*])\nw = s\ndeallocate (w)", Cost: meet(3).fresh(8 * mib)},
	Operation{Name: "allocate-write-8MiB-ordinary", Text: "allocate (ordinary(8 * mib))\nordinary = s\ndeallocate (ordinary)", Cost: own().fresh(8 * mib)},
	Operation{Name: "allocate-with-allocatable", Text: "allocate (wh[*])\nwh%a = [1.0_real64]\ndeallocate (wh)", Cost: meet(3).work(400)},
	Operation{Name: "allocate-move_alloc", Text: "allocate (w(512)[*])\ncall move_alloc(w, v)\ndeallocate (v)", Cost: meet(4).work(300)},
	Operation{Name: "local-coarray", Text: "call local_coarray", Cost: meet(3).work(300)},
)

var fortranTeams = all(
	Operation{Name: "form-team", Text: "form team (me, team)", Cost: meet(2).work(200)},
	Operation{Name: "form-team-of-all", Text: "form team (1, team)", Cost: meet(2).work(200)},
	Operation{Name: "change-team-of-one", Text: "change team (half)\nend team", Cost: own().work(200)},
	Operation{Name: "change-team", Text: "change team (whole)\nend team", Cost: meet(2).work(200)},
	Operation{Name: "change-team-sync-all", Text: "change team (whole)\nsync all\nend team", Cost: meet(3).work(200)},
	Operation{Name: "change-team-allocate", Text: "change team (whole)\nallocate (w(512)[*])\nend team", Cost: meet(5).work(500)},
	Operation{Name: "change-team-co_sum", Text: "change team (whole)\ncall co_sum(s)\nend team", Cost: meet(3).work(200)},
	Operation{Name: "get-sibling", Text: "change team (half)\nif (me == 1) s = x(1)[1, team_number=2]\nend team", Cost: trips(1).work(200)},
	Operation{Name: "put-sibling-complete", Text: "change team (half)\nif (me == 1) x(1)[1, team_number=2] = s\nend team", Cost: trips(1).work(200)},
)
