/* Dynamic types of objects: what the runtime is told of them, and what they are on other images.
 *
 * Scopes tell of their types by coral_type (layouts.c): those of modules by procedures called
 * coral_types_<module>, which the link leaves among the dynamic symbols of the program and which
 * are called before the first object is dealt with, whatever the modules were compiled with or
 * taken from. Other scopes tell when they begin. */
#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "../sync/sync.h"
#include "layouts.h"
#include "../core/string_arg.h"
#include "../sync/view.h"

/* A polymorphic pointer. gfortran: address, for arrays more of a descriptor; then the type's table
 * and, for class(*), the length of characters. The table begins with a number by which the compiler
 * itself compares types, as there may be several tables for one, and the size; intrinsic types have
 * no object of initial values. flang's descriptor: address, length, version and bytes, dimensions,
 * derived type. */
enum {
    G_HEAD = 5,
    F_HEAD = 3,
    DIMENSION = 3,
    F_LENGTH = 1,
    F_CODE_BYTE = 21,
    TABLE_SIZE = 1,
    TABLE_INITIAL = 3
};

void **coral_type_in(void **pointer, int rank) {
    if (coral_backend == CORAL_BACKEND_FLANG)
        return pointer + F_HEAD + DIMENSION * rank;
    return pointer + (rank == 0 ? 1 : G_HEAD + DIMENSION * rank);
}

bool coral_is_intrinsic(void *type) {
    return coral_backend == CORAL_BACKEND_FLANG ? type == NULL
                                                : ((void **)type)[TABLE_INITIAL] == NULL;
}

/* What the program's own dynamic section says. */
static const ElfW(Sym) *
    symbols(const struct dl_phdr_info *program, const char **names, const uint32_t **hash) {
    const ElfW(Sym) *list = NULL;
    for (int i = 0; i < program->dlpi_phnum; i++) {
        if (program->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        for (const ElfW(Dyn) *d =
                 (const ElfW(Dyn) *)(program->dlpi_addr + program->dlpi_phdr[i].p_vaddr);
             d->d_tag != DT_NULL; d++) {
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

/* A procedure that tells of a module's types, by the procedures that it is given. */
typedef void coral_tells(void (*tell)(const int64_t *, const char *, const int64_t *),
    void *(*sample)(const int64_t *),
    void (*point)(const int64_t *, void *),
    int64_t (*address)(const int64_t *));

/* By these a scope that is executed tells of its types if nothing in its file refers to the runtime
 * (lower/dynamic.go). There it is a common block, which is empty where this is not linked. */
void *coral_tellers[] = {(void *)coral_type, (void *)coral_type_sample, (void *)coral_type_point,
    (void *)coral_type_told, (void *)coral_address_};

/* Calls the procedures of the modules. The hash table of the symbols is the only thing that tells
 * how many there are: it has words for buckets, first symbol, and words of a filter, that filter,
 * the first symbol of each bucket, and for each symbol a word whose lowest bit ends a bucket. */
static int ask_modules(struct dl_phdr_info *program, size_t size, void *unused) {
    static const char prefix[] = "coral_types_";
    const char *names = NULL;
    const uint32_t *hash = NULL;
    const ElfW(Sym) *list = symbols(program, &names, &hash);
    (void)size, (void)unused;
    if (list != NULL && names != NULL && hash != NULL) {
        uint32_t buckets = hash[0], first = hash[1];
        const uint32_t *bucket = hash + 4 + hash[2] * (sizeof(ElfW(Addr)) / sizeof *hash),
                       *chain = bucket + buckets;
        for (uint32_t b = 0; b < buckets; b++)
            for (uint32_t s = bucket[b]; s >= first; s++) {
                if (list[s].st_value != 0 &&
                    strncmp(names + list[s].st_name, prefix, sizeof prefix - 1) == 0)
                    ((coral_tells *)(program->dlpi_addr + list[s].st_value))(
                        coral_type, coral_type_sample, coral_type_point, coral_address_);
                if (chain[s - first] & 1)
                    break;
            }
    }
    return 1; /* what shared libraries allocate is not where other images reach it */
}

void coral_ask_modules(void) {
    static bool asked;
    if (asked)
        return;
    asked = true;
    dl_iterate_phdr(ask_modules, NULL);
}

COLD static void nothing_told(const coral_call *call) {
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0312,
        "the dynamic type of this object is one of a module that was compiled without coarrays");
}

/* The SPAWN statement whose arguments are being packed: a layout knows no place. */
const coral_call *coral_packed_by(void) {
    static const coral_call nowhere = {.what = "spawn"};
    const coral_call *call = coral_current(NULL);
    coral_current(call);
    return call ? call : &nowhere;
}

void coral_unshippable(void) {
    coral_error(coral_packed_by(), CORAL_STAT_ERROR, CORAL_R0603,
        "the dynamic type of an object has components that mean something on this image only: "
        "pointers, events or the like");
}

const coral_layout *coral_typed_layout(
    const coral_call *call, void **descriptor, int rank, bool known) {
    void *type = *coral_type_in(descriptor, rank);
    if (coral_is_intrinsic(type))
        return NULL;
    const coral_layout *l = coral_layout_by_type(type);
    if (l == NULL && !known)
        nothing_told(call);
    return l;
}

/* Types between images. A type is where its table, or flang's description of it, lies in the
 * program, which is the same program everywhere; the length of an object (flang) or of characters
 * (gfortran); flang's code of the type. */
enum { PLACE, LENGTH, CODE, WORDS };

extern const char __executable_start[], _end[];

/* Where something lies in the program; 0: it is nothing. False: it is not of the program. */
bool coral_place_of_program(const void *p, int64_t *place) {
    *place = p ? (int64_t)((const char *)p - __executable_start) : 0;
    return p == NULL || ((const char *)p >= __executable_start && (const char *)p < _end);
}

void *coral_in_program(int64_t place) {
    return place ? (void *)(__executable_start + place) : NULL;
}

void coral_type_of(const int64_t *typed, const int32_t *rank, const int32_t *unlimited,
    int64_t *words, const int32_t *line, const void *file) {
    void **pointer = (void **)*typed, **type = coral_type_in(pointer, *rank);
    bool own = coral_place_of_program(*type, &words[PLACE]);
    words[LENGTH] = words[CODE] = 0;
    if (coral_backend == CORAL_BACKEND_FLANG) {
        words[LENGTH] = (int64_t)pointer[F_LENGTH];
        words[CODE] = ((const uint8_t *)pointer)[F_CODE_BYTE];
    } else if (*unlimited)
        words[LENGTH] = (int64_t)type[1];
    if (!own) {
        coral_call call = {.what = "co_broadcast",
            .line = *line,
            .file = string_address(file),
            .file_len = string_length(file)};
        coral_error(*line ? &call : coral_packed_by(), CORAL_STAT_ERROR, CORAL_R0312,
            "the dynamic type of an object is one of a shared library");
    }
}

/* Gives a polymorphic pointer a type. */
static void set_type(void **pointer, int rank, bool unlimited, const int64_t *words) {
    void **type = coral_type_in(pointer, rank);
    *type = coral_in_program(words[PLACE]);
    if (coral_backend == CORAL_BACKEND_FLANG) {
        pointer[F_LENGTH] = (void *)words[LENGTH];
        ((uint8_t *)pointer)[F_CODE_BYTE] = (uint8_t)words[CODE];
    } else if (unlimited)
        type[1] = (void *)words[LENGTH];
}

/* An array is empty: ALLOCATE takes nothing of it but the type. */
void coral_take_type(
    const int64_t *typed, const int32_t *rank, const int32_t *unlimited, const int64_t *words) {
    static int64_t nothing;
    void **pointer = (void **)*typed;
    bool flang = coral_backend == CORAL_BACKEND_FLANG;
    for (int i = 0; i < *rank; i++) {
        int64_t *dim = (int64_t *)pointer + (flang ? F_HEAD : G_HEAD) + DIMENSION * i;
        dim[0] = 1, dim[1] = flang ? 0 : 1, dim[2] = flang ? words[LENGTH] : 0;
    }
    *pointer = &nothing;
    set_type(pointer, *rank, *unlimited != 0, words);
}

void coral_typed_describe(
    void *descriptor, const coral_array *a, uint64_t like, const int64_t *words) {
    if (a->rank > 0 || coral_backend == CORAL_BACKEND_FLANG) {
        coral_describe(descriptor, a, like);
        /* attribute, and whether an addendum follows */
        memcpy((char *)descriptor + F_CODE_BYTE + 1, (const char *)&like + sizeof like - 2, 2);
    } else
        *(void **)descriptor = a->addr;
    set_type(descriptor, a->rank, true, words);
}

static int64_t size_of(void **pointer, int rank, bool unlimited) {
    if (coral_backend == CORAL_BACKEND_FLANG)
        return (int64_t)pointer[F_LENGTH];
    void **type = coral_type_in(pointer, rank);
    int64_t size = ((const int64_t *)*type)[TABLE_SIZE], length = unlimited ? (int64_t)type[1] : 0;
    return length > 0 ? size * length : size;
}

int64_t coral_typed_size(void **descriptor, int rank, bool unlimited) {
    return size_of(descriptor, rank, unlimited);
}

int64_t coral_size_of(const int64_t *typed) { return size_of((void **)*typed, 0, true); }

/* How objects of a dynamic type are broadcast or shipped: their layout (NULL: as they lie), the
 * address of the first, the size of each. */
static const void *typed_objects(const coral_call *call, const int64_t *typed, int rank,
    int unlimited, bool known, void **address, int64_t *size) {
    void **pointer = (void **)*typed;
    *address = *pointer;
    *size = size_of(pointer, rank, unlimited);
    const coral_layout *l = coral_typed_layout(call, pointer, rank, known);
    return l != NULL && l->n > 0 ? l : NULL;
}

const void *coral_broadcaster(const int64_t *typed, const int32_t *rank, const int32_t *unlimited,
    const int32_t *known, void **address, int64_t *size, const int32_t *line, const void *file) {
    coral_call call = {.what = "co_broadcast",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    return typed_objects(&call, typed, *rank, *unlimited, *known != 0, address, size);
}

const void *coral_shipper(const int64_t *typed, const int32_t *rank, const int32_t *unlimited,
    const int32_t *known, void **address, int64_t *size) {
    const coral_layout *l =
        typed_objects(coral_packed_by(), typed, *rank, *unlimited, *known != 0, address, size);
    if (l != NULL && l->stays)
        coral_unshippable();
    return l;
}

int64_t coral_procedure_place(void *code, const int32_t *line, const void *file) {
    int64_t place;
    if (!coral_place_of_program(code, &place)) {
        coral_call call = {.what = "co_broadcast",
            .line = *line,
            .file = string_address(file),
            .file_len = string_length(file)};
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0308,
            "a procedure pointer points to an internal procedure, or into a shared library");
        return 0;
    }
    return place;
}

void *coral_procedure_at(const int64_t *place) { return coral_in_program(*place); }
