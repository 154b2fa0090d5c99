/* What the start of an image needs of fault.c. */
#ifndef CORAL_FAULT_H
#define CORAL_FAULT_H

/* Before main: says why Go's runtime ends the process if it gets no thread. */
void coral_watch_start(void);

/* Explains faults that an image index explains. May be called again, after others have installed
 * handlers. */
void coral_watch_faults(void);

/* Keeps from where the runtime has been called: the launcher names the source line, of ERROR STOP
 * or of a statement whose error is reported without its line. */
void coral_note_statement(bool reported);

/* How far behind a null pointer an object may lie that is reached by it. */
enum { CORAL_NULL_REACH = 1 << 24 };

#endif
