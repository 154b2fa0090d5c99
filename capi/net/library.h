/* What C and Go agree on for the library path. */
#ifndef CORAL_LIBRARY_H
#define CORAL_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/* Results of the functions that Go exports; library_unsafe.go has the same list. */
enum {
    CORAL_GO_OK,
    CORAL_GO_STOPPED,
    CORAL_GO_FAILED,
    CORAL_GO_LOCKED,
    CORAL_GO_LOCKED_OTHER,
    CORAL_GO_UNLOCKED,
    CORAL_GO_UNLOCKED_FAILED,
    CORAL_GO_MEMORY,
    CORAL_GO_SIZES,
    CORAL_GO_LENGTHS,
    CORAL_GO_TEAM,
    CORAL_GO_SHIPPED,
    CORAL_GO_TOPOLOGY,
    CORAL_GO_MISMATCHED,
    CORAL_GO_NO_IMAGE,
    CORAL_GO_OTHER
};

/* What coralgo_move does; of lent memory until coralgo_returned. */
enum { CORAL_GET, CORAL_PUT, CORAL_PUT_LENT };

/* What the last of them that failed said. */
extern char coral_go_message[512];

/* That this image and another one, which is counted from 1, bring different things to a collective
 * subroutine: the number of bytes, and above 32 bits coral_call.brings. place is the end of the
 * sentence. Returns the length of the text. It is in the language of the statement that is in Go
 * (coral_in_go). */
int coral_describe_difference(char *out, size_t room, uint64_t here, int image, uint64_t there,
    const char *place);
/* A built-in operator of CAF 2.0, by its number; "": there is none. */
const char *coral_caf_operator(uint32_t op);
enum { CORAL_CAF_USERS = 31 }; /* another operator than a built-in one */
/* of C or Fortran; NULL: the type has no name */
const char *coral_type_name(uint32_t code, int in_c);

/* Go's part of the start of an image that no launcher of Coral's has started; it is bound to the
 * library: 0. */
void coralgo_watch(void);
int coralgo_join(void);

/* Says that the communication library has lost an image. */
void coral_lost(const char *why);

#endif
