package operations

// caf are the operations of CAF 2.0. p is the rank of the other image.
var caf = join(cafCopies, cafEvents, cafAlone, cafSpawns, cafMeetings, cafFinish, cafCollectives, cafAsync, cafTeams)

// Parts of statements that many operations have.
const waited = "\nevent_wait(ev)"

var cafCopies = []Operation{
	{Name: "get", Text: "s = x(1)[p]", Cost: trips(1)},
	{Name: "copy-get-8B", Text: "copy_async(s, x(1)[p], ev)" + waited, Cost: trips(1).work(entry)},
	{Name: "copy-get-1KiB", Text: "copy_async(y(1:128), x(1:128)[p], ev)" + waited, Cost: trips(1).bytes(kib).work(entry)},
	{Name: "copy-get-64KiB", Text: "copy_async(y(1:8192), x(1:8192)[p], ev)" + waited, Cost: trips(1).bytes(64 * kib).work(entry)},
	{Name: "copy-get-65KiB", Text: "copy_async(y(1:8320), x(1:8320)[p], ev)" + waited, Cost: trips(1).bytes(65 * kib).work(entry)},
	{Name: "copy-get-1MiB", Text: "copy_async(y, x(:)[p], ev)" + waited, Cost: trips(1).bytes(mib).work(entry)},
	{Name: "copy-get-strided-128", Text: "copy_async(y(1:128), x(1:1024:8)[p], ev)" + waited, Cost: trips(1).bytes(kib).work(4 * 128)},
	{Name: "copy-put-8B", Text: "copy_async(x(1)[p], s, ev)" + waited, Cost: trips(1).work(entry)},
	{Name: "copy-put-1KiB", Text: "copy_async(x(1:128)[p], y(1:128), ev)" + waited, Cost: trips(1).bytes(kib).work(entry)},
	{Name: "copy-put-65KiB", Text: "copy_async(x(1:8320)[p], y(1:8320), ev)" + waited, Cost: trips(1).bytes(65 * kib).work(entry)},
	{Name: "copy-put-1MiB", Text: "copy_async(x(:)[p], y, ev)" + waited, Cost: trips(1).bytes(mib).work(entry)},
	{Name: "copy-put-strided-128", Text: "copy_async(x(1:1024:8)[p], y(1:128), ev)" + waited, Cost: trips(1).bytes(kib).work(4 * 128)},
	{Name: "copy-get-before-own-set", Text: "event_notify(late)\ncopy_async(s, x(1)[p], ev, late)" + waited, Cost: trips(1).work(3 * entry)},
	{Name: "copy-get-before-own-later", Text: "copy_async(s, x(1)[p], ev, late)\nevent_notify(late)" + waited, Cost: trips(1).work(3 * entry)},
	{Name: "copy-get-before-remote-set", Text: "event_notify(turn[p])\ncopy_async(s, x(1)[p], ev, turn[p])" + waited, Cost: trips(2).work(wake)},
	{Name: "copy-get-before-remote-later", Text: "copy_async(s, x(1)[p], ev, turn[p])\nevent_notify(turn[p])" + waited, Cost: trips(2).work(wake)},
	{Name: "copy-put-before-remote-set", Text: "event_notify(turn[p])\ncopy_async(x(1)[p], s, ev, turn[p])" + waited, Cost: trips(2).work(wake)},
	{Name: "copy-put-event-there", Text: "copy_async(x(1)[p], s, posted[p])", Cost: sent().work(wake)},
	{Name: "copy-get-1MiB-before-own-later", Text: "copy_async(y, x(:)[p], ev, late)\nevent_notify(late)" + waited, Cost: trips(1).bytes(mib).work(3 * entry)},
	{Name: "copy-remote-to-remote", Text: "copy_async(x(1)[p], x(9)[p], ev)" + waited, Cost: trips(2).work(entry)},
	{Name: "copy-own", Text: "copy_async(s, t, ev)" + waited, Cost: own().work(entry)},
	{Name: "copy-get-10", Text: "do n = 1, 10\ncopy_async(y(n), x(n)[p], evs(n))\nend do\ndo n = 1, 10\nevent_wait(evs(n))\nend do", Cost: trips(1).work(20 * entry).calls(9)},
}

var cafEvents = []Operation{
	{Name: "event_notify", Text: "event_notify(posted[p])", Cost: sent().work(wake)},
	{Name: "event_notify-wait-own", Text: "event_notify(ev)" + waited, Cost: own().work(entry)},
	{Name: "event_trywait-own", Text: "event_trywait(late, truth)", Cost: own()},
	{Name: "event_getid", Text: "event_getid(ping[p], id)", Cost: own()},
	{Name: "advance_async", Text: "advance_async", Cost: own()},
	{Name: "eventset-init-destroy", Text: "eventset_init(events)\neventset_add(events, ping)", Cost: own().work(2 * entry)},
}

var cafAlone = []Operation{
	{Name: "lock_acquire-release", Text: "lock_acquire(latch[p])\nlock_release(latch[p])", Cost: trips(2)},
	{Name: "lockset-of-2", Text: "lockset_acquire(locks)\nlockset_release(locks)", Cost: trips(4).work(2 * entry)},
	{Name: "copointer-set", Text: "c => g(:)[p]", Cost: own()},
	{Name: "copointer-element", Text: "s = c(1)[]", Cost: trips(1)},
	{Name: "copointer-section", Text: "y(1:128) = c(1:128)[]", Cost: trips(1).bytes(kib)},
	{Name: "copointer-put-complete", Text: "c(1)[] = s" + complete, Cost: trips(1)},
	{Name: "imageof-size", Text: "n = imageof(c) + size(c)", Cost: own()},
	{Name: "cart_neighbor", Text: "n = cart_neighbor(ring, 1, 1)", Cost: own().work(entry)},
	{Name: "cart_coords", Text: "one(1:1) = cart_coords(ring, p)", Cost: own().work(entry)},
	{Name: "cart_rank", Text: "n = cart_rank(ring, [p])", Cost: own().work(entry)},
}

// attended gives operations that are executed on the other image, which must wait in the runtime.
func attended(list ...Operation) []Operation {
	for i := range list {
		list[i].Attended = true
	}
	return list
}

var cafSpawns = attended(
	Operation{Name: "spawn-event", Text: "spawn (event=ev) called()[p]" + waited, Cost: handed(1).work(4 * entry)},
	Operation{Name: "spawn-512B", Text: "spawn (event=ev) given(y(1:64))[p]" + waited, Cost: handed(1).bytes(512).work(4 * entry)},
	Operation{Name: "spawn-8KiB", Text: "spawn (event=ev) given(y(1:1024))[p]" + waited, Cost: handed(1).bytes(8 * kib * 3).work(4 * entry)},
	Operation{Name: "spawn-result", Text: "spawn (event=ev) i4 = computed(n)[p]" + waited, Cost: handed(1).work(4 * entry)},
)

var cafMeetings = all(
	Operation{Name: "team_barrier", Text: "team_barrier", Cost: meet(1)},
	Operation{Name: "team_barrier-of-team", Text: "team_barrier(ring)", Cost: meet(1)},
	Operation{Name: "with-team-barrier", Text: "with team ring\nteam_barrier\nend with team", Cost: meet(1).work(200)},
	Operation{Name: "event-ping-pong", Text: pingPong("event_notify(ping[p])", "event_wait(ping)"), Cost: handed(1)},
	Operation{Name: "trywait-loop-ping-pong", Text: pingPong("event_notify(ping[p])", "call poll"), Cost: handed(1)},
	Operation{Name: "waitany-ping-pong", Text: pingPong("event_notify(ping[p])", "eventset_waitany(events, id)"), Cost: handed(1).work(2 * entry)},
	Operation{Name: "waitany_fair-ping-pong", Text: pingPong("event_notify(ping[p])", "eventset_waitany_fair(events, id)"), Cost: handed(1).work(2 * entry)},
	Operation{Name: "notifyall-waitall-of-4", Text: pingPong("eventset_notifyall(answers)", "eventset_waitall(some)"), Cost: handed(1).work(8 * entry).calls(6)},
	Operation{Name: "copy-event-there-ping-pong", Text: pingPong("copy_async(x(1)[p], s, ping[p])", "event_wait(ping)"), Cost: handed(1).work(2 * entry)},
	Operation{Name: "lock-contended", Text: "lock_acquire(latch[1])\nlock_release(latch[1])", Cost: trips(2)},
	Operation{Name: "lockset-contended", Text: "lockset_acquire(held)\nlockset_release(held)", Cost: trips(4).work(2 * entry)},
)

var cafFinish = all(
	Operation{Name: "finish-empty", Text: "finish\nend finish", Cost: meet(1).work(2 * entry)},
	Operation{Name: "finish-spawn", Text: "finish\nif (me == 1) then\nspawn called()[p]\nend if\nend finish", Cost: handed(1).work(4 * entry)},
	Operation{Name: "finish-100-spawns", Text: "finish\nif (me == 1) then\ndo n = 1, 100\nspawn called()[p]\nend do\nend if\nend finish", Cost: handed(1).work(100 * 2 * entry).calls(99)},
	Operation{Name: "finish-nested-10", Text: "finish\nif (me == 1) then\nspawn nested(9)[p]\nend if\nend finish", Cost: handed(5).work(10 * 4 * entry)},
	Operation{Name: "finish-copy", Text: "finish\nif (me == 1) then\ncopy_async(s, x(1)[p])\nend if\nend finish", Cost: trips(1).work(4 * entry).lines(1)},
	Operation{Name: "finish-spawn-result", Text: "finish\nif (me == 1) then\nspawn i4 = computed(n)[p]\nend if\nend finish", Cost: handed(1).work(4 * entry)},
	Operation{Name: "finish-of-team", Text: "finish (ring)\nend finish", Cost: meet(1).work(2 * entry)},
)

var cafCollectives = all(
	Operation{Name: "team_broadcast-8B", Text: "team_broadcast(s, mod(i, 2))", Cost: meet(1)},
	Operation{Name: "team_broadcast-1KiB", Text: "team_broadcast(y(1:128), mod(i, 2))", Cost: meet(1).bytes(kib)},
	Operation{Name: "team_broadcast-1MiB", Text: "team_broadcast(y, mod(i, 2))", Cost: meet(1).bytes(2 * mib)},
	Operation{Name: "team_reduce", Text: "team_reduce(s, t, 0, caf_sum)", Cost: meet(1)},
	Operation{Name: "team_allreduce", Text: "team_allreduce(s, t, caf_sum)", Cost: meet(1)},
	Operation{Name: "team_allreduce-own-operation", Text: "team_allreduce(s, t, plus)", Cost: meet(1).work(200)},
	Operation{Name: "team_allreduce-1KiB", Text: "team_allreduce(y(1:128), z(1:128), caf_sum)", Cost: meet(1).bytes(2 * kib).work(128)},
	Operation{Name: "team_allreduce-1MiB", Text: "team_allreduce(y, z, caf_sum)", Cost: meet(1).bytes(3 * mib).work(mib / 8)},
	Operation{Name: "team_gather", Text: "team_gather(n, all, 0)", Cost: meet(1).work(entry)},
	Operation{Name: "team_allgather", Text: "team_allgather(n, all)", Cost: meet(1).work(entry)},
	Operation{Name: "team_scatter", Text: "team_scatter(one, n, 0)", Cost: meet(1).work(entry)},
	Operation{Name: "team_alltoall", Text: "team_alltoall(one, all)", Cost: meet(1).work(entry)},
	Operation{Name: "team_sort-100", Text: "y(1:100) = z(1:100)\nteam_sort(y(1:100), z(1:100), before)", Cost: meet(6).bytes(1600).work(100 * 40)},
)

var cafAsync = all(
	Operation{Name: "team_barrier_async", Text: "team_barrier_async(ev)" + waited, Cost: meet(1).work(2 * entry)},
	Operation{Name: "team_broadcast_async-8B", Text: "team_broadcast_async(s, mod(i, 2), ev)" + waited, Cost: meet(1).work(2 * entry)},
	Operation{Name: "team_broadcast_async-1KiB", Text: "team_broadcast_async(y(1:128), mod(i, 2), ev)" + waited, Cost: meet(1).bytes(2 * kib).work(2 * entry)},
	Operation{Name: "team_broadcast_async-1MiB", Text: "team_broadcast_async(y, mod(i, 2), ev)" + waited, Cost: meet(1).bytes(2 * mib).work(2 * entry)},
	Operation{Name: "team_reduce_async", Text: "team_reduce_async(s, t, 0, caf_sum, event=ev)" + waited, Cost: meet(1).work(2 * entry)},
	Operation{Name: "team_allreduce_async", Text: "team_allreduce_async(s, t, caf_sum, ev)" + waited, Cost: meet(2).work(2 * entry)},
	Operation{Name: "team_allreduce_async-1KiB", Text: "team_allreduce_async(y(1:128), z(1:128), caf_sum, ev)" + waited, Cost: meet(2).bytes(2 * kib).work(128)},
	Operation{Name: "team_allreduce_async-1MiB", Text: "team_allreduce_async(y, z, caf_sum, ev)" + waited, Cost: meet(2).bytes(3 * mib).work(mib / 8)},
	Operation{Name: "team_gather_async", Text: "team_gather_async(n, all, 0, ev)" + waited, Cost: meet(1).work(4 * entry)},
	Operation{Name: "team_allgather_async", Text: "team_allgather_async(n, all, ev)" + waited, Cost: meet(2).work(4 * entry)},
	Operation{Name: "team_scatter_async", Text: "team_scatter_async(one, n, 0, ev)" + waited, Cost: meet(1).work(4 * entry)},
	Operation{Name: "team_alltoall_async", Text: "team_alltoall_async(one, all, ev)" + waited, Cost: meet(2).work(4 * entry)},
	Operation{Name: "team_barrier_async-finish", Text: "finish\nteam_barrier_async()\nend finish", Cost: meet(2).work(4 * entry)},
	Operation{Name: "team_allreduce_async-of-one", Text: "team_allreduce_async(s, t, caf_sum, ev, half)" + waited, Cost: own().work(4 * entry)},
)

var cafTeams = all(
	Operation{Name: "team_split", Text: "team_split(team_world, 0, 0, other)", Cost: meet(2).work(200)},
	Operation{Name: "topology_cartesian", Text: "topology_cartesian(ring, [2], [.true.])", Cost: own().work(2 * entry)},
	Operation{Name: "topology_graph", Text: "topology_graph(other, 1, [1], [p])", Cost: own().work(2 * entry)},
)
