/* Shipped procedures on their target: called back by the engine, on the program's thread, in a call
 * of the runtime. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "copy.h"
#include "spawn.h"
#include "../mem/convert.h"
#include "../rma/copy.h"
#include "../types/layouts.h"
#include "../sync/view.h"

#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* Words on the stack of a call, at most six for each argument; and registers. */
enum { ARGUMENTS = CORAL_SHIP_ARGUMENTS };
enum { FEW = 2, SOME = 18, MANY = 6 * ARGUMENTS, INTEGERS = 6, REALS = 8 };
enum { DESCRIPTOR = (CORAL_DESCRIPTOR + 15) / 16 * 16 }; /* what comes behind it is aligned */

typedef double sse __attribute__((vector_size(16)));

/* What the registers and the stack of the call will hold, by the convention of x86-64. */
typedef struct frame {
    int integers, reals, words, lengths;
    int64_t integer[INTEGERS], word[MANY], length[ARGUMENTS];
    sse real[REALS];
    _Alignas(16) char result[32]; /* one that the function stores in memory */
    char *data, *next; /* copies of what travels, aligned; descriptors */
} frame;

static size_t room_for(const coral_shipped_arg *g) {
    size_t values = g->travels == CORAL_SHIPPED_IN_PARTS ? 0 : g->bytes + 16;
    return values +
        (g->mode == CORAL_SHIPPED_DESCRIPTOR || g->mode == CORAL_SHIPPED_TYPED ? DESCRIPTOR : 0);
}

static void on_stack(frame *f, const void *value, size_t bytes, int align) {
    if (align == 16 && f->words % 2 != 0)
        f->word[f->words++] = 0;
    memcpy(&f->word[f->words], value, bytes);
    f->words += (int)((bytes + (size_t)align - 1) / (size_t)align) * (align / 8);
}

static void word(frame *f, int64_t w) {
    if (f->integers < INTEGERS)
        f->integer[f->integers++] = w;
    else
        f->word[f->words++] = w;
}

/* A number of one or two parts: registers for all of it, or none. align: on the stack. */
static void reals(frame *f, const char *value, int parts, size_t bytes, int align) {
    if (f->reals + parts > REALS) {
        on_stack(f, value, bytes, align);
        return;
    }
    size_t each = bytes / (size_t)parts;
    for (int i = 0; i < parts; i++) {
        sse r = {0};
        memcpy(&r, value + (size_t)i * each, each);
        f->real[f->reals++] = r;
    }
}

static void integer(frame *f, const coral_shipped_arg *g, const char *value) {
    int64_t w[2];
    switch (g->size) {
    case 1: word(f, *(const int8_t *)value); break;
    case 2: word(f, *(const int16_t *)value); break;
    case 4: word(f, *(const int32_t *)value); break;
    case 8: memcpy(w, value, 8), word(f, w[0]); break;
    default:
        memcpy(w, value, sizeof w);
        if (f->integers + 2 > INTEGERS) {
            on_stack(f, w, sizeof w, 16);
        } else {
            word(f, w[0]);
            word(f, w[1]);
        }
    }
}

/* flang passes two doubles as two numbers, and two floats as a vector, which takes 16 bytes of the
 * stack. */
static void complex_number(frame *f, const coral_shipped_arg *g, const char *value) {
    bool flang = coral_backend == CORAL_BACKEND_FLANG;
    if (g->size == 8) {
        reals(f, value, 1, 8, flang ? 16 : 8);
    } else if (flang) {
        reals(f, value, 1, 8, 8);
        reals(f, value + 8, 1, 8, 8);
    } else {
        reals(f, value, 2, 16, 8);
    }
}

/* Of a dummy argument with VALUE. What an x87 register holds, and complex numbers of more than 16
 * bytes, are passed in memory. */
static void register_argument(frame *f, const coral_shipped_arg *g, const char *value) {
    if (g->type != CORAL_REAL && g->type != CORAL_COMPLEX)
        integer(f, g, value);
    else if (g->kind == 10 || g->size > 16)
        on_stack(f, value, g->size, 16);
    else if (g->type == CORAL_COMPLEX)
        complex_number(f, g, value);
    else
        reals(f, value, 1, g->size, g->size == 16 ? 16 : 8);
}

static coral_array array_of(const coral_shipped_arg *g, char *value) {
    coral_array a = {.addr = value,
        .size = g->size,
        .rank = g->rank,
        .type = (coral_class)g->type,
        .kind = g->kind};
    for (int d = 0; d < g->rank; d++) {
        a.dim[d].extent = g->dim[d].extent;
        a.dim[d].step = g->dim[d].step;
    }
    return a;
}

/* Gives a descriptor, which begins at 1, the argument's bounds. */
static void set_bounds(void *descriptor, const coral_shipped_arg *g) {
    int64_t lower[CORAL_MAX_RANK];
    bool usual = true;
    for (int d = 0; d < g->rank; d++) {
        lower[d] = g->dim[d].lower;
        usual = usual && lower[d] == 1;
    }
    if (!usual)
        coral_set_lower(descriptor, g->rank, lower);
}

/* An argument that is in memory. */
static void pass(frame *f, const coral_shipped_arg *g, char *value) {
    bool descriptor = g->mode == CORAL_SHIPPED_DESCRIPTOR;
    if (g->type == CORAL_CHARACTER && !(descriptor && coral_backend == CORAL_BACKEND_FLANG))
        f->length[f->lengths++] = (int64_t)(g->size / (g->kind ? g->kind : 1));
    if (!descriptor) {
        word(f, (int64_t)value);
        return;
    }
    coral_array a = array_of(g, value);
    coral_describe(f->next, &a, g->like);
    set_bounds(f->next, g);
    word(f, (int64_t)f->next);
    f->next += DESCRIPTOR;
}

/* values: what travels. */
static void argument(frame *f, const coral_shipped_arg *g, const char *values) {
    if (g->mode == CORAL_SHIPPED_ABSENT) {
        if (g->type == CORAL_CHARACTER)
            f->length[f->lengths++] = 0;
        word(f, 0);
        return;
    }
    char *value = coral.base + g->place;
    if (g->mode == CORAL_SHIPPED_TYPED) {
        coral_array a = array_of(g, value);
        int64_t words[CORAL_TYPE_WORDS];
        memcpy(words, values, sizeof words);
        coral_typed_describe(f->next, &a, g->like, words);
        set_bounds(f->next, g);
        word(f, (int64_t)f->next);
        f->next += DESCRIPTOR;
        return;
    }
    if (g->travels) {
        size_t bytes = coral_shipped_values(g);
        value = f->next;
        memcpy(value, values, bytes);
        f->next += (bytes + 15) & ~(size_t)15;
    }
    if (g->mode == CORAL_SHIPPED_REGISTER) {
        register_argument(f, g, value);
        return;
    }
    pass(f, g, value);
}

#define EIGHT(w) (w)[0], (w)[1], (w)[2], (w)[3], (w)[4], (w)[5], (w)[6], (w)[7]
#define SIXTEEN(w) EIGHT(w), EIGHT((w) + 8)
#define IN_REGISTERS \
    EIGHT(f->real), f->integer[0], f->integer[1], f->integer[2], f->integer[3], f->integer[4], \
        f->integer[5]
#define R sse, sse, sse, sse, sse, sse, sse, sse, I6
#define I2 int64_t, int64_t
#define I6 I2, I2, I2
#define I16 I2, I2, I2, I2, I2, I2, I2, I2
/* The words behind the first SOME. */
typedef struct rest { int64_t word[MANY - SOME]; } rest;

/* A procedure does not look at arguments that it has not: the caller removes them. */
#define CALL_AS(T)                                                                  \
    f->words <= FEW    ? ((T (*)(R, I2))p)(IN_REGISTERS, f->word[0], f->word[1])    \
    : f->words <= SOME ? ((T (*)(R, I2, I16))p)(                                    \
                             IN_REGISTERS, f->word[0], f->word[1], SIXTEEN(f->word + 2)) \
                       : ((T (*)(R, I2, I16, rest))p)(IN_REGISTERS, f->word[0], f->word[1], \
                             SIXTEEN(f->word + 2), *(const rest *)(f->word + SOME))
#define RESULT(class, k, T)       \
    case class * 100 + k: {       \
        T value = CALL_AS(T);     \
        memcpy(out, &value, sizeof value); \
        return sizeof value;      \
    }

/* A complex number of 32 bytes is the only result of the language's numbers that the function
 * stores where its first argument, which Fortran does not have, points to. */
static bool is_stored(const coral_shipped *s) {
    return s->types[0] == CORAL_COMPLEX && s->types[1] == 16;
}

static int invoke(void (*p)(void), const frame *f, const coral_shipped *s, void *out) {
    switch (s->types[0] * 100 + s->types[1]) {
        RESULT(CORAL_INTEGER, 1, int8_t)
        RESULT(CORAL_INTEGER, 2, int16_t)
        RESULT(CORAL_INTEGER, 4, int32_t)
        RESULT(CORAL_INTEGER, 8, int64_t)
        RESULT(CORAL_INTEGER, 16, __int128)
        RESULT(CORAL_LOGICAL, 1, int8_t)
        RESULT(CORAL_LOGICAL, 2, int16_t)
        RESULT(CORAL_LOGICAL, 4, int32_t)
        RESULT(CORAL_LOGICAL, 8, int64_t)
        RESULT(CORAL_LOGICAL, 16, __int128)
        RESULT(CORAL_REAL, 4, float)
        RESULT(CORAL_REAL, 8, double)
        RESULT(CORAL_REAL, 10, long double)
        RESULT(CORAL_REAL, 16, __float128)
        RESULT(CORAL_COMPLEX, 4, float _Complex)
        RESULT(CORAL_COMPLEX, 8, double _Complex)
        RESULT(CORAL_COMPLEX, 10, long double _Complex)
    case CORAL_REAL * 100 + 2: /* the low bits of the register that would have a double */
    case CORAL_REAL * 100 + 3: {
        double value = CALL_AS(double);
        memcpy(out, &value, 2);
        return 2;
    }
    case 0:
        CALL_AS(void);
        return 0;
    }
    if (!is_stored(s))
        coral_fatal(CORAL_R0603, "results of kind %d cannot be shipped", s->types[1]);
    CALL_AS(void);
    memcpy(out, f->result, sizeof f->result);
    return (int)sizeof f->result;
}

/* The result as the variable's type has it. */
static int converted(const coral_shipped *s, void *out, int bytes) {
    if (s->types[2] == 0)
        return 0; /* nothing takes it */
    if (bytes == 0 || (s->types[0] == s->types[2] && s->types[1] == s->types[3]))
        return bytes;
    coral_array from = {
        .size = (size_t)bytes, .type = (coral_class)s->types[0], .kind = s->types[1]};
    coral_array to = {.type = (coral_class)s->types[2], .kind = s->types[3]};
    to.size = (size_t)(to.kind == 10 ? 16 : to.kind) * (to.type == CORAL_COMPLEX ? 2 : 1);
    char value[CORAL_CAF_RESULT];
    coral_convert(value, &to, out, &from, 1);
    memcpy(out, value, to.size);
    return (int)to.size;
}

static int call_with(const coral_shipped *s, frame *f, void *out) {
    for (int i = 0; i < f->lengths; i++)
        word(f, f->length[i]);
    for (int i = f->words, n = i <= FEW ? FEW : i <= SOME ? SOME : MANY; i < n; i++)
        f->word[i] = 0;
    void (*procedure)(void) = coral_procedure_here((void (*)(void))(coral.base + s->procedure));
    return converted(s, out, invoke(procedure, f, s, out));
}

/* Runs the call in its team. Views that it makes there are not for the statements around:
 * coral_views_back. */
static int run(int id, const coral_shipped *s, frame *f, void *out) {
    coral_team *before = coral.team,
               *team = coral.team->id == id ? coral.team : coral_team_by_id(id);
    bool other = team != before;
    coral_views_state views;
    if (UNLIKELY(other)) {
        coral_views_keep(&views);
        coral_team_enter(team);
    }
    const coral_call *statement = coral_current(NULL);
    coral.shipped = true;
    int n = call_with(s, f, out);
    coral.shipped = false;
    coral_current(statement);
    if (UNLIKELY(other)) {
        coral_team_enter(before);
        coral_views_back(&views);
    }
    return n;
}

/* A call whose arguments are being made. */
typedef struct arrival {
    frame f;
    const coral_shipped *s;
    const coral_shipped_arg *next;
    const char *values; /* of the arguments from next on, if they do not stand behind their heads */
    const char *parts;  /* what has not been read of an argument that arrives in parts */
    const coral_shipped_arg *in_parts;
    int team, bytes;    /* bytes of the result */
    void *out;
} arrival;
static arrival *arriving;
/* the variable for the result of the function that is being called */
static const coral_shipped_arg *wanted;

const char *coral_shipped_take(size_t bytes) {
    const char *at = arriving->parts;
    arriving->parts += bytes;
    return at;
}

void coral_take_object(const coral_layout *l, char *object) {
    int64_t bytes;
    memcpy(&bytes, coral_shipped_take(sizeof bytes), sizeof bytes);
    coral_unpack_object(l, object, coral_shipped_take(((size_t)bytes + 7) & ~(size_t)7));
}

void coral_take_elements(
    const coral_layout *l, const coral_array *a, int64_t from, int64_t count, const char *parts) {
    arrival *before = arriving, here = {.parts = parts};
    arriving = &here;
    for (int64_t i = from; i < from + count; i++)
        coral_take_object(l, coral_element(a, i));
    arriving = before;
}

/* Makes the arguments, then the call. For structures that come in parts a procedure of the program
 * has the variable, an array of so many: it reads the parts, then the rest is done from there
 * (coral_caf_spawn_arrived). */
static void go_on(arrival *a) {
    while ((const char *)a->next < (const char *)a->s + a->s->bytes) {
        const coral_shipped_arg *g = a->next;
        const char *values = a->values ? a->values : (const char *)g + coral_shipped_head(g);
        a->next = coral_shipped_next(g);
        if (a->values)
            a->values += coral_shipped_values(g);
        if (UNLIKELY(g->mode == CORAL_SHIPPED_RESULT)) {
            wanted = g;
            continue;
        }
        if (UNLIKELY(g->travels == CORAL_SHIPPED_IN_PARTS)) {
            int64_t count = 1;
            for (int d = 0; d < g->rank; d++)
                count *= g->dim[d].extent;
            a->parts = values;
            a->in_parts = g;
            arriving = a;
            /* of coral_caf2 without argument */
            ((void (*)(const int64_t *))(coral.base + g->place))(&count);
            return;
        }
        argument(&a->f, g, values);
    }
    a->bytes = run(a->team, a->s, &a->f, a->out);
}

void coral_caf_spawn_extents(int64_t *extents) {
    for (int d = 0; d < arriving->in_parts->rank; d++)
        extents[d] = arriving->in_parts->dim[d].extent;
}

void coral_caf_spawn_arrived_(const int64_t *address) {
    arrival *a = arriving;
    pass(&a->f, a->in_parts, (char *)*address);
    go_on(a);
}

/* The variable for structures that come in parts: the key of their type stands first. */
void coral_layout_arrive(const int64_t *count) {
    int64_t length;
    memcpy(&length, coral_shipped_take(sizeof length), sizeof length);
    const coral_layout *l = coral_layout_of(coral_shipped_take(((size_t)length + 7) & ~(size_t)7));
    size_t bytes = l != NULL ? (size_t)(*count * l->size) : 0;
    char *objects = malloc(bytes + 1); /* as the program's own: others may reach what it holds */
    if (l == NULL || objects == NULL)
        coral_fatal(CORAL_R0302, "no memory for the arguments of a shipped procedure");
    memset(objects, 0, bytes);
    for (int64_t i = 0; i < *count; i++)
        coral_take_object(l, objects + i * l->size);
    int64_t address = (int64_t)objects;
    coral_caf_spawn_arrived_(&address);
    for (int64_t i = 0; i < *count; i++)
        coral_free_parts(l, objects + i * l->size);
    free(objects);
}

/* The function has been called by a procedure beside it (lower/caf2spawn.go), which gives its value
 * here. */
void coral_caf_spawn_result(const void *obj) {
    const coral_shipped_arg *g = wanted;
    coral_call call = {.what = "spawn"};
    coral_caf_copy c = {.dest = {.n = 1}, .src = {.n = 1}};
    coral_array *to = c.dest.part = &c.dest.one, *from = c.src.part = &c.src.one;
    coral_array_from(from, obj);
    *to = (coral_array){.addr = coral_slot((int)g->like) + g->place,
        .size = g->size,
        .rank = g->rank,
        .type = (coral_class)g->type,
        .kind = g->kind};
    if (to->type == CORAL_OTHER) /* then it may be more than a byte holds */
        to->kind = from->kind;
    for (int d = 0; d < g->rank; d++) {
        to->dim[d].extent = g->dim[d].extent;
        to->dim[d].step = g->dim[d].step;
    }
    c.dest.count = coral_array_count(to);
    c.src.count = coral_array_count(from);
    if (!coral_same_type(to, from) && !coral_convertible(to, from))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
            "the function's type cannot be assigned to the variable's");
    if (from->rank > 0 && !coral_same_shape(to, from))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
            "the function's result has %lld elements, the variable %lld, or their shapes differ",
            (long long)c.src.count, (long long)c.dest.count);
    coral_caf_move(&c);
}

/* One call of a message, or with values another one that is like it. */
static int run_one(int team, const coral_shipped *s, const char *values, void *out) {
    const char *end = (const char *)s + s->bytes;
    arrival a;
    frame *f = &a.f;
    f->integers = f->reals = f->words = f->lengths = 0;
    memset(f->integer, 0, sizeof f->integer);
    memset(f->real, 0, sizeof f->real);
    if (is_stored(s))
        f->integer[f->integers++] = (int64_t)f->result;
    size_t room = 0;
    int n = 0;
    for (const coral_shipped_arg *g = (const void *)(s + 1); (const char *)g < end;
         g = coral_shipped_next(g), n++)
        room += room_for(g);
    _Alignas(16) char small[1024];
    f->data = f->next = room <= sizeof small ? small : __real_malloc(room + 16);
    if (f->data == NULL || n > ARGUMENTS + 1) /* one for the result */
        coral_fatal(CORAL_R0302, "no memory for the %d arguments of a shipped procedure", n);
    a.s = s;
    a.next = (const void *)(s + 1);
    a.values = values;
    a.team = team;
    a.out = out;
    go_on(&a);
    if (f->data != small)
        __real_free(f->data);
    return a.bytes;
}

static size_t values_of(const coral_shipped *s) {
    size_t bytes = 0;
    for (const coral_shipped_arg *g = (const void *)(s + 1);
         (const char *)g < (const char *)s + s->bytes; g = coral_shipped_next(g))
        bytes += coral_shipped_values(g);
    return bytes;
}

/* What these procedures ship in turn leaves with them: it counts for the blocks that they count
 * for. */
int coral_caf_run_shipped(int team, void *message, size_t bytes, void *out) {
    int n = 0;
    const coral_shipped *last = NULL;
    for (const coral_shipped *s = message, *end = (const void *)((char *)message + bytes); s < end;
         s = (const void *)((const char *)s + s->bytes)) {
        if (s->procedure != CORAL_SHIPPED_LIKE) {
            n = run_one(team, s, NULL, out);
            last = s;
            continue;
        }
        size_t each = values_of(last);
        for (const char *values = (const char *)(s + 1); values < (const char *)s + s->bytes;
             values += each)
            n = run_one(team, last, values, out);
    }
    if (coral_caf_unsent)
        coral_caf_flush();
    return n;
}
