/* How a process becomes an image: boot.c begins, start.c goes on when Go is there. */
#ifndef CORAL_START_H
#define CORAL_START_H

#pragma GCC visibility push(hidden)
void coral_check_limits(void); /* limits.c */
void coral_await_start(void);
void coral_fork_handlers(void); /* fork.c */
void coral_watch_main_thread(void); /* mainthread.c; before main */
#pragma GCC visibility pop

#endif
