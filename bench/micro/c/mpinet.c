/* What two processes of the MPI library that is installed do over the link between them, beside
   Coral's puts and gets: the same sizes, the same numbers of turns, and where Coral notifies, a
   message. Prints `bench net case=NAME/BYTES ns=VALUE` for each repetition:

     send      MPI_Send and MPI_Recv, one way of a ping-pong
     rmaput    MPI_Put, MPI_Win_flush and an empty message, one way
     rmaget    MPI_Get and MPI_Win_flush; the other process waits for a message
     send8     eight variables by MPI_Send, one way
     isend8    eight variables by MPI_Isend, MPI_Irecv and MPI_Waitall, one way
     put8      eight variables by MPI_Put, one MPI_Win_flush and an empty message, one way
     vector    elements with a stride, of MPI_Type_vector, one way
     vectorget the same elements by MPI_Get and MPI_Win_flush
     flag      MPI_Put, MPI_Win_flush, MPI_Put to a word that the other process polls, one way
     add       MPI_Fetch_and_op and MPI_Win_flush
     accumulate MPI_Accumulate of real numbers and MPI_Win_flush
     barrier   MPI_Barrier
     told      what a put needs, which the other process does not know of: a message that tells
   where the data belong, these, and a message that they are there; it posts its receive when it is
   told. One way told8     the same of eight variables

   `mpinet repetitions longest budget` does what takes no window, in a process that has none, as
   Coral's program has none; with a fourth word the rest, and again send up to 8 KiB, as sendbeside:
   MPICH's messages of 2 KiB take 6.6 or 11.5 us by TCP, depending on what has gone by before, and
   after one-sided operations it is mostly the first. */

#include "link.h"

#define TOLD (128 << 10) /* from that length on data travel beside the message that tells of them */

static int other;
static char *from, *to;
static size_t room; /* of each */
static MPI_Win window;
static MPI_Datatype vector;
static long watched; /* the number of the last flag */

/* behind the room of the data */
enum { FLAG = 0, COUNTER = 64, SUMS = 128, BEHIND = SUMS + (8 << 10) };

static void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }

static void send1(int n, int mine) {
	if (mine)
		MPI_Send(from, n, MPI_BYTE, other, 0, MPI_COMM_WORLD);
	else
		MPI_Recv(to, n, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void rmaput(int n, int mine) {
	if (mine) {
		MPI_Put(from, n, MPI_BYTE, other, 0, n, MPI_BYTE, window);
		MPI_Win_flush(other, window);
		MPI_Send(NULL, 0, MPI_BYTE, other, 1, MPI_COMM_WORLD);
	} else {
		MPI_Recv(NULL, 0, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
}

static void send8(int n, int mine) {
	for (int v = 0; v < VARIABLES; v++)
		if (mine)
			MPI_Send(from + (size_t)v * n, n, MPI_BYTE, other, v, MPI_COMM_WORLD);
		else
			MPI_Recv(to + (size_t)v * n, n, MPI_BYTE, other, v, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void isend8(int n, int mine) {
	MPI_Request all[VARIABLES];
	MPI_Status statuses[VARIABLES];
	for (int v = 0; v < VARIABLES; v++)
		if (mine)
			MPI_Isend(from + (size_t)v * n, n, MPI_BYTE, other, v, MPI_COMM_WORLD, &all[v]);
		else
			MPI_Irecv(to + (size_t)v * n, n, MPI_BYTE, other, v, MPI_COMM_WORLD, &all[v]);
	MPI_Waitall(VARIABLES, all, statuses);
}

static void put8(int n, int mine) {
	if (mine) {
		for (int v = 0; v < VARIABLES; v++)
			MPI_Put(from + (size_t)v * n, n, MPI_BYTE, other, (MPI_Aint)v * n, n, MPI_BYTE, window);
		MPI_Win_flush(other, window);
		MPI_Send(NULL, 0, MPI_BYTE, other, 1, MPI_COMM_WORLD);
	} else {
		MPI_Recv(NULL, 0, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
}

static void sendvector(int n, int mine) {
	(void)n;
	if (mine)
		MPI_Send(from, 1, vector, other, 0, MPI_COMM_WORLD);
	else
		MPI_Recv(to, 1, vector, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void tell(int variables, int n, int mine) {
	static char place[16 * VARIABLES], there[8];
	MPI_Request all[VARIABLES + 2];
	MPI_Status statuses[VARIABLES + 2];
	int count = 0, bytes = 16 * variables;
	if (mine)
		MPI_Isend(place, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD, &all[count++]);
	else
		MPI_Recv(place, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int v = 0; v < variables; v++)
		if (mine)
			MPI_Isend(from + (size_t)v * n, n, MPI_BYTE, other, 3, MPI_COMM_WORLD, &all[count++]);
		else
			MPI_Irecv(to + (size_t)v * n, n, MPI_BYTE, other, 3, MPI_COMM_WORLD, &all[count++]);
	if (mine)
		MPI_Isend(there, sizeof there, MPI_BYTE, other, 4, MPI_COMM_WORLD, &all[count++]);
	else
		MPI_Irecv(there, sizeof there, MPI_BYTE, other, 4, MPI_COMM_WORLD, &all[count++]);
	MPI_Waitall(count, all, statuses);
}

static void told(int n, int mine) { tell(1, n, mine); }
static void told8(int n, int mine) { tell(VARIABLES, n, mine); }

static void flag(int n, int mine) {
	long number = ++watched;
	if (mine) {
		MPI_Put(from, n, MPI_BYTE, other, 0, n, MPI_BYTE, window);
		MPI_Win_flush(other, window);
		MPI_Put(&number, 1, MPI_LONG, other, (MPI_Aint)room + FLAG, 1, MPI_LONG, window);
		MPI_Win_flush(other, window);
		return;
	}
	while (*(volatile long *)(to + room + FLAG) != number) {
		int any; /* serves the other process */
		MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE);
		MPI_Win_sync(window);
	}
}

static void get(int n) { MPI_Get(to, n, MPI_BYTE, other, 0, n, MPI_BYTE, window); }

static void getvector(int n) {
	(void)n;
	MPI_Get(from, 1, vector, other, 0, 1, vector, window);
}

static void add(int n) {
	static long one = 1, old;
	(void)n;
	MPI_Fetch_and_op(&one, &old, MPI_LONG, other, (MPI_Aint)room + COUNTER, MPI_SUM, window);
}

static void accumulate(int n) {
	static double numbers[1 << 10];
	MPI_Accumulate(numbers, n / 8, MPI_DOUBLE, other, (MPI_Aint)room + SUMS, n / 8, MPI_DOUBLE,
		MPI_SUM, window);
}

/* Process 0 works on process 1, and each operation is complete before the next one. */
static double flushed(void (*once)(int), int n, int count) {
	double start = 0;
	meet();
	start = MPI_Wtime();
	if (rank == 0) {
		for (int i = 0; i < count; i++) {
			once(n);
			MPI_Win_flush(other, window);
		}
		start = (MPI_Wtime() - start) / count;
		MPI_Send(NULL, 0, MPI_BYTE, other, 1, MPI_COMM_WORLD);
	} else {
		MPI_Recv(NULL, 0, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	return start;
}

/* As many bytes, in elements of 8; 0: they are too many. */
static int begin_vector(long n) {
	if (n > LONGEST_STRIDED || (size_t)n * STRIDE > room)
		return 0;
	MPI_Type_vector((int)(n / 8), 8, 8 * STRIDE, MPI_BYTE, &vector);
	MPI_Type_commit(&vector);
	return 1;
}

static void twosided(long n) {
	int count = turns(n), each = turns(VARIABLES * n);
	print("send", n, pingpong(send1, (int)n, count));
	if (n >= TOLD)
		print("told", n, pingpong(told, (int)n, count));
	if (n <= EIGHT) {
		print("send8", n, pingpong(send8, (int)n, each));
		print("isend8", n, pingpong(isend8, (int)n, each));
		if (n >= TOLD)
			print("told8", n, pingpong(told8, (int)n, each));
	}
	if (begin_vector(n)) {
		print("vector", n, pingpong(sendvector, (int)n, turns(STRIDE * n)));
		MPI_Type_free(&vector);
	}
}

static void onesided(long n) {
	int count = turns(n);
	if (n <= 8 << 10)
		print("sendbeside", n, pingpong(send1, (int)n, count));
	print("rmaput", n, pingpong(rmaput, (int)n, count));
	print("rmaget", n, flushed(get, (int)n, count));
	if (n <= EIGHT)
		print("put8", n, pingpong(put8, (int)n, turns(VARIABLES * n)));
	if (begin_vector(n)) {
		print("vectorget", n, flushed(getvector, (int)n, turns(STRIDE * n)));
		MPI_Type_free(&vector);
	}
}

/* What is measured at two sizes. */
static void brief(void) {
	for (int n = 8; n <= 8 << 10; n <<= 10) {
		print("flag", n, pingpong(flag, n, turns(n)));
		print("accumulate", n, flushed(accumulate, n, turns(n)));
	}
	print("add", 8, flushed(add, 8, turns(8)));
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int repetitions = argc > 1 ? atoi(argv[1]) : 5;
	long longest = argc > 2 ? atol(argv[2]) : LONGEST;
	if (argc > 3)
		budget = atol(argv[3]);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	other = 1 - rank;
	room = (size_t)longest < (size_t)VARIABLES * (4 << 20) ? (size_t)VARIABLES * (4 << 20)
	                                                       : (size_t)longest;
	from = malloc(room);
	to = malloc(room + BEHIND);
	memset(from, 1, room);
	memset(to, 1, room);
	memset(to + room, 0, BEHIND);
	int windows = argc > 4;
	if (windows) {
		MPI_Win_create(to, (MPI_Aint)room + BEHIND, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
		MPI_Win_lock_all(0, window);
	}
	/* warm in net.f90 says why */
	pingpong(send1, (int)(longest < 8 << 20 ? longest : 8 << 20), 20);
	pingpong(send1, 8, 2000);
	for (int r = 0; r < repetitions; r++) {
		for (long n = 8; n <= longest; n *= 4)
			(windows ? onesided : twosided)(n);
		if (windows)
			brief();
		else
			print("barrier", 0, barriers(meet, turns(8)));
	}
	if (windows) {
		MPI_Win_unlock_all(window);
		MPI_Win_free(&window);
	}
	MPI_Finalize();
	return 0;
}
