package scaling

// What has been measured, on two cores of an AMD EPYC that other programs used too: the least of
// several repetitions. What programs did is in the test that writes the page.

// senderShare is of a short message's latency: the system call by which it is sent takes 4 to 5 µs.
const senderShare = 0.5

// puts are of `coral bench net`, put and notification, MPI conduit under Open MPI: TCP between two
// hosts of test/cluster.
var puts = []Point{
	{8, 8.74e3}, {32, 9.40e3}, {128, 8.89e3}, {512, 8.83e3}, {2 << 10, 14.61e3}, {8 << 10, 15.40e3},
	{32 << 10, 24.98e3}, {128 << 10, 73.32e3},
	{512 << 10, 114.7e3}, {2 << 20, 318e3}, {8 << 20, 1422e3}, {32 << 20, 5483e3},
}

// Measured is the link.
func Measured() Link { return Fit(puts, senderShare) }
