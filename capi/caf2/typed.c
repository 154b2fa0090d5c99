/* What the procedures of the module coral_caf2 for polymorphic arguments call of spawn.c. All
 * programs have the module; only those that ship procedures have that file, with which every long
 * wait advances the engine. */
#include "../coll/coll.h"

void coral_caf_spawn_part(const void *obj, const int32_t *arrives) __attribute__((weak));
void coral_caf_spawn_typed_begin(void (*arrive)(void), const int32_t *rank, const int64_t *extents)
    __attribute__((weak));
void coral_caf_spawn_parts_end(void) __attribute__((weak));
void coral_caf_spawn_objects(const void *layout, char *first, int64_t count, const int32_t *known,
    const int32_t *arrives) __attribute__((weak));
void coral_caf_spawn_there_at(const int64_t *typed, const int64_t *first, const int32_t *rank,
    const int64_t *words, const int64_t *size, const int64_t *extents, const int64_t *steps)
    __attribute__((weak));

void coral_caf_typed_part(const void *obj, const int32_t *arrives) {
    coral_caf_spawn_part(obj, arrives);
}

void coral_caf_typed_begin(void (*arrive)(void), const int32_t *rank, const int64_t *extents) {
    coral_caf_spawn_typed_begin(arrive, rank, extents);
}

void coral_caf_typed_end(void) { coral_caf_spawn_parts_end(); }

void coral_caf_typed_objects(const void *layout, char *first, const int64_t *count,
    const int32_t *known, const int32_t *arrives) {
    coral_caf_spawn_objects(layout, first, *count, known, arrives);
}

void coral_caf_typed_there(const int64_t *typed, const int64_t *first, const int32_t *rank,
    const int64_t *words, const int64_t *size, const int64_t *extents, const int64_t *steps) {
    coral_caf_spawn_there_at(typed, first, rank, words, size, extents, steps);
}
