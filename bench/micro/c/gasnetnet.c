/* What two processes do over the link between them by GASNet-EX alone, beside Coral's operations by
   the same library (alone.h), with the network of the archive that it is linked with:

     send        gex_AM_RequestLong, one way of a ping-pong
     isend8      eight of each, one way
     flag        gex_RMA_PutBlocking, gex_RMA_PutNB to a word that the other process polls
     vector      gex_VIS_StridedPutBlocking and such a word
     rmaget      gex_RMA_GetBlocking
     vectorget   gex_VIS_StridedGetBlocking
     add         gex_AD_OpNB_U64
     accumulate  gex_AM_RequestMedium, whose handler adds numbers and replies
     barrier     gex_Coll_BarrierNB

   A long message is several. With GASNet's conduit udp a process of its own, the master, brings the
   two together: the first of them starts this program as such, which writes down what the two are
   to find in their environment (GASNET_SPAWNFN=C). `gasnetnet [repetitions [longest [budget]]]` */

#include "alone.h"

#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#include <stdint.h>
#include <unistd.h>

enum {
	FLAG = LONGEST,
	COUNTER = LONGEST + 64,
	SUMS = LONGEST + 128,
	ROOM = SUMS + (8 << 10),
	WORDS = 4096
};
enum { ARRIVED = GEX_AM_INDEX_BASE, SUM, SUMMED };

static gex_TM_t team;
static gex_AD_t domain;
static gex_Rank_t other;
static char *from, *here, *there;      /* here: others reach it; there: that of the other process */
static size_t each;                    /* bytes of a message, at most */
static volatile uint64_t came, summed; /* bytes, replies */
static uint64_t awaited, watched;      /* likewise; the number of the last flag */
static gex_Event_t flagged;            /* of the last flag that was put */

static void check(const char *what, int code) {
	if (code != GASNET_OK)
		fail(what, gasnet_ErrorDesc(code));
}

static void advance(void) { gasnet_AMPoll(); }

/* Handlers. */

static void arrived(gex_Token_t token, void *memory, size_t n) {
	(void)token, (void)memory;
	came += n;
}

static void sum(gex_Token_t token, void *memory, size_t n) {
	const double *numbers = memory;
	double *sums = (double *)(void *)(here + SUMS);
	for (size_t i = 0; i < n / sizeof *sums; i++)
		sums[i] += numbers[i];
	gex_AM_ReplyShort(token, SUMMED, 0);
}

static void has_summed(gex_Token_t token) {
	(void)token;
	summed++;
}

/* Operations. */

static void message(char *p, char *to, size_t n) {
	for (size_t part; n > 0; p += part, to += part, n -= part) {
		part = n < each ? n : each;
		check("gex_AM_RequestLong",
			gex_AM_RequestLong(team, other, ARRIVED, p, part, to, GEX_EVENT_NOW, 0));
	}
}

static void several(int variables, int n, int mine) {
	if (mine) {
		for (int v = 0; v < variables; v++)
			message(from + (size_t)v * n, there + (size_t)v * n, (size_t)n);
		return;
	}
	awaited += (uint64_t)variables * n;
	while (came < awaited)
		gasnet_AMPoll();
}

static void send1(int n, int mine) { several(1, n, mine); }
static void send8(int n, int mine) { several(VARIABLES, n, mine); }
static void word(int mine) { several(1, 1, mine); }

/* The data are there, and the word comes behind them. */
static void signal_behind(int mine) {
	static uint64_t number;
	if (mine) {
		gex_Event_Wait(flagged);
		number = ++watched;
		flagged = gex_RMA_PutNB(
			team, other, there + FLAG, &number, sizeof number, GEX_EVENT_DEFER, 0);
		return;
	}
	watched++;
	while (*(volatile uint64_t *)(void *)(here + FLAG) != watched)
		gasnet_AMPoll();
}

static void flag(int n, int mine) {
	if (mine)
		gex_RMA_PutBlocking(team, other, there, from, (size_t)n, 0);
	signal_behind(mine);
}

/* Each element of 8 bytes is as far from the next one on both sides. */
static const ptrdiff_t apart[] = {8 * STRIDE};

static void vector(int n, int mine) {
	const size_t count[] = {(size_t)n / 8};
	if (mine)
		gex_VIS_StridedPutBlocking(team, other, there, apart, from, apart, 8, count, 1, 0);
	signal_behind(mine);
}

static void get(int n) { gex_RMA_GetBlocking(team, from, other, there, (size_t)n, 0); }

static void get_vector(int n) {
	const size_t count[] = {(size_t)n / 8};
	gex_VIS_StridedGetBlocking(team, from, apart, other, there, apart, 8, count, 1, 0);
}

static void add(int n) {
	uint64_t old;
	(void)n;
	gex_Event_Wait(
		gex_AD_OpNB_U64(domain, &old, other, there + COUNTER, GEX_OP_FADD, 1, 0, 0));
}

static void accumulate(int n) {
	static double numbers[1 << 10];
	const uint64_t replies = summed + 1;
	check("gex_AM_RequestMedium",
		gex_AM_RequestMedium(team, other, SUM, numbers, (size_t)n, GEX_EVENT_NOW, 0));
	while (summed < replies)
		gasnet_AMPoll();
}

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

/* Start. */

static void open_team(int *argc, char ***argv) {
	gex_Client_t client;
	gex_EP_t endpoint;
	setenv("GASNET_SUPERNODE_MAXSIZE", "1", 0); /* no memory in common, on one machine either */
	check("gex_Client_Init", gex_Client_Init(&client, &endpoint, &team, "alone", argc, argv, 0));
}

#ifdef GASNET_CONDUIT_UDP
/* Puts what is quoted in the master's words, NAME=VALUE, into the environment. */
static void take_environment(char *words) {
	for (char *begin = strchr(words, '\''), *end; begin != NULL; begin = strchr(end + 1, '\'')) {
		if ((end = strchr(++begin, '\'')) == NULL)
			return;
		*end = 0;
		char *value = strchr(begin, '=');
		if (value != NULL) {
			*value = 0;
			setenv(begin, value + 1, 1);
		}
	}
}

/* What the master says of how it would start the two. */
static void join_by_master(const char *program) {
	char words[WORDS] = "", command[WORDS];
	if (rank == 0) {
		snprintf(command, sizeof command,
			"GASNET_SPAWNFN=C GASNET_CSPAWN_CMD='echo %%C' exec '%s' 2", program);
		FILE *master = popen(command, "r"); /* it ends when the two have ended */
		if (master == NULL || fgets(words, sizeof words, master) == NULL)
			fail("GASNet's master", "it says nothing");
	}
	MPI_Bcast(words, sizeof words, MPI_CHAR, 0, MPI_COMM_WORLD);
	take_environment(words);
}
#endif

static void attach(void) {
	static gex_AM_Entry_t handlers[] = {
		{ARRIVED, (gex_AM_Fn_t)arrived, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 0, NULL, NULL},
		{SUM, (gex_AM_Fn_t)sum, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL},
		{SUMMED, (gex_AM_Fn_t)has_summed, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
	};
	gex_Segment_t segment;
	other = 1 - gex_TM_QueryRank(team);
	check("gex_EP_RegisterHandlers",
		gex_EP_RegisterHandlers(
			gex_TM_QueryEP(team), handlers, sizeof handlers / sizeof *handlers));
	check("gex_Segment_Attach", gex_Segment_Attach(&segment, team, ROOM + (1 << 16)));
	here = gex_Segment_QueryAddr(segment);
	exchange(&here, &there, sizeof here);
	memset(here, 0, ROOM);
	each = gex_AM_MaxRequestLong(team, other, GEX_EVENT_NOW, 0, 0);
	gex_AD_Create(&domain, team, GEX_DT_U64, GEX_OP_FADD, 0);
	flagged = GEX_EVENT_INVALID;
	barrier();
}

int main(int argc, char **argv) {
	const library gasnet = {.send = send1, .send8 = send8, .flag = flag, .vector = vector,
		.get = get, .get_vector = get_vector, .add = add, .accumulate = accumulate,
		.barrier = barrier};
	int provided;
#ifdef GASNET_CONDUIT_UDP
	if (getenv("GASNET_CSPAWN_CMD") != NULL)
		open_team(&argc, &argv); /* it is the master, and does not return */
#endif
	/* the conduit mpi wants that */
	MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	int words = argc;
	char **arguments = argv;
#ifdef GASNET_CONDUIT_UDP
	join_by_master(argv[0]);
#endif
	open_team(&words, &arguments);
	from = filled(ROOM, 1);
	attach();
	measure_all(&gasnet, argc, argv);
	gex_Event_Wait(flagged);
	meet();
	fflush(stdout);
#ifdef GASNET_CONDUIT_UDP
	MPI_Finalize(); /* by the conduit mpi GASNet does that */
#endif
	gasnet_exit(0);
	return 0;
}
