/* XcalableMP, local view, for C: the procedures that Coral has. Images count from 0, nodes from 1;
 * inside a task they are those of the task. Coarrays that #pragma xmp coarray names count from 1,
 * or from 0 in a file that declares nodes p[..]. Compile with `coral cc`, `coral build` or `coral
 * run`. */
#ifndef XMP_H
#define XMP_H

#include <stddef.h>

#ifdef __cplusplus
#error "XcalableMP is a language of C and Fortran"
#endif

/* A lock: declare it as a coarray, xmp_lock_t l:[*]; it begins unlocked. */
typedef struct coral_xmp_lock {
    long coral_private[2];
} __attribute__((__aligned__(16))) xmp_lock_t;

/* Who and how many. */
int xmpc_this_image(void);
int xmpc_num_images(void);
int xmp_node_num(void);
int xmp_num_nodes(void);
int xmp_all_node_num(void);
int xmp_all_num_nodes(void);
int xmpc_node_num(void); /* from 0 */
int xmpc_all_node_num(void);

/* Node arrays: xmp_desc_of(p) is the descriptor of the array p. The functions give 0, or another
 * number if the array has no such dimension or this image is no node of it. Dimensions count from
 * 1; an index counts as subscripts of the array do: from 1 in parentheses, from 0 in brackets. */
typedef const void *xmp_desc_t;
int xmp_nodes_ndims(xmp_desc_t, int *dims);
int xmp_nodes_size(xmp_desc_t, int dim, int *size);
int xmp_nodes_index(xmp_desc_t, int dim, int *index);

double xmp_wtime(void); /* seconds since some moment */
double xmp_wtick(void);
/* as exit: another code than 0 ends the run */
void xmp_exit(int code) __attribute__((__noreturn__));

/* Synchronisation. The image of xmp_sync_image may be a node of an array, p(2) or q[1]. The last
 * argument, int *status, may be left out; then an error ends the run. The status is
 * XMP_STAT_SUCCESS, or what went wrong; those of images are no constants, since they are
 * those of the Fortran compiler whose code is in the program. */
#define XMP_STAT_SUCCESS 0
extern int coral_stat_stopped_image;
int coral_xmp_stat_failed_image(void);
#define XMP_STAT_STOPPED_IMAGE coral_stat_stopped_image
#define XMP_STAT_FAILED_IMAGE coral_xmp_stat_failed_image()
#define XMP_STAT_ERROR 9001  /* an argument is wrong; without a status it ends the run */
#define XMP_STAT_MEMORY 9002 /* there is no memory for the operation */
void coral_xmp_sync_all(int *, int, const char *);
void coral_xmp_sync_memory(int *, int, const char *);
void coral_xmp_sync_image(int, int *, int, const char *);
struct coral_xmp_images { int number; const int *images; int *status; };
void coral_xmp_sync_images(int, const int *, int *, int, const char *);
void coral_xmp_sync_images_all(int *, int, const char *);
void coral_xmp_barrier(int, const char *);
/* A compile-time check of the arguments of one of the procedures; the compiler prints the message.
 */
#define CORAL_XMP_TAKES(condition, message) _Static_assert(condition, message " [C0419]")
/* A procedure whose only argument may be left out: the last element is the status, or 0 if there is
 * none. */
#define CORAL_XMP_STATUS(name, ...)                                                        \
    __extension__({                                                                        \
        int *const coral_list[] = {0, __VA_ARGS__};                                        \
        CORAL_XMP_TAKES(sizeof coral_list <= 2 * sizeof *coral_list,                       \
            "xmp_" #name " takes one argument at most, a status, but this call has more"); \
        coral_xmp_##name(coral_list[sizeof coral_list / sizeof *coral_list - 1], __LINE__, \
            __FILE__);                                                                     \
    })
#define xmp_sync_all(...) CORAL_XMP_STATUS(sync_all, __VA_ARGS__)
#define xmp_sync_memory(...) CORAL_XMP_STATUS(sync_memory, __VA_ARGS__)
#define xmp_sync_images_all(...) CORAL_XMP_STATUS(sync_images_all, __VA_ARGS__)
/* The macro for as many arguments as there are. */
#define CORAL_XMP_CHOOSE(a, b, c, d, e, f, g, h, macro, ...) macro
/* Compilers warn of an argument of another type where it stands by itself: in parentheses, which
 * are this file's, gcc takes it for a part of a system header. */
#define CORAL_XMP_IMAGE_(image) coral_xmp_sync_image(image, (int *)0, __LINE__, __FILE__)
#define CORAL_XMP_IMAGE_STATUS_(image, status) \
    int *const coral_status = status;          \
    coral_xmp_sync_image(image, coral_status, __LINE__, __FILE__)
#define CORAL_XMP_IMAGE_MORE_(...) \
    CORAL_XMP_TAKES(0, "xmp_sync_image takes 1 or 2 arguments, but this call has more")
#define xmp_sync_image(...)                                                                 \
    __extension__({                                                                         \
        CORAL_XMP_TAKES(sizeof #__VA_ARGS__ > 1,                                            \
            "xmp_sync_image takes 1 or 2 arguments, but this call has none");               \
        CORAL_XMP_CHOOSE(__VA_ARGS__, CORAL_XMP_IMAGE_MORE_, CORAL_XMP_IMAGE_MORE_,         \
            CORAL_XMP_IMAGE_MORE_, CORAL_XMP_IMAGE_MORE_, CORAL_XMP_IMAGE_MORE_,            \
            CORAL_XMP_IMAGE_MORE_, CORAL_XMP_IMAGE_STATUS_, CORAL_XMP_IMAGE_, 0)            \
        (__VA_ARGS__);                                                                      \
    })
/* An initialiser tells arguments apart, also where one is (int[]){1, 2}, of which the preprocessor
 * makes two. Where there are too many, they begin a second structure. */
#define xmp_sync_images(n, ...)                                                           \
    __extension__({                                                                       \
        CORAL_XMP_TAKES(sizeof #__VA_ARGS__ > 1,                                          \
            "xmp_sync_images takes 2 or 3 arguments, but this call has fewer");           \
        const struct coral_xmp_images coral_list[] = {                                    \
            [0].number = n, [0].images = __VA_ARGS__};                                    \
        CORAL_XMP_TAKES(sizeof coral_list == sizeof *coral_list,                          \
            "xmp_sync_images takes 2 or 3 arguments, but this call has more");            \
        coral_xmp_sync_images(coral_list->number, coral_list->images, coral_list->status, \
            __LINE__, __FILE__);                                                          \
    })
#define xmp_barrier() coral_xmp_barrier(__LINE__, __FILE__)
#define _xmpc_sync_all() xmp_sync_all()

/* Atomic procedures. The object is x:[k] or x, or the address of one, &x:[k] or &x; it has 4 or 8
 * bytes. */
void xmp_atomic_define(volatile void *object, long value);
void xmp_atomic_ref(volatile void *value, volatile void *object);
void xmp_atomic_add(volatile void *object, long value);
void xmp_atomic_and(volatile void *object, long value);
void xmp_atomic_or(volatile void *object, long value);
void xmp_atomic_xor(volatile void *object, long value);
long xmp_atomic_fetch_add(volatile void *object, long value);
long xmp_atomic_fetch_and(volatile void *object, long value);
long xmp_atomic_fetch_or(volatile void *object, long value);
long xmp_atomic_fetch_xor(volatile void *object, long value);
long xmp_atomic_cas(volatile void *object, long compare, long value); /* what was there before */

/* Allocation of coarrays, collective: all executing images ask for the same number of bytes.
 * Declare the pointer with codimensions: double *p:[*] = xmp_malloc(n * sizeof *p); */
void *coral_xmp_alloc(unsigned long, int, const char *);
void coral_xmp_free(void *, int, const char *);
#define xmp_malloc(bytes) coral_xmp_alloc(bytes, __LINE__, __FILE__)
#define xmp_coarray_alloc(bytes) coral_xmp_alloc(bytes, __LINE__, __FILE__)
#define xmp_free(pointer) coral_xmp_free(pointer, __LINE__, __FILE__)
#define xmp_coarray_free(pointer) coral_xmp_free(pointer, __LINE__, __FILE__)

#endif
