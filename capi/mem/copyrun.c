/* coral_copy_run: bytes that follow each other, between mapped images. */
#include "mem.h"

#include <string.h>

/* Register by register, so that the two may overlap: all is loaded before anything is stored. */
typedef int64_t chunk __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t word __attribute__((aligned(1), may_alias));
typedef uint32_t half __attribute__((aligned(1), may_alias));

/* Long copies are memmove's, called through its entry of the global offset table: by way of the
 * procedure linkage table, as the compilers of user code call it, is a jump more. That jump is what
 * the call of this function costs. */
#if __has_attribute(noplt)
void *memmove(void *, const void *, size_t) __attribute__((noplt));
#endif

static inline void copy_below_16(char *to, const char *from, int64_t bytes) {
    if (bytes >= 8) {
        word a = *(const word *)from, z = *(const word *)(from + bytes - 8);
        *(word *)to = a;
        *(word *)(to + bytes - 8) = z;
    } else if (bytes >= 4) {
        half a = *(const half *)from, z = *(const half *)(from + bytes - 4);
        *(half *)to = a;
        *(half *)(to + bytes - 4) = z;
    } else {
        char a = from[0], m = from[bytes / 2], z = from[bytes - 1];
        to[0] = a;
        to[bytes / 2] = m;
        to[bytes - 1] = z;
    }
}

/* Of a negative number of bytes, the length of a section such as x(5:2), nothing is copied. */
void coral_copy_run(char *to, const char *from, int64_t bytes) {
    if (bytes > 128) {
        if (__builtin_expect(bytes >= CORAL_LONG_COPY, 0))
            coral_copy_long(to, from, (size_t)bytes);
        else
            memmove(to, from, (size_t)bytes);
        return;
    }
    const chunk *head = (const chunk *)from, *tail = (const chunk *)(from + bytes);
    chunk *first = (chunk *)to, *last = (chunk *)(to + bytes);
    if (bytes > 64) {
        chunk a = head[0], b = head[1], c = head[2], d = head[3], w = tail[-4], x = tail[-3],
              y = tail[-2], z = tail[-1];
        first[0] = a, first[1] = b, first[2] = c, first[3] = d;
        last[-4] = w, last[-3] = x, last[-2] = y, last[-1] = z;
    } else if (bytes > 32) {
        chunk a = head[0], b = head[1], y = tail[-2], z = tail[-1];
        first[0] = a, first[1] = b;
        last[-2] = y, last[-1] = z;
    } else if (bytes >= 16) {
        chunk a = head[0], z = tail[-1];
        first[0] = a;
        last[-1] = z;
    } else if (bytes > 0) {
        copy_below_16(to, from, bytes);
    }
}
