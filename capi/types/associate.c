/* Pointer assignment of polymorphic entities with flang.
 *
 * flang does it by a procedure of its runtime, which looks into the dynamic type for its length
 * parameters. When the target is a component of another image's object, the type's address is that
 * of the other image, and there may be nothing at it here: coral_component, which follows, makes it
 * one of this image. So this takes the procedure's place (linker option --wrap) and copies the
 * descriptor as it stands. Types with length parameters, whose values would stand behind it, are
 * not implemented by flang 19. */
#include <stdint.h>
#include <string.h>

void __wrap__FortranAPointerAssociate(void *pointer, const void *target);

void __wrap__FortranAPointerAssociate(void *pointer, const void *target) {
    /* bytes; an addendum is the type and room for one parameter */
    enum { HEAD = 24, DIMENSION = 24, ADDENDUM = 16 };
    /* byte offsets; CFI_attribute_pointer */
    enum { RANK = 20, ATTRIBUTE = 22, EXTRA = 23, POINTER = 1 };
    const uint8_t *from = target;
    uint8_t *to = pointer;
    memmove(to, from, HEAD + DIMENSION * from[RANK] + (from[EXTRA] & 1 ? ADDENDUM : 0));
    to[ATTRIBUTE] = POINTER;
}
