/* Objects of other images that are copied by their dynamic type.
 *
 * A type of which objects are more than their bytes has a procedure that copies them (internal/fortran/lower/deepcopy.go). Scopes tell of their types by
 * coral_type: those of modules by procedures called coral_types_<module>, which the link leaves among the dynamic symbols of the program
 * and which are called before the first copy, whatever the modules were compiled with or taken from. */
#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "string_arg.h"

typedef void copier(void *to, const void *from);

typedef struct {
    int64_t type;
    copier *copy; /* NULL: objects are copied as they lie */
} told;

static struct {
    pthread_mutex_t lock; /* recursive: scopes tell while modules are gone through */
    told *list;
    int n, room;
    bool modules;
} types = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* What tells types apart, of a class(*) pointer: gfortran's container has the address of the type's table behind that of the object, and the table
 * begins with a number by which the compiler itself compares types, as there may be several tables for one; flang's descriptor ends with the type. */
static int64_t type_of(void **container) {
    enum { TABLE = 1, FLANG_TYPE = 3 };
    return coral_backend == CORAL_BACKEND_FLANG ? (int64_t)container[FLANG_TYPE] : *(int32_t *)container[TABLE];
}

static told *find(int64_t type) {
    for (int i = 0; i < types.n; i++)
        if (types.list[i].type == type)
            return &types.list[i];
    return NULL;
}

void coral_type(const int64_t *typed, copier *copy) {
    int64_t type = type_of((void **)*typed);
    pthread_mutex_lock(&types.lock);
    told *t = find(type);
    if (t == NULL && types.n == types.room) {
        int room = types.room ? 2 * types.room : 16;
        told *list = realloc(types.list, room * sizeof *list);
        if (list != NULL)
            types.list = list, types.room = room;
    }
    if (t == NULL && types.n < types.room) {
        t = &types.list[types.n++];
        t->type = type;
    }
    if (t != NULL)
        t->copy = copy;
    pthread_mutex_unlock(&types.lock);
}

/* What the program's own dynamic section says. */
static const ElfW(Sym) *symbols(const struct dl_phdr_info *program, const char **names, const uint32_t **hash) {
    const ElfW(Sym) *list = NULL;
    for (int i = 0; i < program->dlpi_phnum; i++) {
        if (program->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        for (const ElfW(Dyn) *d = (const ElfW(Dyn) *)(program->dlpi_addr + program->dlpi_phdr[i].p_vaddr); d->d_tag != DT_NULL; d++) {
            if (d->d_tag == DT_SYMTAB)
                list = (const ElfW(Sym) *)d->d_un.d_ptr;
            else if (d->d_tag == DT_STRTAB)
                *names = (const char *)d->d_un.d_ptr;
            else if (d->d_tag == DT_GNU_HASH)
                *hash = (const uint32_t *)d->d_un.d_ptr;
        }
    }
    return list;
}

/* Calls the procedures of the modules. The hash table of the symbols is the only thing that tells how many there are: it has words for buckets, first
 * symbol, and words of a filter, that filter, the first symbol of each bucket, and for each symbol a word whose lowest bit ends a bucket. */
static int ask_modules(struct dl_phdr_info *program, size_t size, void *unused) {
    static const char prefix[] = "coral_types_";
    const char *names = NULL;
    const uint32_t *hash = NULL;
    const ElfW(Sym) *list = symbols(program, &names, &hash);
    (void)size, (void)unused;
    if (list != NULL && names != NULL && hash != NULL) {
        uint32_t buckets = hash[0], first = hash[1];
        const uint32_t *bucket = hash + 4 + hash[2] * (sizeof(ElfW(Addr)) / sizeof *hash), *chain = bucket + buckets;
        for (uint32_t b = 0; b < buckets; b++)
            for (uint32_t s = bucket[b]; s >= first; s++) {
                if (list[s].st_value != 0 && strncmp(names + list[s].st_name, prefix, sizeof prefix - 1) == 0)
                    ((void (*)(void))(program->dlpi_addr + list[s].st_value))();
                if (chain[s - first] & 1)
                    break;
            }
    }
    return 1; /* the program comes first, the libraries do not matter */
}

void coral_copy_dynamic(const int64_t *typed, const int64_t *to, const int64_t *from, const int64_t *size, const int32_t *known, const int32_t *line, const void *file) {
    int64_t type = type_of((void **)*typed);
    pthread_mutex_lock(&types.lock);
    if (!types.modules) {
        types.modules = true;
        dl_iterate_phdr(ask_modules, NULL);
    }
    told *t = find(type);
    copier *copy = t ? t->copy : NULL;
    pthread_mutex_unlock(&types.lock);
    if (copy != NULL) {
        copy((void *)*to, (const void *)*from);
        return;
    }
    if (t == NULL && !*known) {
        coral_call call = {.what = "image selector", .line = *line, .file = string_address(file), .file_len = string_length(file)};
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0312, "the dynamic type of this object is one of a module that was compiled without coarrays");
        return;
    }
    memcpy((void *)*to, (const void *)*from, (size_t)*size);
}
