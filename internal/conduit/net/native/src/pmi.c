/* Three protocols, of which launchers speak one each:
 * - PMI-1 by lines of text on an inherited socket (wire.c): MPICH's mpiexec, `srun --mpi=pmi2`,
 * Coral's own launcher;
 * - Slurm's library libpmi, which reaches srun by itself: `srun` without --mpi;
 * - PMIx: Open MPI's mpirun, `srun --mpi=pmix`. */
#include "pmi.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<pmix.h>)
#include <pmix.h>
#define HAS_PMIX 1
#endif

static coral_pmi self;
static char kvs[512]; /* the name of the space of keys */

/* Slurm's library of PMI-1. Its functions give 0 if all went well. */

static struct {
    int (*Init)(int *spawned), (*Get_size)(int *), (*Get_rank)(int *),
        (*KVS_Get_my_name)(char *, int);
    int (*KVS_Put)(const char *, const char *, const char *), (*KVS_Commit)(const char *),
        (*Barrier)(void);
    int (*KVS_Get)(const char *, const char *, char *, int), (*Finalize)(void);
} slurm;

static bool slurm_put(const char *key, const char *word) {
    return slurm.KVS_Put(kvs, key, word) == 0;
}
static bool slurm_fence(void) { return slurm.KVS_Commit(kvs) == 0 && slurm.Barrier() == 0; }
static bool slurm_get(int rank, const char *key, char *word) {
    (void)rank;
    return slurm.KVS_Get(kvs, key, word, CORAL_PMI_WORD + 1) == 0;
}
static void slurm_close(void) { slurm.Finalize(); }
/* Slurm's own way is to kill all processes, by which srun's exit code is that of the signal. */
static void slurm_abort(int code) { _Exit(code); }

static bool open_slurm(char *text, size_t room) {
    /* its plugins expect its names */
    void *library = dlopen("libpmi.so.0", RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        snprintf(text, room,
            "srun gives this program no way to find its other processes: install Slurm's libpmi "
            "(Debian: libpmi0), or start it by srun --mpi=pmi2 (%s)",
            dlerror());
        return false;
    }
    const struct {
        const char *name;
        void *to;
    } names[] = {{"PMI_Init", &slurm.Init}, {"PMI_Get_size", &slurm.Get_size},
        {"PMI_Get_rank", &slurm.Get_rank}, {"PMI_KVS_Get_my_name", &slurm.KVS_Get_my_name},
        {"PMI_KVS_Put", &slurm.KVS_Put}, {"PMI_KVS_Commit", &slurm.KVS_Commit},
        {"PMI_Barrier", &slurm.Barrier}, {"PMI_KVS_Get", &slurm.KVS_Get},
        {"PMI_Finalize", &slurm.Finalize}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(library, names[i].name);
        if (symbol == NULL) {
            snprintf(text, room, "libpmi.so.0 has no %s", names[i].name);
            return false;
        }
        memcpy(names[i].to, &symbol, sizeof symbol);
    }
    int spawned, code = slurm.Init(&spawned);
    if (code != 0 || slurm.Get_rank(&self.rank) != 0 || slurm.Get_size(&self.size) != 0 ||
        slurm.KVS_Get_my_name(kvs, sizeof kvs) != 0) {
        snprintf(text, room,
            "Slurm's libpmi does not find srun (error %d): start the program by srun", code);
        return false;
    }
    self = (coral_pmi){self.rank, self.size, "Slurm's PMI-1", slurm_put, slurm_fence, slurm_get,
        slurm_close, slurm_abort, .each = true};
    return true;
}

#ifdef HAS_PMIX
static struct {
    __typeof__(PMIx_Init) *Init;
    __typeof__(PMIx_Put) *Put;
    __typeof__(PMIx_Commit) *Commit;
    __typeof__(PMIx_Fence) *Fence;
    __typeof__(PMIx_Get) *Get;
    __typeof__(PMIx_Finalize) *Finalize;
    __typeof__(PMIx_Abort) *Abort;
} pmix;
static pmix_proc_t me;

static bool pmix_put(const char *key, const char *word) {
    pmix_value_t value = {.type = PMIX_STRING};
    value.data.string = (char *)word;
    return pmix.Put(PMIX_GLOBAL, key, &value) == PMIX_SUCCESS;
}

static bool pmix_fence(void) {
    return pmix.Commit() == PMIX_SUCCESS && pmix.Fence(NULL, 0, NULL, 0) == PMIX_SUCCESS;
}

static bool pmix_get(int rank, const char *key, char *word) {
    pmix_proc_t process = me;
    process.rank = (pmix_rank_t)rank;
    pmix_value_t *value = NULL;
    if (pmix.Get(&process, key, NULL, 0, &value) != PMIX_SUCCESS || value == NULL)
        return false;
    bool good = value->type == PMIX_STRING && strlen(value->data.string) <= CORAL_PMI_WORD;
    if (good)
        strcpy(word, value->data.string);
    if (value->type == PMIX_STRING)
        free(value->data.string);
    free(value);
    return good;
}

static void pmix_close(void) { pmix.Finalize(NULL, 0); }
static void pmix_abort(int code) { pmix.Abort(code, "ended by an error", NULL, 0); }

static bool open_pmix(char *text, size_t room) {
    /* it loads parts of itself that expect its names */
    void *library = dlopen("libpmix.so.2", RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        snprintf(text, room, "the launcher speaks PMIx, whose library is not there: %s", dlerror());
        return false;
    }
    const struct {
        const char *name;
        void *to;
    } names[] = {{"PMIx_Init", &pmix.Init}, {"PMIx_Put", &pmix.Put}, {"PMIx_Commit", &pmix.Commit},
        {"PMIx_Fence", &pmix.Fence}, {"PMIx_Get", &pmix.Get}, {"PMIx_Finalize", &pmix.Finalize},
        {"PMIx_Abort", &pmix.Abort}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(library, names[i].name);
        if (symbol == NULL) {
            snprintf(text, room, "libpmix.so.2 has no %s", names[i].name);
            return false;
        }
        memcpy(names[i].to, &symbol, sizeof symbol);
    }
    pmix_value_t *size = NULL;
    int code = pmix.Init(&me, NULL, 0);
    if (code == PMIX_SUCCESS) {
        pmix_proc_t job = me;
        job.rank = PMIX_RANK_WILDCARD;
        code = pmix.Get(&job, PMIX_JOB_SIZE, NULL, 0, &size);
    }
    if (code != PMIX_SUCCESS || size == NULL) {
        snprintf(text, room, "PMIx does not reach the launcher (error %d)", code);
        return false;
    }
    self = (coral_pmi){(int)me.rank, (int)size->data.uint32, "PMIx", pmix_put, pmix_fence, pmix_get,
        pmix_close, pmix_abort, .loose = getenv("SLURM_STEP_ID") != NULL};
    free(size);
    return true;
}
#else
static bool open_pmix(char *text, size_t room) {
    snprintf(text, room,
        "the launcher speaks PMIx, whose header pmix.h was not there when Coral was bound to UCX "
        "(Debian: libpmix-dev); or use mpiexec of MPICH, srun --mpi=pmi2 or coral run --hosts");
    return false;
}
#endif

const coral_pmi *coral_pmi_open(char *text, size_t room) {
    const coral_pmi *wire;
    if (coral_wire_open(&wire, text, room))
        return wire;
    bool open;
    if (getenv("PMIX_NAMESPACE"))
        open = open_pmix(text, room);
    else if (getenv("SLURM_STEP_ID"))
        open = open_slurm(text, room);
    else {
        snprintf(text, room,
            "nothing that has started this process says where the others are: use coral run "
            "--hosts, mpiexec or srun");
        return NULL;
    }
    return open ? &self : NULL;
}
