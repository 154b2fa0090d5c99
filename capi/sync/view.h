/* Descriptors in the back end's own form, and views that are made where another team is current for
 * a while. */
#ifndef CORAL_VIEW_H
#define CORAL_VIEW_H

#include "sync.h"

#pragma GCC visibility push(hidden)

/* The descriptor of an array for a dummy argument of assumed shape, bounds from 1. like, for flang:
 * version, type and so on of another one. */
enum { CORAL_DESCRIPTOR = 24 + 24 * (CORAL_MAX_RANK + 1) + 32 };
void coral_describe(void *descriptor, const coral_array *a, uint64_t like);
/* gives such a descriptor other lower bounds; extents stay */
void coral_set_lower(void *descriptor, int rank, const int64_t *lower);
/* what coral_describe needs of one, by which a was passed here as TYPE(*) */
uint64_t coral_likeness(const void *descriptor);
bool coral_describable(const coral_array *a);     /* strides are whole elements */

/* The same for a polymorphic dummy argument, also a scalar; words say which type (dynamic.c). */
void coral_typed_describe(
    void *descriptor, const coral_array *a, uint64_t like, const int64_t *words);

/* Sets a pointer of the program, of a's rank, to a. */
void coral_point(void *pointer, const coral_array *a, const int64_t *lower);

/* Views as they are, with coral_gen; those that are made until coral_views_back are then as
 * they were. States are nested. */
typedef struct coral_views_state {
    int64_t gen;
    int n, room;
    struct coral_kept_view *list;
    const char *frame; /* callers' stack frames lie above it; NULL: only static data are kept */
    struct coral_views_state *outer;
} coral_views_state;
void coral_views_keep(coral_views_state *s);
void coral_views_back(coral_views_state *s);

/* The same around the time in which another team is current, for views in static data. A
 * statement makes the views it needs and then calls functions. Such a function leaves the team
 * that it has entered (F2018 11.1.5); the view that it has made there must not be seen outside.
 * A view on the stack is reached by internal procedures alone, which make it anew themselves.
 * coral_gen stays as it is: the next use of a view makes it anew anyway. */
void coral_views_enter(void);
void coral_views_leave(void);

#pragma GCC visibility pop
#endif
