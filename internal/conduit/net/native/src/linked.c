/* What a program has in it with which a library is linked, and by which it finds that. */
#include "coral_link.h"

const coral_link_in_program coral_program_link = {CORAL_PROVIDER, coral_link_open};
