/* What the parts of XcalableMP share. Generated code is C: its declarations are
 * capi/xmp/headers/src/prelude.c and xmp.h. */
#ifndef CORAL_XMP_H
#define CORAL_XMP_H

#include "../coll/coll.h"

#include <string.h>

/* A statement of generated code, of which the end of the segment before it has been seen to. */
#define XMP(name, waits, ...)    \
    coral_call call = {.what = name, .wait = waits, .line = line, .file = file, \
                       .file_len = strlen(file), __VA_ARGS__}; \
    if (UNLIKELY(coral.foreign)) \
    coral_foreign_end(&call)

#define XMP_VISIBLE __attribute__((visibility("default")))

/* A section as generated code brings it: innermost dimension first, steps in bytes. */
HOT coral_array coral_xmp_array(
    const void *first, size_t size, int rank, const long *n, const long *steps) {
    coral_array a = {.addr = (char *)first, .size = size, .rank = rank, .type = CORAL_OTHER};
    for (int d = 0; d < rank; d++) {
        a.dim[d].extent = n[d];
        a.dim[d].step = steps[d];
    }
    return a;
}

#endif
