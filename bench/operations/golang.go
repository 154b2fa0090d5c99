package operations

import "slices"

// golang are the operations of package coarray; bench/micro/gomicro has them under these names.
var golang = join(goAccesses, goAtomics, goCopies, goShipped, goMeetings, goCollectives, goAsync,
	goMemory)

var goAccesses = []Operation{
	{Name: "Load", Cost: trips(1)},
	{Name: "Store", Cost: sent()},
	{Name: "Store-complete", Cost: trips(1)},
	{Name: "Get-1KiB", Cost: trips(1).bytes(kib)},
	{Name: "Get-1MiB", Cost: trips(1).bytes(mib)},
	{Name: "Put-1KiB-complete", Cost: trips(1).bytes(kib)},
	{Name: "Put-1MiB-complete", Cost: trips(1).bytes(mib)},
	{Name: "Section-CopyTo-strided", Cost: trips(1).bytes(kib).work(3 * 128)},
	{Name: "Section-CopyFromSlice-strided-complete", Cost: trips(1).bytes(kib).work(3 * 128)},
	{Name: "Section-CopyTo-64x64", Cost: trips(1).bytes(32 * kib).work(2 * 4096),
		Reasons: spread},
	{Name: "Section-CopyFromSlice-64x64-complete",
		Cost:    trips(1).bytes(32 * kib).work(2 * 4096),
		Reasons: spread},
	{Name: "Section-CopyFrom", Cost: trips(1).bytes(kib).work(entry)},
	{Name: "Section-Fill-128-complete", Cost: trips(1).bytes(kib).work(entry)},
	{Name: "Pointer-Load", Cost: trips(1).work(entry)},
	{Name: "Pointer-Store-complete", Cost: trips(1).work(entry)},
	{Name: "Pointer-On-CopyTo", Cost: trips(1).bytes(mib).work(entry)},
	{Name: "SyncMemory", Cost: own(), Reasons: looks},
	{Name: "Advance", Cost: own(), Reasons: looks},
	{Name: "ImageStatus", Cost: own(), Reasons: looks},
	{Name: "FailedImages", Cost: own(), Reasons: looks},
}

var goAtomics = []Operation{
	{Name: "Atomics-Add", Cost: trips(1)},
	{Name: "Atomics-Load", Cost: trips(1)},
	{Name: "Atomics-Load-own", Cost: own(), Reasons: looks},
	{Name: "Atomics-Store", Cost: trips(1)},
	{Name: "Atomics-And", Cost: trips(1)},
	{Name: "Atomics-Or", Cost: trips(1)},
	{Name: "Atomics-Xor", Cost: trips(1)},
	{Name: "Atomics-Swap", Cost: trips(1)},
	{Name: "Atomics-CompareAndSwap", Cost: trips(1)},
	{Name: "Lock-Unlock", Cost: trips(2)},
	{Name: "TryLock-Unlock", Cost: trips(2)},
	{Name: "LockSet-of-2", Cost: trips(4).work(2 * entry)},
	{Name: "Critical", Cost: own().work(2 * entry)},
	{Name: "Post", Cost: sent().work(wake),
		Reasons: posted},
	{Name: "Count-own", Cost: own(), Reasons: looks},
	{Name: "TryWait-own", Cost: own(), Reasons: looks},
	{Name: "local-Post-Wait", Cost: own().work(entry)},
}

var goCopies = []Operation{
	{Name: "GetAsync-8B", Cost: trips(1).work(2 * entry)},
	{Name: "GetAsync-64KiB", Cost: trips(1).bytes(64 * kib).work(2 * entry)},
	{Name: "GetAsync-65KiB", Cost: trips(1).bytes(65 * kib).work(2 * entry)},
	{Name: "GetAsync-1MiB", Cost: trips(1).bytes(mib).work(2 * entry)},
	{Name: "PutAsync-8B", Cost: trips(1).work(2 * entry)},
	{Name: "PutAsync-65KiB", Cost: trips(1).bytes(65 * kib).work(2 * entry)},
	{Name: "PutAsync-1MiB", Cost: trips(1).bytes(mib).work(2 * entry)},
	{Name: "GetAsync-before-own-set", Cost: trips(1).work(4 * entry)},
	{Name: "GetAsync-before-remote-set", Cost: trips(2).work(wake),
		Reasons: claimed},
	{Name: "GetAsync-before-remote-later", Cost: trips(2).work(wake),
		Reasons: claimed},
	{Name: "CopyAsync-section", Cost: trips(1).bytes(kib).work(3 * entry)},
}

var goShipped = join(attended(
	Operation{Name: "Spawn", Cost: handed(1).work(6 * entry)},
	Operation{Name: "Spawn-8KiB", Cost: handed(1).bytes(3 * 8 * kib).work(wake + 4*1024)},
	Operation{Name: "Spawn-result", Cost: handed(1).work(6 * entry)},
), all(
	Operation{Name: "Finish-empty", Cost: meet(1).work(2 * entry),
		Reasons: slices.Concat(crossing, agreed)},
	Operation{Name: "Finish-Spawn", Cost: handed(1).work(6 * entry),
		Reasons: rounds},
	Operation{Name: "Finish-100-Spawn", Cost: handed(1).work(100 * 2 * entry).calls(99),
		Reasons: rounds},
	Operation{Name: "Finish-nested-10", Cost: handed(5).work(10 * 6 * entry),
		Reasons: rounds},
	Operation{Name: "Finish-GetAsync", Cost: trips(1).work(4 * entry).lines(1),
		Reasons: behind},
))

var goMeetings = all(
	Operation{Name: "SyncAll", Cost: meet(1)},
	Operation{Name: "SyncImages", Cost: meet(1)},
	Operation{Name: "SyncTeam", Cost: meet(1)},
	Operation{Name: "Post-Wait-ping-pong", Cost: handed(1)},
	Operation{Name: "TryWait-loop-ping-pong", Cost: handed(1)},
	Operation{Name: "Count-loop-ping-pong", Cost: handed(1)},
	Operation{Name: "Atomics-Load-loop-ping-pong", Cost: handed(1)},
	Operation{Name: "WaitAny-ping-pong", Cost: handed(1).work(4 * entry)},
	Operation{Name: "Lock-contended", Cost: trips(2)},
	Operation{Name: "Critical-contended", Cost: own().work(2 * entry)},
)

var goCollectives = all(
	Operation{Name: "Broadcast", Cost: meet(1)},
	Operation{Name: "BroadcastSlice-1KiB", Cost: meet(1).lines(1).bytes(kib)},
	Operation{Name: "BroadcastSlice-1MiB", Cost: meet(1).bytes(2 * mib)},
	Operation{Name: "Sum", Cost: meet(1),
		Reasons: crossing},
	Operation{Name: "Max", Cost: meet(1)},
	Operation{Name: "SumSlice-1KiB", Cost: meet(1).lines(1).bytes(2 * kib).work(128)},
	Operation{Name: "SumSlice-1MiB", Cost: meet(1).bytes(2 * mib).work(mib / 8)},
	Operation{Name: "Reduce", Cost: meet(1)},
	Operation{Name: "Gather", Cost: meet(1).work(2 * entry),
		Reasons: engine},
	Operation{Name: "AllGather", Cost: meet(1).work(2 * entry),
		Reasons: engine},
	Operation{Name: "Scatter", Cost: meet(1).work(2 * entry),
		Reasons: engine},
	Operation{Name: "AllToAll", Cost: meet(1).work(2 * entry),
		Reasons: engine},
	Operation{Name: "Sort-100", Cost: meet(6).bytes(1600).work(100 * 40)},
)

var goAsync = all(
	Operation{Name: "BarrierAsync", Cost: meet(1).work(4 * entry),
		Reasons: crossing},
	Operation{Name: "BroadcastAsync-8B", Cost: meet(1).work(4 * entry)},
	Operation{Name: "BroadcastAsync-1MiB", Cost: meet(1).bytes(2 * mib).work(4 * entry),
		Reasons: inLetters},
	Operation{Name: "SumAsync-8B", Cost: meet(2).work(4 * entry)},
	Operation{Name: "SumAsync-1MiB", Cost: meet(2).bytes(3 * mib).work(mib / 8),
		Reasons: inLetters},
	Operation{Name: "ReduceAsync", Cost: meet(1).work(4 * entry)},
	Operation{Name: "GatherAsync", Cost: meet(1).work(4 * entry),
		Reasons: engine},
	Operation{Name: "AllGatherAsync", Cost: meet(2).work(4 * entry),
		Reasons: engine},
	Operation{Name: "ScatterAsync", Cost: meet(1).work(4 * entry),
		Reasons: engine},
	Operation{Name: "AllToAllAsync", Cost: meet(2).work(4 * entry),
		Reasons: engine},
	Operation{Name: "SortAsync-100", Cost: meet(6).bytes(1600).work(100 * 40)},
)

var goMemory = all(
	Operation{Name: "New-Free-4KiB", Cost: meet(3).work(300),
		Reasons: agreed},
	Operation{Name: "New-Free-16MiB", Cost: meet(3).fresh(16 * mib)},
	Operation{Name: "New-write-Free-8MiB", Cost: meet(3).fresh(8 * mib).bytes(8 * mib)},
	Operation{Name: "FormTeam", Cost: meet(2).work(200),
		Reasons: agreed},
	Operation{Name: "SplitTeam", Cost: meet(2).work(200),
		Reasons: agreed},
	Operation{Name: "InTeam-of-one", Cost: own().work(200)},
	Operation{Name: "InTeam", Cost: meet(2).work(200),
		Reasons: agreed},
	Operation{Name: "NewCartesian", Cost: own().work(2 * entry)},
	Operation{Name: "NewGraph", Cost: own().work(2 * entry)},
)
