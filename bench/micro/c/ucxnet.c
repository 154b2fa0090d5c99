/* What two processes do over the link between them by UCX alone, beside Coral's operations by the
   same library (alone.h):

     send       ucp_tag_send_nbx and ucp_tag_recv_nbx, one way of a ping-pong
     isend8     eight of each, one way
     rmaget     ucp_get_nbx
     flag       ucp_put_nbx, ucp_worker_fence, ucp_put_nbx to a word that the other process polls
     add        ucp_atomic_op_nbx with the old value

   UCX adds integers of 4 and 8 bytes, and knows no sum of more of them or of real numbers, no
   barrier, and no stride at the other process. `ucxnet [repetitions [longest [budget]]]` */

#include "alone.h"

#include <stdint.h>
#include <ucp/api/ucp.h>

/* Its address, that of the memory that others reach, and the key to that. */
typedef struct {
	uint64_t memory;
	char address[1024], key[512];
} contact;

static ucp_context_h context;
static ucp_worker_h worker;
static ucp_ep_h other;
static ucp_rkey_h key;
static uint64_t there;   /* the other process's memory: room for the longest, then the words */
static char *from, *to;  /* to: others reach it */
static uint64_t watched; /* the number of the last flag */

enum { FLAG = LONGEST, COUNTER = LONGEST + 64, ROOM = LONGEST + 128, WORD = VARIABLES };

static const ucp_request_param_t plain;

static void check(const char *what, ucs_status_t status) {
	if (status != UCS_OK)
		fail(what, ucs_status_string(status));
}

static void await(const char *what, void *request) {
	ucs_status_t status = UCS_PTR_STATUS(request);
	if (UCS_PTR_IS_PTR(request)) {
		while ((status = ucp_request_check_status(request)) == UCS_INPROGRESS)
			ucp_worker_progress(worker);
		ucp_request_free(request);
	}
	check(what, status);
}

static void *begin(int mine, int tag, char *p, size_t n) {
	return mine ? ucp_tag_send_nbx(other, p, n, (ucp_tag_t)tag, &plain)
	            : ucp_tag_recv_nbx(worker, p, n, (ucp_tag_t)tag, UINT64_MAX, &plain);
}

static void several(int variables, int n, int mine) {
	void *requests[VARIABLES];
	for (int v = 0; v < variables; v++)
		requests[v] = begin(mine, v, (mine ? from : to) + (size_t)v * n, (size_t)n);
	for (int v = 0; v < variables; v++)
		await("a message", requests[v]);
}

static void send1(int n, int mine) { several(1, n, mine); }
static void send8(int n, int mine) { several(VARIABLES, n, mine); }

static void advance(void) { ucp_worker_progress(worker); }

static void word(int mine) {
	char c = 0;
	await("a message", begin(mine, WORD, &c, 1));
}

static void flag(int n, int mine) {
	uint64_t number = ++watched;
	if (mine) {
		void *data = ucp_put_nbx(other, from, (size_t)n, there, key, &plain), *behind;
		check("ucp_worker_fence", ucp_worker_fence(worker));
		behind = ucp_put_nbx(other, &number, sizeof number, there + FLAG, key, &plain);
		await("ucp_put_nbx", data);
		await("ucp_put_nbx", behind);
	} else
		while (*(volatile uint64_t *)(to + FLAG) != number)
			ucp_worker_progress(worker);
}

static void get(int n) {
	await("ucp_get_nbx", ucp_get_nbx(other, from, (size_t)n, there, key, &plain));
}

static void add(int n) {
	uint64_t one = 1, old;
	ucp_request_param_t param = {
		.op_attr_mask = UCP_OP_ATTR_FIELD_DATATYPE | UCP_OP_ATTR_FIELD_REPLY_BUFFER,
		.datatype = ucp_dt_make_contig((size_t)n),
		.reply_buffer = &old,
	};
	await("ucp_atomic_op_nbx",
		ucp_atomic_op_nbx(other, UCP_ATOMIC_OP_ADD, &one, 1, there + COUNTER, key, &param));
}

static void open_worker(void) {
	ucp_params_t params = {.field_mask = UCP_PARAM_FIELD_FEATURES,
		.features = UCP_FEATURE_TAG | UCP_FEATURE_RMA | UCP_FEATURE_AMO64};
	ucp_worker_params_t working = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE,
		.thread_mode = UCS_THREAD_MODE_SINGLE};
	check("ucp_init", ucp_init(&params, NULL, &context));
	check("ucp_worker_create", ucp_worker_create(context, &working, &worker));
}

static void put_into(char *place, size_t room, const void *p, size_t n, const char *what) {
	if (n > room)
		fail(what, "it is longer than the room for it");
	memcpy(place, p, n);
}

static ucp_mem_h describe(contact *own) {
	ucp_mem_h memory;
	ucp_address_t *address;
	void *packed;
	size_t n;
	ucp_mem_map_params_t params = {
		.field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH,
		.address = to, .length = ROOM};
	own->memory = (uint64_t)(uintptr_t)to;
	check("ucp_mem_map", ucp_mem_map(context, &params, &memory));
	check("ucp_rkey_pack", ucp_rkey_pack(context, memory, &packed, &n));
	put_into(own->key, sizeof own->key, packed, n, "the key");
	ucp_rkey_buffer_release(packed);
	check("ucp_worker_get_address", ucp_worker_get_address(worker, &address, &n));
	put_into(own->address, sizeof own->address, address, n, "the address");
	ucp_worker_release_address(worker, address);
	return memory;
}

static ucp_mem_h connect_both(void) {
	contact own = {0}, theirs;
	ucp_mem_h memory = describe(&own);
	ucp_ep_params_t params = {.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS};
	exchange(&own, &theirs, sizeof own);
	params.address = (const ucp_address_t *)theirs.address;
	check("ucp_ep_create", ucp_ep_create(worker, &params, &other));
	check("ucp_ep_rkey_unpack", ucp_ep_rkey_unpack(other, theirs.key, &key));
	there = theirs.memory;
	return memory;
}

/* Both serve each other until neither needs it any more. */
static void close_all(ucp_mem_h memory) {
	await("ucp_ep_flush_nbx", ucp_ep_flush_nbx(other, &plain));
	meet();
	ucp_rkey_destroy(key);
	await("ucp_ep_close_nbx", ucp_ep_close_nbx(other, &plain));
	meet();
	ucp_mem_unmap(context, memory);
	ucp_worker_destroy(worker);
	ucp_cleanup(context);
}

int main(int argc, char **argv) {
	const library ucx = {
		.send = send1, .send8 = send8, .flag = flag, .get = get, .add = add};
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	from = filled(ROOM, 1);
	to = filled(ROOM, 0);
	open_worker();
	ucp_mem_h memory = connect_both();
	measure_all(&ucx, argc, argv);
	close_all(memory);
	MPI_Finalize();
	return 0;
}
