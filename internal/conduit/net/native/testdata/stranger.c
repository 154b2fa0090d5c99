/* Sends messages to an image of a run of two, whose other one it plays itself, by UCX as a process
 * would that is no image of the run: all is right but the token. Then with the token. Prints how
 * many messages have come to the image each time. */
#include "../src/ucx.c"

static char words[64][2][CORAL_PMI_WORD + 64];
static int kept;

static bool put(const char *key, const char *word) {
    snprintf(words[kept][0], sizeof words[kept][0], "%s", key);
    snprintf(words[kept++][1], sizeof words[kept][1], "%s", word);
    return true;
}
static bool fence(void) { return true; }
static bool get(int rank, const char *key, char *word) {
    (void)rank;
    for (int i = 0; i < kept; i++)
        if (strcmp(words[i][0], key) == 0) {
            strcpy(word, words[i][1]);
            return true;
        }
    return false;
}
static void nothing(void) {}
static void leave(int code) { _Exit(code); }
static const coral_pmi pretended = {0, 2, "nothing", put, fence, get, nothing, leave, .each = true};

const coral_pmi *coral_pmi_open(char *text, size_t room) {
    (void)text, (void)room;
    return &pretended;
}
void coral_fence(const coral_pmi *p, bool (*progress)(void)) { (void)p, (void)progress; }

static ucp_worker_h stranger;
static ucp_ep_h connection;

/* How many messages come of one that is sent with a token. */
static int send_with(uint64_t its, uint32_t number) {
    envelope e = {its, 1, number, {0}};
    ucp_request_param_t param = {
        .op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS, .flags = UCP_AM_SEND_FLAG_EAGER};
    void *request = ucp_am_send_nbx(connection, MESSAGE, &e, sizeof e, "text", 4, &param);
    int come = 0;
    for (int turn = 0; turn < 20000; turn++) {
        ucp_worker_progress(stranger);
        self.progress();
        int source;
        const void *head, *payload;
        size_t n;
        come += self.receive(&source, &head, &payload, &n) == CORAL_LINK_DONE;
        if (turn % 100 == 0)
            usleep(100);
    }
    discard(request);
    return come;
}

int main(void) {
    char text[256] = "";
    const coral_link *link = coral_link_open(text, sizeof text);
    if (link == NULL || link->share(CORAL_LINK_NOTHING, NULL, 0) != CORAL_LINK_DONE) {
        fprintf(stderr, "%s%s\n", text, trouble);
        return 1;
    }
    ucp_worker_params_t working = {
        .field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE, .thread_mode = UCS_THREAD_MODE_SINGLE};
    bootstrap_record in;
    unsigned char *bytes = bootstrap_of(0, &in);
    ucp_ep_params_t params = {.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS,
        .address = (const ucp_address_t *)(bytes + sizeof in + in.key)};
    if (ucp_worker_create(context, &working, &stranger) != UCS_OK ||
        ucp_ep_create(stranger, &params, &connection) != UCS_OK)
        return 1;
    int without = send_with(in.token ^ 1, 0) + send_with(0, 0);
    printf("%d without the token, %d with it\n", without, send_with(in.token, 0));
    return 0;
}
