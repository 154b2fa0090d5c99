/* What a statement of generated code brings, as a coral_call on the stack; and the end of the
 * segment before it. */
#ifndef CORAL_PLACE_H
#define CORAL_PLACE_H

/* The arguments are line, file and file_len; what else there is stands behind, as initialisers. */
#define STATEMENT(name, waits, ...) \
    coral_call call = {.what = name, .wait = waits, .line = *line, .file = file, \
                       .file_len = file_len, __VA_ARGS__}; \
    if (UNLIKELY(coral.foreign))    \
    coral_foreign_end(&call)

/* An image control statement of the standard, which may have STAT= and ERRMSG=. */
#define PLACE(name, waits) \
    STATEMENT(name, waits, .stat = stat, .errmsg = errmsg, .errmsg_len = errmsg_len)

#endif
