/* Internal procedures that are shipped. All programs link this file: it must not refer to what
 * begins operations (CORAL_NEEDS_ASYNC). */
#include "../coll/coll.h"
#include "event.h"
#include "spawn.h"

#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));

extern const char __executable_start, etext; /* of the linker */

bool coral_is_of_program(void (*procedure)(void)) {
    return (const char *)procedure >= &__executable_start && (const char *)procedure < &etext;
}

/* Of an internal procedure gfortran makes code on the stack that finds its host's variables,
 * without optimisation even if it uses none: two moves to registers and a jump. It is the
 * procedure itself that travels; the target calls its own code of that kind if there is one
 * (coral_procedure_here). */
void (*coral_procedure_itself(void (*procedure)(void)))(void) {
    enum { LONG = 0x49, SHORT = 0x41, TO_R11 = 0xbb, TO_R10 = 0xba };
    static const unsigned char landing[] = {0xf3, 0x0f, 0x1e, 0xfa}, jump[] = {0x49, 0xff, 0xe3};
    const unsigned char *code = (const unsigned char *)procedure;
    int64_t word[2] = {0, 0};
    if (coral_is_of_program(procedure))
        return procedure;
    if (memcmp(code, landing, sizeof landing) == 0)
        code += sizeof landing;
    for (int i = 0; i < 2; i++) {
        if ((code[0] != LONG && code[0] != SHORT) || code[1] != (i == 0 ? TO_R11 : TO_R10))
            return procedure;
        size_t bytes = code[0] == LONG ? 8 : 4;
        memcpy(&word[i], code + 2, bytes);
        code += 2 + bytes;
    }
    return memcmp(code, jump, sizeof jump) == 0 ? (void (*)(void))word[0] : procedure;
}

/* The internal procedures of the main program that can be shipped: each with the code on this
 * image's stack that calls it with its host. Without its host an internal procedure could not name
 * another one as a procedure: the address of that stands there. */
typedef struct internal_procedure {
    void (*itself)(void), (*here)(void);
    struct internal_procedure *next;
} internal_procedure;
static internal_procedure *internal_procedures;

void coral_caf_shippable_(void (*procedure)(void)) {
    void (*itself)(void) = coral_procedure_itself(procedure);
    if (itself == procedure)
        return;
    internal_procedure *p = __real_malloc(sizeof *p);
    if (p == NULL)
        coral_fatal(CORAL_R0302, "no memory for a shipped procedure");
    *p = (internal_procedure){itself, procedure, internal_procedures};
    internal_procedures = p;
}

void (*coral_procedure_here(void (*procedure)(void)))(void) {
    for (const internal_procedure *p = internal_procedures; p; p = p->next)
        if (p->itself == procedure)
            return p->here;
    return procedure;
}
