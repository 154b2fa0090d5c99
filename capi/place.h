/* The arguments that every statement brings, as a coral_call on the stack. */
#ifndef CORAL_PLACE_H
#define CORAL_PLACE_H

#define PLACE(name, waits)                                                                          \
    coral_call call = {.what = name, .wait = waits, .line = *line, .file = file, .file_len = file_len, \
                       .stat = stat, .errmsg = errmsg, .errmsg_len = errmsg_len}

#endif
