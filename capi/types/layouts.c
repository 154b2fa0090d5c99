/* What generated code tells of derived types (lower/layout.go), and what the compiler lays out so.
 *
 * A scope tells of a type by a text and numbers. The numbers are about a sample: memory in which
 * each word says where it is, so that LOC of an allocatable or pointer component, which is what the
 * descriptor's first word holds, tells where the descriptor is, and LEN where gfortran keeps a
 * deferred length. Nothing is taken for granted about the order of components. The words descend:
 * an array has no elements then, and gfortran, which passes a contiguous copy of an array pointer
 * to LOC, has nothing to copy. They are addresses within the sample, since the compiler may look
 * into what it takes for the table of a type. */
#include "layouts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, GNU_HEAD = 40, FLANG_HEAD = 24, DIMENSION = 24, WORD = 8, ADDENDUM = 16 };

static struct {
    pthread_mutex_t lock; /* recursive: scopes tell while modules are gone through */
    coral_layout *by_key[BUCKETS], *by_type[BUCKETS];
    int64_t first_word; /* of the last sample */
} layouts = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

void coral_ask_modules(void);

static struct {
    pthread_mutex_t lock;
    int64_t *words;
    size_t n;
} samples = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Memory for an object of so many bytes. It is never freed: another thread may have got it, too. */
int64_t *coral_sample(size_t bytes) {
    enum { TABLE = 8 }; /* so many words of a type's table may be read */
    size_t words = bytes / WORD + 1;
    pthread_mutex_lock(&samples.lock);
    if (samples.n < words) {
        size_t n = words > 2 * samples.n ? words : 2 * samples.n;
        samples.words = calloc(n + TABLE, WORD);
        if (samples.words == NULL)
            coral_fatal(CORAL_R0302, "no memory for an object of %zu bytes", bytes);
        for (size_t i = 0; i < n; i++)
            samples.words[i] = (int64_t)(samples.words + n - 1 - i);
        samples.n = n;
    }
    int64_t *sample = samples.words;
    pthread_mutex_unlock(&samples.lock);
    return sample;
}

void *coral_type_sample(const int64_t *size) {
    pthread_mutex_lock(&layouts.lock); /* until coral_type */
    int64_t *sample = coral_sample((size_t)*size);
    layouts.first_word = *sample;
    return sample;
}

static unsigned bucket_of_key(const char *key) {
    uint32_t h = 2166136261u;
    for (; *key != ';'; key++)
        h = (h ^ (uint8_t)*key) * 16777619u;
    return h % BUCKETS;
}

static unsigned bucket_of_type(int64_t type) {
    return (unsigned)(((uint64_t)type * 0x9e3779b97f4a7c15u) >> 54) % BUCKETS;
}

static bool same_key(const char *a, const char *b) {
    while (*a == *b && *a != ';')
        a++, b++;
    return *a == *b;
}

static coral_layout *known(const char *key) {
    coral_layout *l = layouts.by_key[bucket_of_key(key)];
    while (l != NULL && !same_key(l->key, key))
        l = l->by_key;
    return l;
}

/* What tells types apart: gfortran itself compares a number in the type's table, of which there may
 * be several. */
static int64_t number_of(void *type) {
    enum { SIZE = 1 };
    if (coral_backend == CORAL_BACKEND_FLANG)
        return (int64_t)type;
    return (int64_t)*(uint32_t *)type << 32 | (uint32_t)((int64_t *)type)[SIZE];
}

static int64_t in_object(const coral_part *p) {
    bool flang = coral_backend == CORAL_BACKEND_FLANG;
    int64_t bytes = flang ? FLANG_HEAD + DIMENSION * p->rank
        : p->rank == 0    ? WORD
                          : GNU_HEAD + DIMENSION * p->rank;
    if (flang)
        return bytes + (p->of >= CORAL_PLAIN ? ADDENDUM : 0);
    return bytes + (p->of == CORAL_CLASS ? WORD : p->of == CORAL_ANY ? 2 * WORD : 0);
}

/* The text and the numbers, as far as they have been read. */
typedef struct reading {
    const char *text;
    const int64_t *values;
    int64_t base, size;
    bool wrong;
} reading;

static int64_t inside(reading *r, int64_t at) {
    r->wrong = r->wrong || at < 0 || at >= r->size;
    return at;
}

/* By the address of what lies in the object. */
static int64_t place(reading *r) { return inside(r, *r->values++ - r->base); }

/* By the word that lies there. */
static int64_t place_by_word(reading *r) { return inside(r, layouts.first_word - *r->values++); }

static int64_t number(reading *r) {
    int64_t n = 0;
    while (*r->text >= '0' && *r->text <= '9')
        n = 10 * n + *r->text++ - '0';
    return n;
}

static const char *key(reading *r) {
    const char *k = r->text;
    while (*r->text++ != ';') {
    }
    return k;
}

/* An allocatable or pointer component. */
static void read_indirect(reading *r, coral_part *p) {
    p->rank = (int)number(r);
    p->offset = place_by_word(r);
    switch (*r->text++) {
    case 'b':
    case 'd':
        p->of = r->text[-1] == 'd' ? CORAL_PLAIN : CORAL_BYTES;
        if (p->rank == 0)
            p->size = *r->values++;
        break;
    case 'c':
        p->of = CORAL_TEXT;
        if (coral_backend == CORAL_BACKEND_FLANG)
            r->values++;
        else
            p->length = place_by_word(r);
        p->size = *r->values++;
        break;
    case 't':
        p->of = CORAL_PARTS;
        p->key = key(r);
        break;
    case 'p':
        p->of = CORAL_CLASS;
        break;
    default:
        p->of = CORAL_ANY;
    }
    p->bytes = in_object(p);
}

static void read_part(reading *r, coral_part *p) {
    *p = (coral_part){.length = -1};
    switch (*r->text++) {
    case 'E': /* the parent, when its components cannot be named */
        p->kind = CORAL_OWN;
        p->of = CORAL_PARTS;
        p->count = 1;
        p->key = key(r);
        break;
    case 'V':
        p->kind = CORAL_OWN;
        p->of = CORAL_PARTS;
        p->key = key(r);
        p->offset = place(r);
        p->count = *r->values++;
        break;
    case 'A':
        p->kind = CORAL_HELD;
        read_indirect(r, p);
        break;
    case 'P':
        p->kind = CORAL_POINTED;
        read_indirect(r, p);
        break;
    case 'C':
        p->kind = CORAL_APART;
        read_indirect(r, p);
        break;
    case 'R':
        p->kind = CORAL_CODE;
        p->offset = place_by_word(r);
        p->bytes = WORD;
        break;
    default: /* S */
        p->kind = CORAL_APART;
        p->offset = place(r);
        p->bytes = *r->values++;
    }
}

static int by_place(const void *a, const void *b) {
    const coral_part *p = a, *q = b;
    return p->offset < q->offset ? -1 : p->offset > q->offset;
}

static coral_layout *read_layout(const char *text, const int64_t *values) {
    reading r = {.values = values + 2, .base = values[0], .size = values[1]};
    coral_layout *l = calloc(1, sizeof *l);
    size_t length = strcspn(text, ".") + 1;
    int room = 0;
    l->key = memcpy(malloc(length), text, length); /* a compiler may pass a copy of the text */
    l->size = r.size;
    r.text = l->key;
    key(&r);
    if (*r.text == 'H') {
        l->stays = true;
        r.text++;
    }
    while (*r.text != '.') {
        if (l->n == room) {
            room = room ? 2 * room : 4;
            l->part = realloc(l->part, (size_t)room * sizeof *l->part);
        }
        read_part(&r, &l->part[l->n++]);
    }
    if (l->n > 1)
        qsort(l->part, (size_t)l->n, sizeof *l->part, by_place);
    if (r.wrong)
        coral_fatal(CORAL_R0302,
            "the compiler lays out the objects of type %.*s in a way that is not known",
            (int)strcspn(text, ";"), text);
    return l;
}

/* Tells of a type: typed is where an object of type coral_any points to one, 0 if no polymorphic
 * object can be of the type. */
void coral_type(const int64_t *typed, const char *text, const int64_t *values) {
    pthread_mutex_lock(&layouts.lock);
    coral_layout *l = known(text);
    if (l == NULL) {
        l = read_layout(text, values);
        unsigned b = bucket_of_key(text);
        l->by_key = layouts.by_key[b];
        layouts.by_key[b] = l;
        if (*typed) {
            l->type = number_of(*coral_type_in((void **)*typed, 0));
            b = bucket_of_type(l->type);
            l->by_type = layouts.by_type[b];
            layouts.by_type[b] = l;
        }
    }
    pthread_mutex_unlock(&layouts.lock);
    pthread_mutex_unlock(&layouts.lock); /* of the sample */
}

/* Sets a pointer that is the only component of a variable. */
void coral_type_point(const int64_t *variable, void *sample) { *(void **)*variable = sample; }

/* Whether it is told of a type already: a procedure tells when it begins. */
bool coral_type_told(const char *text) {
    pthread_mutex_lock(&layouts.lock);
    bool told = known(text) != NULL;
    pthread_mutex_unlock(&layouts.lock);
    return told;
}

const coral_layout *coral_layout_of(const char *key) {
    pthread_mutex_lock(&layouts.lock);
    coral_layout *l = known(key);
    if (l == NULL) {
        coral_ask_modules();
        l = known(key);
    }
    pthread_mutex_unlock(&layouts.lock);
    return l;
}

const coral_layout *coral_layout_by_type(void *type) {
    int64_t number = number_of(type);
    pthread_mutex_lock(&layouts.lock);
    coral_ask_modules();
    coral_layout *l = layouts.by_type[bucket_of_type(number)];
    while (l != NULL && l->type != number)
        l = l->by_type;
    pthread_mutex_unlock(&layouts.lock);
    return l;
}

const coral_layout *coral_part_layout(const coral_part *p) {
    coral_part *known = (coral_part *)p;
    if (known->layout == NULL)
        known->layout = coral_layout_of(p->key);
    if (known->layout == NULL)
        coral_fatal(CORAL_R0312,
            "nothing is known of the objects of type %.*s: its module was compiled without "
            "coarrays",
            (int)strcspn(p->key, ";"), p->key);
    return known->layout;
}

int64_t coral_part_bytes(const coral_part *p) {
    return p->kind == CORAL_OWN ? p->count * coral_part_layout(p)->size : p->bytes;
}

int64_t coral_held_count(const coral_part *p, void **descriptor) {
    bool flang = coral_backend == CORAL_BACKEND_FLANG;
    const int64_t *dim =
        (const int64_t *)((const char *)descriptor + (flang ? FLANG_HEAD : GNU_HEAD));
    int64_t n = 1;
    for (int i = 0; i < p->rank; i++, dim += 3) {
        int64_t extent = flang ? dim[1] : dim[2] - dim[1] + 1;
        n *= extent > 0 ? extent : 0;
    }
    return n;
}

int64_t coral_held_size(const coral_part *p, void **descriptor, const char *object) {
    enum { GNU_ELEMENT = 2, FLANG_LENGTH = 1 };
    if (coral_backend == CORAL_BACKEND_FLANG)
        return (int64_t)descriptor[FLANG_LENGTH];
    switch (p->of) {
    case CORAL_TEXT: return p->size * *(const int64_t *)(object + p->length);
    case CORAL_PARTS: return coral_part_layout(p)->size;
    case CORAL_CLASS:
    case CORAL_ANY: return coral_typed_size(descriptor, p->rank, p->of == CORAL_ANY);
    default: return p->rank == 0 ? p->size : (int64_t)descriptor[GNU_ELEMENT];
    }
}

void coral_copy_plain(const coral_layout *l, char *to, const char *from, unsigned without) {
    int64_t at = 0;
    for (int i = 0; i < l->n; i++) {
        const coral_part *p = &l->part[i];
        if (!(without >> p->kind & 1))
            continue;
        int64_t bytes = coral_part_bytes(p);
        if (p->offset > at)
            memcpy(to + at, from + at, (size_t)(p->offset - at));
        if (p->offset + bytes > at)
            at = p->offset + bytes;
    }
    if (l->size > at)
        memcpy(to + at, from + at, (size_t)(l->size - at));
}

static void free_held(const coral_part *p, void **d, char *object) {
    int64_t n = coral_held_count(p, d), size = coral_held_size(p, d, object);
    const coral_layout *e = NULL;
    if (p->of == CORAL_PARTS)
        e = coral_part_layout(p);
    else if (p->of >= CORAL_CLASS && !coral_is_intrinsic(*coral_type_in(d, p->rank)))
        e = coral_layout_by_type(*coral_type_in(d, p->rank));
    for (int64_t i = 0; e != NULL && e->n > 0 && i < n; i++)
        coral_free_parts(e, (char *)*d + i * size);
    free(*d);
    *d = NULL;
}

void coral_free_parts(const coral_layout *l, char *object) {
    for (int i = 0; i < l->n; i++) {
        const coral_part *p = &l->part[i];
        void **d = (void **)(object + p->offset);
        if (p->kind == CORAL_HELD && *d != NULL)
            free_held(p, d, object);
        for (int64_t k = 0; p->kind == CORAL_OWN && k < p->count; k++) {
            const coral_layout *e = coral_part_layout(p);
            coral_free_parts(e, object + p->offset + k * e->size);
        }
    }
}
