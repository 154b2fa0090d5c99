/* Two processes in turn, by MPI, as Table 3 of the paper, beside pingpong.f90:

     send     MPI_Send and MPI_Recv
     send8    eight variables by MPI_Send
     isend8   eight variables by MPI_Isend and MPI_Irecv, and MPI_Waitall

     pingpong longest budget     bytes of the longest; bytes that a length is repeated for */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLES 8
#define EIGHT (2 << 20)

static char *x, *y;
static int rank;

static void send(int n, int mine) {
	if (mine)
		MPI_Send(y, n, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
	else
		MPI_Recv(x, n, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send8(int n, int mine) {
	for (int v = 0; v < VARIABLES; v++)
		if (mine)
			MPI_Send(y, n, MPI_BYTE, 1 - rank, v, MPI_COMM_WORLD);
		else
			MPI_Recv(x + (size_t)v * EIGHT, n, MPI_BYTE, 1 - rank, v, MPI_COMM_WORLD,
			         MPI_STATUS_IGNORE);
}

static void isend8(int n, int mine) {
	MPI_Request all[VARIABLES];
	for (int v = 0; v < VARIABLES; v++)
		if (mine)
			MPI_Isend(y, n, MPI_BYTE, 1 - rank, v, MPI_COMM_WORLD, &all[v]);
		else
			MPI_Irecv(x + (size_t)v * EIGHT, n, MPI_BYTE, 1 - rank, v, MPI_COMM_WORLD, &all[v]);
	MPI_Waitall(VARIABLES, all, MPI_STATUSES_IGNORE);
}

/* Forced rendezvous can take milliseconds a message. So a length is also not repeated for much
   longer than this, by what its first phases have taken. */
#define SECONDS 0.2

static void phases(void (*phase)(int, int), int n, int count) {
	for (int i = 0; i < count; i++) {
		phase(n, rank == 0);
		phase(n, rank == 1);
	}
}

static void measure(const char *what, void (*phase)(int, int), int n, int budget) {
	int count = budget / n < 4 ? 4 : budget / n > 1000 ? 1000 : budget / n;
	int before = count / 10 < 2 ? 2 : count / 10;
	MPI_Barrier(MPI_COMM_WORLD);
	phases(phase, n, 2);
	double start = MPI_Wtime();
	phases(phase, n, 2);
	double most = SECONDS / ((MPI_Wtime() - start) / 2);
	if (most < count)
		count = most < 4 ? 4 : (int)most;
	if (before > count)
		before = count;
	MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Bcast(&before, 1, MPI_INT, 0, MPI_COMM_WORLD);
	phases(phase, n, before);
	start = MPI_Wtime();
	phases(phase, n, count);
	if (rank == 0)
		printf("bench pingpong case=%s/%d us=%.3f\n", what, n,
		       (MPI_Wtime() - start) * 1e6 / count / 2);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	int longest = argc > 1 ? atoi(argv[1]) : 1 << 25, budget = argc > 2 ? atoi(argv[2]) : 1 << 25;
	size_t room = longest > VARIABLES * EIGHT ? (size_t)longest : (size_t)VARIABLES * EIGHT;
	x = malloc(room);
	y = malloc(room);
	memset(x, 1, room);
	memset(y, 1, room);
	for (int n = 8; n > 0 && n <= longest; n *= 4) {
		measure("send", send, n, budget);
		if (n > EIGHT)
			continue;
		measure("send8", send8, n, budget);
		measure("isend8", isend8, n, budget);
	}
	MPI_Finalize();
	return 0;
}
