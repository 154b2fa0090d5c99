package scaling

// What has been measured, on two cores of an AMD EPYC that other programs used too: the least of several repetitions.
const (
	himenoRate  = 2500 // 10⁶ operations a second of one image: bench/himeno, size S
	updateNS    = 15   // of an update in the own block: bench/hpcc/fortran, one image
	senderShare = 0.5  // of a short message's latency: the system call by which it is sent takes 4 to 5 µs
)

// puts are of `coral bench net`, put and notification, MPI conduit under Open MPI: TCP between two hosts of test/cluster.
var puts = []Point{
	{8, 10.14e3}, {32, 10.19e3}, {128, 8.58e3}, {512, 8.43e3}, {2 << 10, 13.73e3}, {8 << 10, 12.49e3}, {32 << 10, 19.36e3}, {128 << 10, 75.91e3},
	{512 << 10, 298e3}, {2 << 20, 1049e3}, {8 << 20, 3884e3}, {32 << 20, 17207e3},
}

// Measured is the link.
func Measured() Link { return Fit(puts, senderShare) }
