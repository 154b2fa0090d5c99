/* A fence blocks, and what others wait for may need this process to look at the network. */
#include "pmi.h"

#include <pthread.h>
#include <unistd.h>

typedef struct {
    const coral_pmi *pmi;
    bool passed;
} fence;

static void *pass(void *p) {
    fence *f = p;
    f->pmi->fence();
    __atomic_store_n(&f->passed, true, __ATOMIC_RELEASE);
    return NULL;
}

void coral_fence(const coral_pmi *pmi, bool (*progress)(void)) {
    fence f = {pmi, false};
    pthread_t waiter;
    if (pthread_create(&waiter, NULL, pass, &f) != 0) {
        pmi->fence();
        return;
    }
    while (!__atomic_load_n(&f.passed, __ATOMIC_ACQUIRE))
        if (!progress())
            usleep(50);
    pthread_join(waiter, NULL);
}
