extern long coral_step, coral_shift;
extern int coral_me, coral_num;
extern const _Bool coral_apart;
/* messages speak of C, too (capi/core/error.c) */
const char coral_xmp_source __attribute__((__weak__)) = 1;
struct coral_xmp_task { int member, entered; long team; };
/* the compiler names it where it refuses an operand that is no integer */
typedef int coral_xmp_integer;
static const coral_xmp_integer coral_xmp_zero __attribute__((__unused__)) = 0;
enum {
    coral_xmp_sum,
    coral_xmp_product,
    coral_xmp_max,
    coral_xmp_min,
    coral_xmp_and,
    coral_xmp_or,
    coral_xmp_xor,
    coral_xmp_land,
    coral_xmp_lor
};
struct coral_xmp_lock; /* as xmp.h calls locks: a reference may stand in front of that file */
enum { coral_xmp_block = 1 << 14, coral_xmp_locks = 64 };
typedef struct __attribute__((__aligned__(64))) { int held; } coral_xmp_stripe;
extern coral_xmp_stripe coral_xmp_stripes[];
void coral_xmp_hold_slow(coral_xmp_stripe *);
void coral_xmp_release_far(coral_xmp_stripe *);
void *coral_xmp_collect(void *, unsigned long, unsigned long);
_Bool coral_xmp_change(
    void *, long, coral_xmp_stripe *, int, const void *, unsigned long, void *, _Bool);
void coral_xmp_fetch(void *, unsigned long);
void coral_xmp_send(void *, unsigned long);
void coral_xmp_fetch_section(void *, unsigned long, int, const long *, const long *);
void coral_xmp_send_section(void *, unsigned long, int, const long *, const long *);
void coral_xmp_copy_far(
    void *, const void *, unsigned long, int, const long *, const long *, const long *);
_Bool coral_xmp_overlap_far(const void *, unsigned long, const long *, const void *, unsigned long,
    const long *, int, const long *);
void *coral_xmp_room(unsigned long, const long *, int);
void coral_xmp_done(void *);
void coral_xmp_shapes(long, long, int, int, const char *);
long coral_xmp_checked(long, int, const char *);
void coral_xmp_live(const volatile void *, int, const char *);
long coral_xmp_subscript(long, long, int, int, const char *);
void coral_xmp_check_section(long, long, long, long, int, int, const char *);
void coral_xmp_barrier(int, const char *);
void coral_xmp_sync_all(int *, int, const char *);
void coral_xmp_sync_memory(int *, int, const char *);
void coral_xmp_sync_image(int, int *, int, const char *);
void coral_xmp_sync_images(int, const int *, int *, int, const char *);
void coral_xmp_sync_images_all(int *, int, const char *);
void coral_xmp_sync_nodes(const long *, int, const char *);
const void *coral_xmp_descriptor(const long *, int);
void coral_xmp_lock(void *, int, const char *);
void coral_xmp_unlock(void *, int, const char *);
void coral_xmp_post(int, int, int, const char *);
void coral_xmp_wait(int, int, int, int, const char *);
void coral_xmp_nodes(const long *, int, const char *);
int coral_xmp_node(const long *, int, const char *);
int coral_xmp_executing(const long *, int, const char *);
void coral_xmp_task_form(struct coral_xmp_task *, const long *, int, const char *);
void coral_xmp_task_enter(struct coral_xmp_task *, int, const char *);
void coral_xmp_task_begin(struct coral_xmp_task *, const long *, int, const char *);
void coral_xmp_task_end(struct coral_xmp_task *);
void coral_xmp_gather(void *, const void *, unsigned long, int, const long *, const long *,
    const long *, int, int, const char *);
void coral_xmp_bcast(
    void *, unsigned long, int, const long *, const long *, int, int, int, const char *);
void coral_xmp_reduce(
    void *, unsigned long, int, const long *, const long *, int, int, int, const char *);
void coral_xmp_bcast_async(
    void *, unsigned long, int, const long *, const long *, int, int, long, int, const char *);
void coral_xmp_reduce_async(
    void *, unsigned long, int, const long *, const long *, int, int, long, int, const char *);
void coral_xmp_wait_async(long, int, const char *);
void coral_xmp_atomic_define(volatile void *, long, unsigned long);
void coral_xmp_atomic_ref(volatile void *, volatile void *, unsigned long);
void coral_xmp_atomic_add(volatile void *, long, unsigned long);
void coral_xmp_atomic_and(volatile void *, long, unsigned long);
void coral_xmp_atomic_or(volatile void *, long, unsigned long);
void coral_xmp_atomic_xor(volatile void *, long, unsigned long);
long coral_xmp_atomic_fetch_add(volatile void *, long, unsigned long);
long coral_xmp_atomic_fetch_and(volatile void *, long, unsigned long);
long coral_xmp_atomic_fetch_or(volatile void *, long, unsigned long);
long coral_xmp_atomic_fetch_xor(volatile void *, long, unsigned long);
long coral_xmp_atomic_cas(volatile void *, long, long, unsigned long);
static __inline__ __attribute__((__always_inline__, __unused__)) long coral_xmp_within(
    long image, int line, const char *file) {
    return __builtin_expect((unsigned long)image - 1 < (unsigned long)coral_num, 1)
        ? image
        : coral_xmp_checked(image, line, file);
}
static __inline__ __attribute__((__always_inline__, __unused__)) long coral_xmp_way(long image) {
    return coral_shift + image * coral_step;
}
static __inline__ __attribute__((__always_inline__, __unused__)) void *coral_xmp_there(
    const volatile void *p, long way) {
    char *q = (char *)p;
    /* the compiler must not believe that what follows lies in the object that p points to */
    __asm__("" : "+r"(q));
    return q + way;
}
static __inline__ __attribute__((__always_inline__, __unused__)) void *coral_xmp_near(
    const volatile void *p, long image) {
    return coral_xmp_there(p, coral_xmp_way(image));
}
static __inline__ __attribute__((__always_inline__, __unused__)) void *coral_xmp_get(
    const volatile void *p, long image, unsigned long size) {
    void *q = coral_xmp_near(p, image);
    if (__builtin_expect(coral_apart, 0))
        coral_xmp_fetch(q, size);
    return q;
}
static __inline__ __attribute__((__always_inline__, __unused__)) void coral_xmp_sent(
    void *p, unsigned long size) {
    if (__builtin_expect(coral_apart, 0))
        coral_xmp_send(p, size);
}
static __inline__ __attribute__((__always_inline__, __unused__)) coral_xmp_stripe *
coral_xmp_stripe_of(const volatile void *p, long way) {
    coral_xmp_stripe *s = coral_xmp_stripes +
        (((unsigned long)p - (unsigned long)way) / coral_xmp_block) % coral_xmp_locks;
    __asm__("" : "+r"(s));
    return (coral_xmp_stripe *)((char *)s + way);
}
static __inline__ __attribute__((__always_inline__, __unused__)) coral_xmp_stripe *coral_xmp_hold(
    const volatile void *p, long way) {
    coral_xmp_stripe *s = coral_xmp_stripe_of(p, way);
    if (__builtin_expect(coral_apart, 0) ||
        __builtin_expect(__atomic_exchange_n(&s->held, 1, 2) != 0, 0))
        coral_xmp_hold_slow(s);
    return s;
}
static __inline__ __attribute__((__always_inline__, __unused__)) void coral_xmp_release(
    coral_xmp_stripe *s) {
    if (__builtin_expect(coral_apart, 0))
        coral_xmp_release_far(s);
    else
        __atomic_store_n(&s->held, 0, 3);
}
static __inline__ __attribute__((__always_inline__, __unused__)) _Bool coral_xmp_add(void *p,
    long way, int what, const void *operand, unsigned long size, void *value, _Bool before) {
    return what != 0 &&
        coral_xmp_change(p, 0, coral_xmp_stripe_of(p, way), what, operand, size, value, before);
}
static __inline__ __attribute__((__always_inline__, __unused__)) coral_xmp_stripe *coral_xmp_take(
    void *p, long way, unsigned long size) {
    coral_xmp_stripe *s = coral_xmp_hold(p, way);
    if (__builtin_expect(coral_apart, 0))
        coral_xmp_fetch(p, size);
    return s;
}
static __inline__ __attribute__((__always_inline__, __unused__)) void coral_xmp_give(
    coral_xmp_stripe *s, void *p, unsigned long size) {
    if (__builtin_expect(coral_apart, 0))
        coral_xmp_send(p, size);
    coral_xmp_release(s);
}
static __inline__ __attribute__((__always_inline__, __unused__)) coral_xmp_stripe *
coral_xmp_take_run(char *p, long way, unsigned long size, long step, long left, long *n, int what,
    unsigned long operand, void **operands) {
    const long within = (long)(((unsigned long)p - (unsigned long)way) % coral_xmp_block);
    const long fit = step > 0 ? ((long)coral_xmp_block - within + step - 1) / step
        : step < 0            ? within / -step + 1
                              : left;
    *n = fit < left ? fit : left;
    if (__builtin_expect(coral_apart, 0) && what != 0 &&
        (*operands = coral_xmp_collect(p, size, (unsigned long)*n * operand)) != 0)
        return 0;
    coral_xmp_stripe *s = coral_xmp_hold(p, way);
    if (__builtin_expect(coral_apart, 0))
        coral_xmp_fetch_section(p, size, 1, n, &step);
    return s;
}
static __inline__ __attribute__((__always_inline__, __unused__)) void coral_xmp_give_run(
    coral_xmp_stripe *s, char *p, unsigned long size, long step, long n) {
    if (__builtin_expect(coral_apart, 0))
        coral_xmp_send_section(p, size, 1, &n, &step);
    coral_xmp_release(s);
}
static __inline__ __attribute__((__always_inline__, __unused__)) void coral_xmp_tell_run(
    char *p, long way, long step, int what, void *operands, unsigned long bytes) {
    coral_xmp_change(p, step, coral_xmp_stripe_of(p, way), what, operands, bytes, 0, 0);
    coral_xmp_done(operands);
}
/* The last bytes are stored once, behind all others: programs poll the last element of what another
 * image puts, and reset it, and memmove may store a byte twice. */
static __inline__ __attribute__((__always_inline__, __unused__)) void coral_xmp_run(
    char *to, const char *from, unsigned long bytes) {
    const unsigned long most = bytes >= 8 ? 8 : bytes >= 4 ? 4 : bytes >= 2 ? 2 : 1;
    char *const last = to + (bytes - most);
    unsigned long long tail = 0;
    switch (most) {
    case 8: __builtin_memcpy(&tail, from + (bytes - 8), 8); break;
    case 4: __builtin_memcpy(&tail, from + (bytes - 4), 4); break;
    case 2: __builtin_memcpy(&tail, from + (bytes - 2), 2); break;
    default: __builtin_memcpy(&tail, from, 1);
    }
    if (bytes > most)
        __builtin_memmove(to, from, bytes - most);
    __asm__ volatile("" ::: "memory");
    switch (most) {
    case 8: __builtin_memcpy(last, &tail, 8); break;
    case 4: __builtin_memcpy(last, &tail, 4); break;
    case 2: __builtin_memcpy(last, &tail, 2); break;
    default: __builtin_memcpy(last, &tail, 1);
    }
}
static __inline__ __attribute__((__always_inline__, __unused__)) void coral_xmp_copy(void *to,
    const void *from, unsigned long size, int rank, const long *n, const long *ts, const long *fs) {
    if (!coral_apart && rank == 1 && ts[0] == (long)size && fs[0] == (long)size) {
        if (n[0] > 0)
            coral_xmp_run((char *)to, (const char *)from, (unsigned long)n[0] * size);
    } else {
        coral_xmp_copy_far(to, from, size, rank, n, ts, fs);
    }
}
static __inline__ __attribute__((__always_inline__, __unused__)) _Bool coral_xmp_overlap(
    const void *p, unsigned long size, const long *steps, const void *q, unsigned long other,
    const long *others, int rank, const long *n) {
    if (rank == 1 && p == q && size == other && steps[0] == others[0])
        return 0;
    /* gcc warns where an object that it knows has no value yet, as the left side may have none */
    __asm__("" : "+r"(p));
    return coral_xmp_overlap_far(p, size, steps, q, other, others, rank, n);
}
static __inline__ __attribute__((__always_inline__, __unused__)) long coral_xmp_length(
    long extent, long first, long step) {
    return step > 0 ? (extent - first + step - 1) / step : step < 0 ? first / -step + 1 : 0;
}
static __inline__ __attribute__((__always_inline__, __unused__)) long coral_xmp_count(
    long first, long last, long step) {
    return step == 0 ? 0 : (last - first) / step + 1 > 0 ? (last - first) / step + 1 : 0;
}
