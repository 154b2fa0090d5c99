/* How much libraries send by TCP in one piece, unless the user says something else. As they come,
 * UCX cuts what is longer than 8 KiB, libfabric what is longer than 16 KiB, and Open MPI asks about
 * what is longer than 64 KiB; a receive that is posted before the data come needs neither
 * (prepost.go), and what comes in one piece is read at one look. Called before the library starts.
 */
#ifndef CORAL_TCP_H
#define CORAL_TCP_H

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* UCX warns of settings that nothing reads: whether it is to use TCP. */
static inline bool coral_ucx_uses_tcp(void) {
    const char *ways = getenv("UCX_TLS"), *devices = getenv("UCX_NET_DEVICES");
    if (devices != NULL && strchr(devices, ':') != NULL) /* ports of adapters */
        return false;
    if (ways == NULL)
        return true;
    if (*ways == '^')
        return strstr(ways, "tcp") == NULL;
    return strstr(ways, "tcp") != NULL || strstr(ways, "all") != NULL;
}

/* Both are of one size, since no end may send more than the other one reads. What is as long or
 * shorter comes without being asked for, into memory of UCX's own, and is copied from there: 512
 * KiB that take less time to be asked for on one processor take more on another, by 3 %. Of what is
 * longer UCX reads so much into memory of its own, with the head before it, and copies that once
 * more: with 1 MiB, 2 MiB take 5 % longer. */
static inline void coral_tcp_of_ucx(void) {
    if (!coral_ucx_uses_tcp() || getenv("UCX_TCP_TX_SEG_SIZE") != NULL ||
        getenv("UCX_TCP_RX_SEG_SIZE") != NULL)
        return;
    setenv("UCX_TCP_TX_SEG_SIZE", "384k", 1);
    setenv("UCX_TCP_RX_SEG_SIZE", "384k", 1);
}

/* What is sent without being asked for, Open MPI reads into memory of its own, whole, and copies it
 * then: up to 256 KiB that takes less time than to ask. What it reads at one look with the head of
 * a message is a fragment of 30 KiB, or here one of 64. */
static inline void coral_tcp_of_openmpi(void) {
    setenv("OMPI_MCA_btl_tcp_eager_limit", "262144", 0);
    setenv("OMPI_MCA_btl_tcp_endpoint_cache", "65536", 0);
}

static inline bool coral_has_adapters(void) {
    bool any = false;
    DIR *list = opendir("/sys/class/infiniband");
    for (struct dirent *e; list != NULL && (e = readdir(list)) != NULL;)
        any = any || e->d_name[0] != '.';
    if (list != NULL)
        closedir(list);
    return any;
}

/* A message of Coral's is one piece then: a get of 32 KiB takes half of the time. Adapters read
 * what is long from the sender's memory, and need no copy of it. RxM fills the buffers of 4,096
 * receives when it starts, which are 280 MiB of that length. 256 leave the rest in TCP's. */
static inline void coral_tcp_of_ofi(void) {
    const char *named = getenv("FI_PROVIDER");
    if (named == NULL ? coral_has_adapters() : strstr(named, "tcp") == NULL)
        return;
    setenv("FI_OFI_RXM_BUFFER_SIZE", "69632", 0);
    setenv("FI_OFI_RXM_MSG_RX_SIZE", "256", 0);
}

#endif
