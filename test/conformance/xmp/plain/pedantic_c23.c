// feature: XcalableMP without warnings of the compiler
// build-args: -std=c2x -Wall -Wextra -Werror -pedantic
// clang before version 18 warns there of constants beside || and &&.
#include "pedantic.c"
