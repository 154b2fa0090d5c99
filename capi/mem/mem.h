/* Memory of this image: sections of arrays, and copies of bytes. */
#ifndef CORAL_MEM_H
#define CORAL_MEM_H

#include "../core/core.h"

#pragma GCC visibility push(hidden)

/* desc.c: arrays of either compiler, as the runtime sees them */
enum { CORAL_MAX_RANK = 15 };
typedef enum {
    CORAL_INTEGER = 1,
    CORAL_LOGICAL,
    CORAL_REAL,
    CORAL_COMPLEX,
    CORAL_CHARACTER,
    CORAL_OTHER
} coral_class;
typedef struct coral_array {
    char *addr;
    size_t size; /* of an element */
    int rank;
    coral_class type;
    int kind;    /* bytes of a number, character or component; 10 for x87 */
    struct { int64_t extent, step; } dim[CORAL_MAX_RANK]; /* step in bytes */
} coral_array;
void coral_array_from(coral_array *a, const void *descriptor);
coral_array coral_array_at(
    int64_t addr, int64_t size, int rank, const int64_t *extents, const int64_t *steps);
int64_t coral_array_count(const coral_array *a);
bool coral_array_contiguous(const coral_array *a);
void coral_array_squeeze(coral_array *a);
void coral_array_squeeze_both(coral_array *a, coral_array *b);
void coral_array_bounds(const coral_array *a, char **low, char **high);
/* Copies elements [from, from+count), in array element order, to or from packed memory. */
void coral_pack(const coral_array *a, int64_t from, int64_t count, char *out);
void coral_unpack(const coral_array *a, int64_t from, int64_t count, const char *in);
typedef void coral_run(char *addr, size_t bytes, void *context);
void coral_runs(const coral_array *a, coral_run *run, void *context);

/* Combines elements: out = low op high. */
typedef void coral_op(
    void *out, const void *low, const void *high, size_t n, size_t size, void *context);

/* copylong.c */
enum { CORAL_LONG_COPY = 1 << 20 }; /* bytes */
void coral_copy_long(char *to, const char *from, size_t bytes);
void coral_stream(char *to, const char *from, size_t bytes);
size_t coral_last_cache(void);

#pragma GCC visibility pop

#endif
