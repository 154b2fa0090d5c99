/* What two processes do over the link between them by ARMCI alone, beside Coral's operations by the
   same library (alone.h), over the MPI of the compiler:

     send        armci_msg_snd and armci_msg_rcv, one way of a ping-pong
     flag        ARMCI_Put, ARMCI_Fence, ARMCI_PutValueLong to a word that the other process polls
     vector      ARMCI_PutS, ARMCI_Fence and such a word
     rmaget      ARMCI_Get
     vectorget   ARMCI_GetS
     add         ARMCI_Rmw
     accumulate  ARMCI_Acc and ARMCI_Fence
     barrier     ARMCI_Barrier

   Its messages are of one at a time. `armcinet [repetitions [longest [budget]]]` */

#include "alone.h"

#include <armci.h>

enum {
	FLAG = LONGEST,
	COUNTER = LONGEST + 64,
	SUMS = LONGEST + 128,
	ROOM = SUMS + (8 << 10),
	MESSAGE = 1
};

static char *from, *here, *there; /* here: others reach it; there: that of the other process */
static long watched;              /* the number of the last flag */

static void check(const char *what, int code) {
	if (code != 0)
		fail(what, "it says that it has failed");
}

static void send1(int n, int mine) {
	int received;
	if (mine)
		armci_msg_snd(MESSAGE, from, n, 1 - rank);
	else
		armci_msg_rcv(MESSAGE, here, n, &received, 1 - rank);
}

static void advance(void) {}

static void word(int mine) { send1(1, mine); }

/* The MPI beneath serves the other process at its calls. */
static void look(void) {
	int any;
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE);
}

static int shows(long number) {
	ARMCI_Access_begin(here + FLAG);
	long found = *(volatile long *)(here + FLAG);
	ARMCI_Access_end(here + FLAG);
	return found == number;
}

/* The data have been put, and the word comes behind them. */
static void signal_behind(int mine) {
	long number = ++watched;
	if (mine) {
		ARMCI_Fence(1 - rank);
		check("ARMCI_PutValueLong", ARMCI_PutValueLong(number, there + FLAG, 1 - rank));
		ARMCI_Fence(1 - rank);
	} else
		while (!shows(number))
			look();
}

static void flag(int n, int mine) {
	if (mine)
		check("ARMCI_Put", ARMCI_Put(from, there, n, 1 - rank));
	signal_behind(mine);
}

/* Each element of 8 bytes is as far from the next one on both sides. */
static int apart[] = {8 * STRIDE};

static void vector(int n, int mine) {
	int count[] = {8, n / 8};
	if (mine)
		check("ARMCI_PutS", ARMCI_PutS(from, apart, there, apart, count, 1, 1 - rank));
	signal_behind(mine);
}

static void get(int n) { check("ARMCI_Get", ARMCI_Get(there, from, n, 1 - rank)); }

static void get_vector(int n) {
	int count[] = {8, n / 8};
	check("ARMCI_GetS", ARMCI_GetS(there, apart, from, apart, count, 1, 1 - rank));
}

static void add(int n) {
	long old;
	(void)n;
	check("ARMCI_Rmw", ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, there + COUNTER, 1, 1 - rank));
}

static void accumulate(int n) {
	static double numbers[1 << 10];
	double scale = 1;
	check("ARMCI_Acc",
		ARMCI_Acc(ARMCI_ACC_DBL, &scale, numbers, there + SUMS, n, 1 - rank));
	ARMCI_Fence(1 - rank);
}

int main(int argc, char **argv) {
	void *all[2];
	const library armci = {.send = send1, .flag = flag, .vector = vector, .get = get,
		.get_vector = get_vector, .add = add, .accumulate = accumulate, .barrier = ARMCI_Barrier};
	MPI_Init(&argc, &argv);
	check("ARMCI_Init", ARMCI_Init());
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	from = ARMCI_Malloc_local(ROOM);
	check("ARMCI_Malloc", ARMCI_Malloc(all, ROOM));
	here = all[rank];
	there = all[1 - rank];
	memset(from, 1, ROOM);
	ARMCI_Access_begin(here);
	memset(here, 0, ROOM);
	ARMCI_Access_end(here);
	ARMCI_Barrier();
	measure_all(&armci, argc, argv);
	ARMCI_Free(here);
	ARMCI_Free_local(from);
	ARMCI_Finalize();
	MPI_Finalize();
	return 0;
}
