/* What two processes do over the link between them by libfabric alone, beside Coral's operations by
   the same library (alone.h):

     send        fi_tsend and fi_trecv, one way of a ping-pong
     isend8      eight of each, one way
     rmaget      fi_read
     flag        fi_writemsg, and when the data are there, one of a word that the other polls
     add         fi_fetch_atomic
     accumulate  fi_atomic, where one takes so many numbers

   It has no stride at the other process; its barrier is one of collectives over such messages.
   `ofinet [repetitions [longest [budget]]]` */

#include "alone.h"

#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>

enum { FLAG = LONGEST, COUNTER = LONGEST + 64, SUMS = LONGEST + 128, ROOM = SUMS + (8 << 10) };

static char *from, *to;
static struct fi_info *info;
static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_av *addresses;
static struct fid_cq *completions;
static struct fid_ep *endpoint;
static struct fid_mr *memory;
static fi_addr_t other;
static struct {
	uint64_t at, key;
} there;
static uint64_t watched; /* the number of the last flag */

/* first: completions bear its address */
typedef struct {
	struct fi_context2 context;
	int ended;
} transfer;

static void check(const char *what, long code) {
	if (code < 0)
		fail(what, fi_strerror((int)-code));
}

static void look(void) {
	struct fi_cq_tagged_entry e[VARIABLES];
	ssize_t n = fi_cq_read(completions, e, VARIABLES);
	if (n != -FI_EAGAIN)
		check("fi_cq_read", n);
	for (ssize_t i = 0; i < n; i++)
		((transfer *)e[i].op_context)->ended = 1;
}

static void await(transfer *o, int n) {
	for (int i = 0; i < n; i++)
		while (!o[i].ended)
			look();
}

static void begin(transfer *o, int mine, int v, char *p, size_t n) {
	ssize_t r;
	o->ended = 0;
	while ((r = mine ? fi_tsend(endpoint, p, n, NULL, other, (uint64_t)v, &o->context)
	                 : fi_trecv(endpoint, p, n, NULL, FI_ADDR_UNSPEC, (uint64_t)v, 0,
	                       &o->context)) == -FI_EAGAIN)
		look();
	check(mine ? "fi_tsend" : "fi_trecv", r);
}

static void several(int variables, int n, int mine) {
	transfer o[VARIABLES];
	for (int v = 0; v < variables; v++)
		begin(&o[v], mine, v, (mine ? from : to) + (size_t)v * n, (size_t)n);
	await(o, variables);
}

static void send1(int n, int mine) { several(1, n, mine); }
static void send8(int n, int mine) { several(VARIABLES, n, mine); }

static void advance(void) { look(); }

static void word(int mine) {
	transfer o;
	begin(&o, mine, VARIABLES, mine ? from : to, 1);
	await(&o, 1);
}

/* Begins what a call begins, as often as the provider has no room for it, and waits for its end. */
#define COMPLETE(what, call)                                                                       \
	do {                                                                                           \
		transfer o = {0};                                                                          \
		ssize_t r;                                                                                 \
		while ((r = (call)) == -FI_EAGAIN)                                                         \
			look();                                                                                \
		check(what, r);                                                                            \
		await(&o, 1);                                                                              \
	} while (0)

/* It ends when the data are there. */
static void put(void *p, size_t n, uint64_t at) {
	struct iovec here = {p, n};
	struct fi_rma_iov remote = {there.at + at, n, there.key};
	struct fi_msg_rma m = {.msg_iov = &here, .iov_count = 1, .addr = other, .rma_iov = &remote,
		.rma_iov_count = 1};
	COMPLETE("fi_writemsg", (m.context = &o.context, fi_writemsg(endpoint, &m,
		FI_COMPLETION | FI_DELIVERY_COMPLETE)));
}

static void flag(int n, int mine) {
	uint64_t number = ++watched;
	if (mine) {
		put(from, (size_t)n, 0);
		put(&number, sizeof number, FLAG);
	} else
		while (*(volatile uint64_t *)(to + FLAG) != number)
			look();
}

static void get(int n) {
	COMPLETE("fi_read",
		fi_read(endpoint, from, (size_t)n, NULL, other, there.at, there.key, &o.context));
}

static void add(int n) {
	uint64_t one = 1, old;
	COMPLETE("fi_fetch_atomic",
		fi_fetch_atomic(endpoint, &one, (size_t)n / sizeof one, NULL, &old, NULL, other,
			there.at + COUNTER, there.key, FI_UINT64, FI_SUM, &o.context));
}

static void accumulate(int n) {
	static double numbers[1 << 10];
	COMPLETE("fi_atomic",
		fi_atomic(endpoint, numbers, (size_t)n / 8, NULL, other, there.at + SUMS, there.key,
			FI_DOUBLE, FI_SUM, &o.context));
}

static void open_endpoint(void) {
	struct fi_info *hints = fi_allocinfo();
	struct fi_cq_attr queue = {.format = FI_CQ_FORMAT_TAGGED};
	struct fi_av_attr table = {.type = FI_AV_MAP};
	hints->caps = FI_MSG | FI_TAGGED | FI_RMA | FI_ATOMIC;
	hints->mode = FI_CONTEXT | FI_CONTEXT2;
	hints->ep_attr->type = FI_EP_RDM;
	hints->domain_attr->mr_mode =
		FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
	setenv("FI_PROVIDER", "tcp", 0);
	check("fi_getinfo", fi_getinfo(FI_VERSION(1, 14), NULL, NULL, 0, hints, &info));
	while (info->next != NULL && info->domain_attr->name != NULL &&
	       strcmp(info->domain_attr->name, "lo") == 0)
		info = info->next;
	check("fi_fabric", fi_fabric(info->fabric_attr, &fabric, NULL));
	check("fi_domain", fi_domain(fabric, info, &domain, NULL));
	check("fi_av_open", fi_av_open(domain, &table, &addresses, NULL));
	check("fi_cq_open", fi_cq_open(domain, &queue, &completions, NULL));
	check("fi_endpoint", fi_endpoint(domain, info, &endpoint, NULL));
	check("fi_ep_bind", fi_ep_bind(endpoint, &addresses->fid, 0));
	check("fi_ep_bind", fi_ep_bind(endpoint, &completions->fid, FI_TRANSMIT | FI_RECV));
	check("fi_enable", fi_enable(endpoint));
}

static void connect_both(void) {
	struct {
		uint64_t at, key;
		char address[512];
	} own = {0}, theirs;
	size_t length = sizeof own.address;
	uint64_t mode = (uint64_t)info->domain_attr->mr_mode;
	check("fi_getname", fi_getname(&endpoint->fid, own.address, &length));
	check("fi_mr_reg", fi_mr_reg(domain, to, ROOM, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, 1, 0,
		&memory, NULL));
	if (mode & FI_MR_ENDPOINT) {
		check("fi_mr_bind", fi_mr_bind(memory, &endpoint->fid, 0));
		check("fi_mr_enable", fi_mr_enable(memory));
	}
	own.at = mode & FI_MR_VIRT_ADDR ? (uint64_t)to : 0;
	own.key = fi_mr_key(memory);
	exchange(&own, &theirs, sizeof own);
	there.at = theirs.at;
	there.key = theirs.key;
	check("fi_av_insert",
		fi_av_insert(addresses, theirs.address, 1, &other, 0, NULL) == 1 ? 0 : -1);
}

/* Whether one operation takes so many of them. */
static int sums(int many) {
	size_t most = 0;
	return fi_atomicvalid(endpoint, FI_DOUBLE, FI_SUM, &most) == 0 && most >= (size_t)many;
}

int main(int argc, char **argv) {
	library ofi = {.send = send1, .send8 = send8, .flag = flag, .get = get};
	size_t most = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	from = filled(ROOM, 1);
	to = filled(ROOM, 0);
	open_endpoint();
	connect_both();
	if (fi_fetch_atomicvalid(endpoint, FI_UINT64, FI_SUM, &most) == 0)
		ofi.add = add;
	if (sums(8 << 7))
		ofi.accumulate = accumulate;
	measure_all(&ofi, argc, argv);
	MPI_Finalize();
	return 0;
}
