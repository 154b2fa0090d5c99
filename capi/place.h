/* The arguments that every image control statement brings, as a coral_call on the stack; and the end of the segment before it. */
#ifndef CORAL_PLACE_H
#define CORAL_PLACE_H

#define PLACE(name, waits)                                                                          \
    coral_call call = {.what = name, .wait = waits, .line = *line, .file = file, .file_len = file_len, \
                       .stat = stat, .errmsg = errmsg, .errmsg_len = errmsg_len};                     \
    if (UNLIKELY(coral.foreign))                                                                    \
    coral_foreign_end(&call)

#endif
