/* Layouts of derived types: what an object has beside plain bytes, and where. Generated code tells
 * of them (lower/layout.go). */
#ifndef CORAL_LAYOUTS_H
#define CORAL_LAYOUTS_H

#include "../sync/sync.h"

/* By these a scope tells of its types. */
void coral_type(const int64_t *typed, const char *text, const int64_t *values);
void *coral_type_sample(const int64_t *size);
void coral_type_point(const int64_t *variable, void *sample);
bool coral_type_told(const char *text);

/* dynamic.c: the SPAWN statement that is being packed */
const coral_call *coral_packed_by(void);

#pragma GCC visibility push(hidden)

/* OWN: an object within the object, or several. HELD: what an allocatable component has.
 * POINTED: a pointer. CODE: a pointer to a procedure. APART: what is no part of the object's value,
 * as events and coarrays are. */
typedef enum { CORAL_OWN, CORAL_HELD, CORAL_POINTED, CORAL_CODE, CORAL_APART } coral_part_kind;

/* Of what: bytes, characters of deferred length, objects of a type without parts or with them,
 * polymorphic objects, unlimited polymorphic ones. */
typedef enum {
    CORAL_BYTES,
    CORAL_TEXT,
    CORAL_PLAIN,
    CORAL_PARTS,
    CORAL_CLASS,
    CORAL_ANY
} coral_part_of;

typedef struct coral_part {
    coral_part_kind kind;
    coral_part_of of;
    int rank;
    /* where in the object, and how many bytes it has there; OWN: by its layout */
    int64_t offset, bytes;
    int64_t count;         /* OWN: objects */
    int64_t size;          /* of a scalar that is HELD or POINTED; TEXT: of a character */
    int64_t length;        /* TEXT: where gfortran has the length, or -1 */
    const char *key;       /* PARTS: of which type */
    const struct coral_layout *layout;
} coral_part;

typedef struct coral_layout {
    const char *key; /* ends with ';' */
    int64_t type, size;
    bool stays; /* objects mean something on their own image only */
    int n;
    coral_part *part; /* by their places */
    struct coral_layout *by_key, *by_type;
} coral_layout;

/* The layout of a type by its key, or of a dynamic type, whose table or description is at type;
 * NULL: nobody has told. */
const coral_layout *coral_layout_of(const char *key);
const coral_layout *coral_layout_by_type(void *type);
const coral_layout *coral_part_layout(const coral_part *p);
int64_t coral_part_bytes(const coral_part *p); /* in the object */

/* Memory for an object of so many bytes in which each word says where it is (layouts.c). */
int64_t *coral_sample(size_t bytes);

/* A polymorphic descriptor's type, and the size of an object. */
void **coral_type_in(void **descriptor, int rank);
bool coral_is_intrinsic(void *type);
int64_t coral_typed_size(void **descriptor, int rank, bool unlimited);

/* The layout of what a polymorphic descriptor has; NULL: objects are copied as they lie. Where
 * nobody has told of the type, that is so if known, and else an error of the call. */
const coral_layout *coral_typed_layout(
    const coral_call *call, void **descriptor, int rank, bool known);

/* The error of SPAWN for objects that mean something on their own image only. */
void coral_unshippable(void);

/* Of what a descriptor has: elements, and the size of one. object is where the component is. */
int64_t coral_held_count(const coral_part *p, void **descriptor);
int64_t coral_held_size(const coral_part *p, void **descriptor, const char *object);

/* Copies what is plain in an object; kinds of parts are left out by bits. */
void coral_copy_plain(const coral_layout *l, char *to, const char *from, unsigned without);

/* Frees what the allocatable components of an object hold. */
void coral_free_parts(const coral_layout *l, char *object);

/* What is in an object and may go to another image, one behind the other. */
typedef struct coral_packed {
    char *bytes;
    size_t used, room;
    const coral_call *call;
    bool known, ships; /* all types are told of that have parts; for SPAWN */
} coral_packed;
void coral_pack_object(coral_packed *to, const coral_layout *l, const char *object);
void coral_packed_free(coral_packed *b);
const char *coral_unpack_object(const coral_layout *l, char *object, const char *from);

/* component.c, if the program needs it */
extern const char coral_has_components;

/* component.c: a descriptor of another image's object becomes one of this image. size: of a scalar.
 */
enum {
    CORAL_PART_MAYBE = 1,
    CORAL_PART_POLYMORPHIC = 2,
    CORAL_PART_WANTED = 8,
    CORAL_PART_RANK = 8
};
void coral_component_in(
    const coral_call *call, void **descriptor, const char *object, int what, int64_t size);
void *coral_procedure_in(const coral_call *call, void *code, const char *object);

/* Where something of the program lies in it, and back: that is the same on all images. */
bool coral_place_of_program(const void *p, int64_t *place);
void *coral_in_program(int64_t place);

#pragma GCC visibility pop
#endif
