/* What an image brings to a collective, as one word that the members compare, and in words. */
#include "net.h"
#include "library.h"

#include <stdio.h>

/* The types that members tell from each other, by number: 0 is that of all others. A type without
 * name in C is Fortran's alone. Those of negative kinds are for where it matters that they have no
 * sign; C has one type of a byte, number 21. */
#define TYPES(T) \
    T(1, CORAL_INTEGER, 1, "integer(1)", "signed char") \
    T(2, CORAL_INTEGER, 2, "integer(2)", "short") \
    T(3, CORAL_INTEGER, 4, "integer(4)", "int") \
    T(4, CORAL_INTEGER, 8, "integer(8)", "long") \
    T(5, CORAL_INTEGER, 16, "integer(16)", "__int128") \
    T(6, CORAL_LOGICAL, 1, "logical(1)", NULL) \
    T(7, CORAL_LOGICAL, 2, "logical(2)", NULL) \
    T(8, CORAL_LOGICAL, 4, "logical(4)", NULL) \
    T(9, CORAL_LOGICAL, 8, "logical(8)", NULL) \
    T(10, CORAL_LOGICAL, 16, "logical(16)", NULL) \
    T(11, CORAL_REAL, 4, "real(4)", "float") \
    T(12, CORAL_REAL, 8, "real(8)", "double") \
    T(13, CORAL_REAL, 10, "real(10)", "long double") \
    T(14, CORAL_REAL, 16, "real(16)", "_Float128") \
    T(15, CORAL_COMPLEX, 4, "complex(4)", "float _Complex") \
    T(16, CORAL_COMPLEX, 8, "complex(8)", "double _Complex") \
    T(17, CORAL_COMPLEX, 10, "complex(10)", "long double _Complex") \
    T(18, CORAL_COMPLEX, 16, "complex(16)", "_Float128 _Complex") \
    T(19, CORAL_CHARACTER, 1, "character", NULL) \
    T(20, CORAL_CHARACTER, 4, "character(kind=4)", NULL) \
    T(21, 0, 1, "one-byte elements", "char") \
    T(22, CORAL_INTEGER, -1, "unsigned integer(1)", "unsigned char") \
    T(23, CORAL_INTEGER, -2, "unsigned integer(2)", "unsigned short") \
    T(24, CORAL_INTEGER, -4, "unsigned integer(4)", "unsigned") \
    T(25, CORAL_INTEGER, -8, "unsigned integer(8)", "unsigned long")

enum { BYTE = 21, LEAST_KIND = -8, KINDS = 16 - LEAST_KIND + 1, CLASSES = CORAL_CHARACTER + 1 };

#define NAMES(number, class, kind, fortran, c) [number] = {fortran, c},
static const struct { const char *fortran, *c; } types[1 << CORAL_TYPE_BITS] = {TYPES(NAMES)};

/* By class and kind: each collective asks for its type. */
#define NUMBER(number, class, kind, fortran, c) [class][(kind) - LEAST_KIND] = number,
static const uint8_t numbers[CLASSES][KINDS] = {TYPES(NUMBER)};

uint32_t coral_type_code(const coral_array *a) {
    const unsigned class = (unsigned)a->type, kind = (unsigned)(a->kind - LEAST_KIND);
    return class < CLASSES && kind < KINDS ? numbers[class][kind] : 0;
}

uint32_t coral_type_code_c(const coral_array *a) {
    const bool byte = a->kind == 1 &&
        (a->type == CORAL_INTEGER || a->type == CORAL_LOGICAL || a->type == CORAL_CHARACTER);
    return byte ? BYTE : coral_type_code(a);
}

uint32_t coral_brings(int which, uint32_t type, int op, int member) {
    return (uint32_t)which | type << CORAL_BRINGS_TYPE | (uint32_t)op << CORAL_BRINGS_OP |
        ((uint32_t)(member + 1) & CORAL_BRINGS_MEMBERS) << CORAL_BRINGS_ROOT;
}

const char *coral_type_name(uint32_t code, int in_c) {
    return in_c && types[code].c ? types[code].c : types[code].fortran;
}

const char *coral_caf_operator(uint32_t op) {
    static const char *const names[] = {"", "caf_sum", "caf_prod", "caf_min", "caf_max", "caf_land",
        "caf_lor", "caf_iand", "caf_ior", "caf_ieor"};
    return op < sizeof names / sizeof names[0] ? names[op] : "";
}

#define NAME(name) name,
const char *const coral_team_collectives[] = {CORAL_TEAM_COLLECTIVES(NAME)};
#undef NAME

static const char *operation_of(uint32_t which, uint32_t op) {
    static const char *const xmp[CORAL_XMP_OPS] = {[CORAL_XMP_SUM] = "+",
        [CORAL_XMP_PRODUCT] = "*",
        [CORAL_XMP_MAX] = "max",
        [CORAL_XMP_MIN] = "min",
        [CORAL_XMP_AND] = "&",
        [CORAL_XMP_OR] = "|",
        [CORAL_XMP_XOR] = "^",
        [CORAL_XMP_LAND] = "&&",
        [CORAL_XMP_LOR] = "||",
        [CORAL_XMP_EQV] = ".eqv.",
        [CORAL_XMP_NEQV] = ".neqv."};
    static const char *const fortran[CORAL_XMP_OPS] = {[CORAL_XMP_AND] = "iand",
        [CORAL_XMP_OR] = "ior",
        [CORAL_XMP_XOR] = "ieor",
        [CORAL_XMP_LAND] = ".and.",
        [CORAL_XMP_LOR] = ".or."};
    if (which == CORAL_REDUCTION && op < CORAL_XMP_OPS)
        return fortran[op] && !coral_speaks_c(coral_in_go) ? fortran[op] : xmp[op];
    if (which < CORAL_TEAM_BROADCAST)
        return "";
    return op == CORAL_CAF_USERS ? "a procedure" : coral_caf_operator(op);
}

/* Where it goes from or to, as the program counts: XcalableMP's nodes are of many arrays, and
 * messages know them by their images. */
static void member_name(char *out, size_t room, uint32_t which, uint32_t member) {
    if (which == CORAL_REDUCTION || member == 0)
        return;
    if (which >= CORAL_TEAM_BROADCAST)
        snprintf(out, room, " with root %u", member - 1);
    else if (which == CORAL_BCAST || which == CORAL_GMOVE)
        snprintf(out, room, " from image %d",
            member <= (uint32_t)coral.team->n
                ? coral_member_rank(coral.team, (int)member - 1) + 1
                : (int)member);
    else
        snprintf(
            out, room, which == CORAL_CO_BROADCAST ? " from image %u" : " for image %u", member);
}

static void describe(char *out, size_t room, uint64_t kind, bool with_bytes) {
    static const char *const procedures[CORAL_TEAM_BROADCAST] = {"a collective", "co_sum", "co_min",
        "co_max", "co_reduce", "co_broadcast", "bcast", "reduction", "gmove"};
    enum { FIELD = (1 << CORAL_TYPE_BITS) - 1 };
    const uint32_t brings = (uint32_t)(kind >> 32), which = brings & FIELD,
                   type = brings >> CORAL_BRINGS_TYPE & FIELD,
                   member = brings >> CORAL_BRINGS_ROOT & CORAL_BRINGS_MEMBERS;
    const bool parts = brings & CORAL_BRINGS_PARTS;
    const char *op = operation_of(which, brings >> CORAL_BRINGS_OP & FIELD);
    const char *procedure = which < CORAL_TEAM_BROADCAST ? procedures[which]
        : which > CORAL_TEAM_ALLTOALL                    ? procedures[0]
            : coral_team_collectives[which - CORAL_TEAM_BROADCAST + 1]; /* behind the barrier */
    int n = snprintf(out, room, "%s", procedure);
    if (op[0] != 0)
        n += snprintf(
            out + n, room - (size_t)n, which == CORAL_REDUCTION ? "(%s)" : " by %s", op);
    if (type != 0)
        n += snprintf(out + n, room - (size_t)n, " of %s",
            coral_type_name(type, coral_speaks_c(coral_in_go)));
    if (with_bytes)
        n += snprintf(out + n, room - (size_t)n, " (%s%u bytes)", parts ? "more than " : "",
            parts ? (uint32_t)CORAL_SLOT_PAYLOAD : (uint32_t)kind);
    member_name(out + n, room - (size_t)n, which, member);
}

/* Bytes are told where they are what differs: gmove's are of what the runtime compares, or of a
 * block. */
static bool bytes_differ(uint64_t here, uint64_t there) {
    enum { PARTS = CORAL_BRINGS_PARTS, WHICH = (1 << CORAL_TYPE_BITS) - 1 };
    const uint32_t mine = (uint32_t)(here >> 32), theirs = (uint32_t)(there >> 32);
    if ((mine & WHICH) == CORAL_GMOVE || (theirs & WHICH) == CORAL_GMOVE)
        return false;
    return (mine & PARTS) != (theirs & PARTS) || (uint32_t)here != (uint32_t)there;
}

int coral_describe_difference(char *out, size_t room, uint64_t here, int image, uint64_t there,
    const char *place) {
    char mine[128], theirs[128];
    const bool bytes = bytes_differ(here, there);
    describe(mine, sizeof mine, here, bytes);
    describe(theirs, sizeof theirs, there, bytes);
    const int n = snprintf(out, room, "image %d executes %s, but image %d executes %s%s",
        coral.rank + 1, mine, image, theirs, place);
    return n < (int)room ? n : (int)room - 1;
}
