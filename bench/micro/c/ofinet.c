/* What two processes do over the link between them by libfabric alone, beside Coral's puts and gets
   by the same library: the same sizes and numbers of turns as net.f90 and mpinet.c. MPI starts them
   and exchanges their addresses. Prints `bench net case=NAME/BYTES ns=VALUE`:

     send      fi_tsend and fi_trecv, one way of a ping-pong
     isend8    eight of each, one way
     rmaget    fi_read; the other process waits for a message

   `ofinet repetitions` */

#include <mpi.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST (32 << 20)
#define EIGHT (2 << 20)
#define BUDGET (128 << 20)
#define VARIABLES 8

static int rank;
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

/* first: completions bear its address */
typedef struct {
	struct fi_context2 context;
	int ended;
} operation;

static void check(const char *what, long code) {
	if (code >= 0)
		return;
	fprintf(stderr, "ofinet: %s: %s\n", what, fi_strerror((int)-code));
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static void look(void) {
	struct fi_cq_tagged_entry e[VARIABLES];
	ssize_t n = fi_cq_read(completions, e, VARIABLES);
	if (n != -FI_EAGAIN)
		check("fi_cq_read", n);
	for (ssize_t i = 0; i < n; i++)
		((operation *)e[i].op_context)->ended = 1;
}

static void await(operation *o, int n) {
	for (int i = 0; i < n; i++)
		while (!o[i].ended)
			look();
}

static void begin(operation *o, int mine, int v, char *p, size_t n) {
	ssize_t r;
	o->ended = 0;
	while ((r = mine ? fi_tsend(endpoint, p, n, NULL, other, (uint64_t)v, &o->context)
	                 : fi_trecv(endpoint, p, n, NULL, FI_ADDR_UNSPEC, (uint64_t)v, 0,
	                       &o->context)) == -FI_EAGAIN)
		look();
	check(mine ? "fi_tsend" : "fi_trecv", r);
}

static void several(int variables, int n, int mine) {
	operation o[VARIABLES];
	for (int v = 0; v < variables; v++)
		begin(&o[v], mine, v, (mine ? from : to) + (size_t)v * n, (size_t)n);
	await(o, variables);
}

static void send1(int n, int mine) { several(1, n, mine); }
static void send8(int n, int mine) { several(VARIABLES, n, mine); }

static double pingpong(void (*once)(int, int), int n, int count) {
	double start = 0;
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = -(count / 4 < 8 ? 8 : count / 4); i < count; i++) {
		if (i == 0)
			start = MPI_Wtime();
		once(n, rank == 0);
		once(n, rank != 0);
	}
	return (MPI_Wtime() - start) / count / 2;
}

static double gets(int n, int count) {
	operation o;
	double start;
	MPI_Barrier(MPI_COMM_WORLD);
	start = MPI_Wtime();
	if (rank == 0) {
		for (int i = 0; i < count; i++) {
			ssize_t r;
			o.ended = 0;
			while ((r = fi_read(endpoint, to, (size_t)n, NULL, other, there.at, there.key,
			            &o.context)) == -FI_EAGAIN)
				look();
			check("fi_read", r);
			await(&o, 1);
		}
		start = (MPI_Wtime() - start) / count;
	}
	begin(&o, rank == 0, VARIABLES, rank == 0 ? from : to, 1);
	await(&o, 1);
	return start;
}

static int turns(long bytes, long budget) {
	long count = budget / bytes;
	return (int)(count < 8 ? 8 : count > 1000 ? 1000 : count);
}

static void print(const char *name, long bytes, double seconds) {
	if (rank == 0)
		printf("bench net case=%s/%ld ns=%.1f\n", name, bytes, seconds * 1e9);
}

static void open_endpoint(void) {
	struct fi_info *hints = fi_allocinfo();
	struct fi_cq_attr queue = {.format = FI_CQ_FORMAT_TAGGED};
	struct fi_av_attr table = {.type = FI_AV_MAP};
	hints->caps = FI_MSG | FI_TAGGED | FI_RMA;
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

static void exchange(void) {
	struct {
		uint64_t at, key;
		char address[512];
	} own = {0}, theirs;
	size_t length = sizeof own.address;
	uint64_t mode = (uint64_t)info->domain_attr->mr_mode;
	check("fi_getname", fi_getname(&endpoint->fid, own.address, &length));
	check("fi_mr_reg", fi_mr_reg(domain, from, LONGEST, FI_REMOTE_READ, 0, 1, 0, &memory, NULL));
	if (mode & FI_MR_ENDPOINT) {
		check("fi_mr_bind", fi_mr_bind(memory, &endpoint->fid, 0));
		check("fi_mr_enable", fi_mr_enable(memory));
	}
	own.at = mode & FI_MR_VIRT_ADDR ? (uint64_t)from : 0;
	own.key = fi_mr_key(memory);
	MPI_Sendrecv(&own, sizeof own, MPI_BYTE, 1 - rank, 0, &theirs, sizeof theirs, MPI_BYTE,
		1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	there.at = theirs.at;
	there.key = theirs.key;
	check("fi_av_insert",
		fi_av_insert(addresses, theirs.address, 1, &other, 0, NULL) == 1 ? 0 : -1);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int repetitions = argc > 1 ? atoi(argv[1]) : 3;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	from = malloc(LONGEST);
	to = malloc(LONGEST);
	memset(from, 1, LONGEST);
	memset(to, 0, LONGEST);
	open_endpoint();
	exchange();
	for (int k = 0; k < repetitions; k++)
		for (long n = 8; n <= LONGEST; n *= 4) {
			print("send", n, pingpong(send1, (int)n, turns(n, BUDGET)));
			if (n <= EIGHT)
				print("isend8", n, pingpong(send8, (int)n, turns(VARIABLES * n, BUDGET)));
			print("rmaget", n, gets((int)n, turns(n, BUDGET)));
		}
	MPI_Finalize();
	return 0;
}
