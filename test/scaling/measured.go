package scaling

// What has been measured, on two cores of an AMD EPYC that other programs used too: the least of several repetitions.
const (
	himenoRate  = 2500 // 10⁶ operations a second of one image: bench/himeno, size S
	updateNS    = 15   // of an update in the own block: bench/hpcc/fortran, one image
	senderShare = 0.5  // of a short message's latency: the system call by which it is sent takes 4 to 5 µs
)

// puts are of `coral bench net`, put and notification, MPI conduit under Open MPI: TCP between two hosts of test/cluster.
var puts = []Point{
	{8, 9.8e3}, {512, 10.2e3}, {2048, 12.1e3}, {8192, 13.0e3}, {32 << 10, 21.5e3}, {128 << 10, 74e3}, {512 << 10, 325e3}, {2 << 20, 950e3},
}

// Measured is the link.
func Measured() Link { return Fit(puts, senderShare) }
