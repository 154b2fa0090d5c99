/* Copointers, the global pointers of CAF 2.0: they mean the same on all images, wherever each was
 * loaded. coral_caf2.f90 declares the same. */
#ifndef CORAL_COPOINTER_H
#define CORAL_COPOINTER_H

#include <stddef.h>
#include <stdint.h>

typedef struct coral_copointer {
    int32_t image;        /* in the initial team, from 1; 0: refers to nothing */
    uint16_t maker, born; /* the rank that has assigned it, and its coral_frees() then */
    int64_t size;   /* of an element */
    int64_t offset; /* of the first element, from its slot's base */
    struct { int64_t lower, extent, step; } dim[]; /* steps in bytes */
} coral_copointer;

_Static_assert(sizeof(coral_copointer) == 24 && offsetof(coral_copointer, size) == 8 &&
        offsetof(coral_copointer, offset) == 16 && offsetof(coral_copointer, dim) == 24 &&
        sizeof(((coral_copointer *)0)->dim[0]) == 24,
    "as coral_caf2.f90 declares it");

#endif
