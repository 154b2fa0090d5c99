/* How the processes of a run find each other before their library can: by what started them. Each
 * writes words under keys, and reads those of others. */
#ifndef CORAL_PMI_H
#define CORAL_PMI_H

#include <stdbool.h>
#include <stddef.h>

#define CORAL_PMI_WORD 1000 /* characters of a word, at most, without the zero behind */

typedef struct coral_pmi {
    int rank, size;
    const char *name; /* of the protocol */
    bool (*put)(const char *key, const char *word);
    /* When all processes have called it, what any of them has put before can be read by all. It
     * blocks. */
    bool (*fence)(void);
    /* What a process has put under a key before a fence; word has room for CORAL_PMI_WORD + 1
     * bytes. */
    bool (*get)(int rank, const char *key, char *word);
    void (*close)(void);
    /* ends all processes; may return before it has ended this one, and may be called by any thread
     * at any time */
    void (*abort)(int code);
    /* a fence may let a process through before all have come to it, although what it gets then is
     * right */
    bool loose;
    bool each;               /* abort would lose the code: each process is to end by itself */
} coral_pmi;

/* The protocol of whatever has started this process. NULL: why is in text. */
const coral_pmi *coral_pmi_open(char *text, size_t room);

/* PMI-1 on an inherited socket: whether there is one. NULL in *pmi: why it does not do is in text.
 */
bool coral_wire_open(const coral_pmi **pmi, char *text, size_t room);

/* The same where a library in this process has opened it, and is silent there. NULL: there is none.
 * Keys are not to be had. */
const coral_pmi *coral_wire_taken(void);

/* A fence during which this process calls progress, which says whether there was anything to do:
 * others may need that to come to the fence. */
void coral_fence(const coral_pmi *pmi, bool (*progress)(void));

#endif
