/* XMP_STAT_FAILED_IMAGE. This file is linked into programs that refer to it, and tells them apart
 * as the translator's mark does for Fortran (internal/fortran/lower/failures.go). */
#include "xmp.h"

/* of the kind that the linker merges with those of Fortran, whatever their alignment */
char coral_failures_ __attribute__((common));

XMP_VISIBLE int coral_xmp_stat_failed_image(void) {
    return coral_stat_failed_image;
}
