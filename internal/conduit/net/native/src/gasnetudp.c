/* GASNet's conduit udp. A process of GASNet's own, the master, brings the others together, and they
 * tell it when they end. It starts them by a command of the user's choice (GASNET_SPAWNFN=C): here
 * they have been started already, and that command writes down what they are to find in their
 * environment. The first image starts the master, and passes on those words by what started the
 * images (pmi.h). GASNet's ranks are the order in which processes reach the master, so each leaves
 * its rank for the others to read. */
#include "job.h"
#include "pmi.h"
#include "words.h"

#include <arpa/inet.h>
#include <gasnetex.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ADDRESSES = 32, WORDS = 2048 };

static const coral_pmi *pmi;
static pid_t master; /* of the first image; 0: it has none */

/* This machine's addresses, and the networks that they are in. */
typedef struct {
    uint32_t address[ADDRESSES], mask[ADDRESSES];
    uint32_t n;
} addresses;

static addresses own_addresses(void) {
    addresses own = {.n = 0};
    struct ifaddrs *list;
    if (getifaddrs(&list) != 0)
        return own;
    for (struct ifaddrs *i = list; i != NULL && own.n < ADDRESSES; i = i->ifa_next) {
        if (i->ifa_addr == NULL || i->ifa_netmask == NULL || i->ifa_addr->sa_family != AF_INET ||
            !(i->ifa_flags & IFF_UP) || (i->ifa_flags & IFF_LOOPBACK))
            continue;
        own.address[own.n] = ((struct sockaddr_in *)(void *)i->ifa_addr)->sin_addr.s_addr;
        own.mask[own.n++] = ((struct sockaddr_in *)(void *)i->ifa_netmask)->sin_addr.s_addr;
    }
    freeifaddrs(list);
    return own;
}

/* Which of the first image's addresses are in a network of this machine's, a bit each. */
static uint32_t in_reach(const addresses *first, const addresses *own) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < first->n; i++)
        for (uint32_t j = 0; j < own->n; j++)
            if (((first->address[i] ^ own->address[j]) & own->mask[j]) == 0)
                bits |= 1u << i;
    return bits;
}

static bool read_words(int rank, const char *name, void *to, size_t n) {
    size_t length;
    unsigned char *bytes = coral_pmi_published(pmi, rank, name, &length);
    bool good = bytes != NULL && length == n;
    if (good)
        memcpy(to, bytes, n);
    free(bytes);
    return good;
}

/* An address of the first image's machine that is in a network of every machine; else its first
 * one. All images together; the first one gets the result. */
static bool choose_address(char text[INET_ADDRSTRLEN]) {
    addresses own = own_addresses(), first = own;
    if (pmi->rank == 0 && !coral_pmi_publish(pmi, "udp-addresses", &own, sizeof own))
        return false;
    if (!pmi->fence() || !read_words(0, "udp-addresses", &first, sizeof first))
        return false;
    uint32_t bits = in_reach(&first, &own), all = UINT32_MAX;
    if (!coral_pmi_publish(pmi, "udp-reach", &bits, sizeof bits) || !pmi->fence())
        return false;
    if (pmi->rank != 0)
        return true;
    for (int i = 0; i < pmi->size; i++) {
        if (!read_words(i, "udp-reach", &bits, sizeof bits))
            return false;
        all &= bits;
    }
    struct in_addr address = {.s_addr = htonl(INADDR_LOOPBACK)};
    if (first.n > 0)
        address.s_addr = first.address[0];
    for (uint32_t i = first.n; i-- > 0;)
        if (all & 1u << i)
            address.s_addr = first.address[i];
    return inet_ntop(AF_INET, &address, text, INET_ADDRSTRLEN) != NULL;
}

/* In a child of the first image, which is no image: it has nothing of it but the environment. */
static void be_master(int out, pid_t parent, const char *address) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    for (int i = 1; i < NSIG; i++)
        sigaction(i, &(struct sigaction){.sa_handler = i == SIGPIPE ? SIG_IGN : SIG_DFL}, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(out, 1);
    close(0);
    if (syscall(SYS_close_range, 3, ~0u, 0) != 0)
        for (int i = 3; i < 1024; i++)
            close(i);
    setenv("GASNET_SPAWNFN", "C", 1);
    setenv("GASNET_CSPAWN_CMD", "echo %C", 1);
    setenv("GASNET_MASTERIP", address, 0);
    char name[] = "coral", count[16], *words[] = {name, count, NULL};
    snprintf(count, sizeof count, "%d", pmi->size);
    int n = 2;
    char **arguments = words;
    gex_Client_t client;
    gex_EP_t endpoint;
    gex_TM_t team;
    gex_Client_Init(&client, &endpoint, &team, "coral", &n, &arguments, 0);
    _exit(1);
}

/* Starts the master. command: by which it would start a process. */
static bool start_master(const char *address, char command[WORDS]) {
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    pid_t parent = getpid();
    master = fork();
    if (master == 0)
        be_master(ends[1], parent, address);
    close(ends[1]);
    size_t n = 0;
    while (master > 0 && n < WORDS - 1) {
        ssize_t k = read(ends[0], command + n, WORDS - 1 - n);
        if (k <= 0)
            break;
        n += (size_t)k;
        if (memchr(command, '\n', n) != NULL)
            break;
    }
    close(ends[0]);
    command[n] = 0;
    return n > 0;
}

/* Puts what is quoted in a command, NAME=VALUE, into the environment. */
static void take_environment(char *command) {
    for (char *begin = strchr(command, '\''); begin != NULL; begin = strchr(begin, '\'')) {
        char *end = strchr(++begin, '\'');
        if (end == NULL)
            return;
        *end = 0;
        char *value = strchr(begin, '=');
        if (value != NULL) {
            *value = 0;
            setenv(begin, value + 1, 1);
        }
        begin = end + 1;
    }
}

bool coral_job_open(char *text, size_t room) {
    char address[INET_ADDRSTRLEN] = "", command[WORDS] = "";
    if ((pmi = coral_pmi_open(text, room)) == NULL)
        return false;
    bool good = choose_address(address);
    if (good && pmi->rank == 0) {
        if (!start_master(address, command)) {
            snprintf(text, room, "GASNet's master does not start");
            return false;
        }
        good = coral_pmi_publish(pmi, "udp-master", command, strlen(command) + 1);
    }
    size_t n;
    char *told = NULL;
    if (good && pmi->fence())
        told = (char *)coral_pmi_published(pmi, 0, "udp-master", &n);
    if (told != NULL) {
        take_environment(told);
        free(told);
        return true;
    }
    snprintf(text, room, "the addresses of images cannot be exchanged by %s", pmi->name);
    return false;
}

bool coral_job_meet(uint32_t own, int size, int *rank, char *text, size_t room) {
    *rank = pmi->rank;
    if (size == pmi->size && coral_pmi_publish(pmi, "udp-rank", &own, sizeof own) && pmi->fence())
        return true;
    snprintf(text, room, "the ranks of %d images of %d cannot be exchanged by %s", size, pmi->size,
        pmi->name);
    return false;
}

bool coral_job_rank(int rank, uint32_t *job) {
    return read_words(rank, "udp-rank", job, sizeof *job);
}

/* Whoever looks at the network when the master has gone is ended by GASNet: behind the second fence
 * nobody does. The master would take images that leave for dead, and say so: they leave behind the
 * third. */
void coral_job_close(bool (*progress)(void)) {
    coral_fence(pmi, progress);
    pmi->fence();
    if (master > 0) {
        kill(master, SIGKILL);
        waitpid(master, NULL, 0);
    }
    pmi->fence();
    pmi->close();
}

void coral_job_abort(int code) { pmi->abort(code); }

bool coral_job_ends_each(void) { return pmi->each; }
