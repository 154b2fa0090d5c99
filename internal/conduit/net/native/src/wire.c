/* PMI-1 on the wire: lines of text on a socket that the launcher has left open (PMI_FD), one there,
 * one back. */
#include "pmi.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static coral_pmi self;
static char kvs[512]; /* the name of the space of keys, which PMI-1 wants in every line */

static int variable(const char *name) {
    const char *value = getenv(name);
    return value && *value ? atoi(value) : -1;
}

enum { LINE = 2048 };
static int wire = -1;

static bool ask(char *line, const char *answer) {
    size_t n = strlen(line);
    for (size_t i = 0; i < n;) {
        ssize_t k = write(wire, line + i, n - i);
        if (k < 0 && errno != EINTR)
            return false;
        i += k > 0 ? (size_t)k : 0;
    }
    if (answer == NULL)
        return true;
    for (n = 0; n < LINE - 1;) { /* by characters: what follows the line is not ours to take */
        ssize_t k = read(wire, line + n, 1);
        if (k == 0 || (k < 0 && errno != EINTR))
            return false;
        if (k > 0 && line[n++] == '\n')
            break;
    }
    line[n] = 0;
    if (n > 0 && line[n - 1] == '\n')
        line[n - 1] = 0;
    size_t length = strlen(answer);
    return strncmp(line, "cmd=", 4) == 0 && strncmp(line + 4, answer, length) == 0 &&
        (line[4 + length] == ' ' || line[4 + length] == 0);
}

/* The value of a field in an answer, which ends at a blank or with the line. */
static bool field(const char *line, const char *name, char *value, size_t room) {
    size_t n = strlen(name);
    for (const char *p = line; (p = strstr(p, name)) != NULL; p += n) {
        if ((p != line && p[-1] != ' ') || p[n] != '=')
            continue;
        p += n + 1;
        size_t length = strcspn(p, " ");
        if (length >= room)
            return false;
        memcpy(value, p, length);
        value[length] = 0;
        return true;
    }
    return false;
}

static bool right(const char *line) {
    char code[16];
    return !field(line, "rc", code, sizeof code) || strcmp(code, "0") == 0;
}

static bool wire_put(const char *key, const char *word) {
    char line[LINE];
    snprintf(line, sizeof line, "cmd=put kvsname=%s key=%s value=%s\n", kvs, key, word);
    return ask(line, "put_result") && right(line);
}

static bool wire_fence(void) {
    char line[LINE] = "cmd=barrier_in\n";
    return ask(line, "barrier_out") && right(line);
}

static bool wire_get(int rank, const char *key, char *word) {
    (void)rank;
    char line[LINE];
    snprintf(line, sizeof line, "cmd=get kvsname=%s key=%s\n", kvs, key);
    return ask(line, "get_result") && right(line) && field(line, "value", word, CORAL_PMI_WORD + 1);
}

static void wire_close(void) {
    char line[LINE] = "cmd=finalize\n";
    ask(line, "finalize_ack");
    close(wire);
}

static void wire_abort(int code) {
    char line[64];
    snprintf(line, sizeof line, "cmd=abort exitcode=%d\n", code);
    ask(line, NULL);
}

/* As slurm_abort in pmi.c. */
static void wire_leave(int code) { _Exit(code); }

/* Whether srun is at the other end, and not a launcher that srun has started. */
static bool is_slurm(void) {
    return getenv("SLURM_PROCID") != NULL && getenv("MPI_LOCALNRANKS") == NULL;
}

/* The wire as it is, whoever has begun to speak on it. */
const coral_pmi *coral_wire_taken(void) {
    wire = variable("PMI_FD");
    if (wire < 0)
        return NULL;
    bool each = is_slurm();
    self = (coral_pmi){variable("PMI_RANK"), variable("PMI_SIZE"), "PMI-1", wire_put, wire_fence,
        wire_get, wire_close, each ? wire_leave : wire_abort, .each = each};
    return &self;
}

bool coral_wire_open(const coral_pmi **pmi, char *text, size_t room) {
    char line[LINE] = "cmd=init pmi_version=1 pmi_subversion=1\n";
    if (coral_wire_taken() == NULL)
        return false;
    *pmi = NULL;
    if (!ask(line, "response_to_init") || !right(line)) {
        snprintf(text, room, "the launcher does not speak PMI-1 on descriptor %d (PMI_FD): %s",
            wire, line);
        return true;
    }
    /* commands that the program executes are no part of the run */
    fcntl(wire, F_SETFD, FD_CLOEXEC);
    strcpy(line, "cmd=get_my_kvsname\n");
    if (!ask(line, "my_kvsname") || !field(line, "kvsname", kvs, sizeof kvs)) {
        snprintf(text, room, "the launcher names no space of keys by PMI-1: %s", line);
        return true;
    }
    *pmi = &self;
    return true;
}
