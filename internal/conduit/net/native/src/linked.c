/* What a program has in it with which a library is linked, and by which it finds that. `coral info`
 * finds the mark in the file. */
#include "coral_link.h"

#define MARK "coral-provider="
static const char mark[] = MARK CORAL_PROVIDER;

const coral_link_in_program coral_program_link = {mark + sizeof MARK - 1, coral_link_open};
