/* The C ABI of Coral's runtime.
 *
 * Two groups. Names that end in an underscore are called by Fortran as external
 * procedures: arguments by reference, the lengths of character arguments by value at
 * the end; both gfortran and flang call so. The rest takes descriptors, whose
 * layout is the back end's (coral_backend), or plain C arguments.
 *
 * Preconditions, unless said otherwise: the process is an image; the call is made
 * by the thread that runs the program's statements (image control statements of one
 * image do not overlap). stat and errmsg may be NULL: then an error ends the run. */
#ifndef CORAL_H
#define CORAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shared with the Fortran module, which defines the constants: they are those of
 * the back end's iso_fortran_env. */
extern int64_t coral_gen;  /* grows whenever views become invalid */
extern bool coral_apart;   /* not all images are mapped */
extern bool coral_lib;     /* the same, or the current team has a window */
extern int32_t coral_me;   /* image index in the current team, from 1 */
extern int32_t coral_num;  /* images of the current team */
extern int32_t coral_self; /* image index in the initial team */
/* Where static data are: what lies at p on this image lies at p + coral_shift + k * coral_step on
 * image k of the current team, as far as images are mapped. */
extern int64_t coral_step, coral_shift;
/* For pointers to components: at which address image k has its own slot, INT64_MAX if that is not
 * known here (always from image CORAL_BASES on); how much of it holds data, 0 in teams with a
 * window; image k's slot is seen here at coral_slots + k * coral_step. */
enum { CORAL_BASES = 1024 };
extern int64_t coral_bases[CORAL_BASES], coral_span, coral_slots;

enum { CORAL_BACKEND_GFORTRAN = 1, CORAL_BACKEND_FLANG = 2 };
extern int32_t coral_backend;
extern int32_t coral_stat_locked, coral_stat_unlocked, coral_stat_locked_other_image;
extern int32_t coral_stat_stopped_image, coral_stat_failed_image, coral_stat_unlocked_failed_image;
/* Values of stat= that have no name in the standard. */
enum { CORAL_STAT_ERROR = 9001, CORAL_STAT_MEMORY = 9002 };

/* Where a statement stands: line, file (with its length last), and where its errors go. */
#define CORAL_AT const int32_t *line, const char *file, int32_t *stat, char *errmsg
#define CORAL_AT_LEN size_t file_len, size_t errmsg_len

/* Views and transfer. Descriptors are those of type(*), dimension(..) of a bind(C) procedure. */
void coral_view(const int64_t *view, const void *obj, const void *lower, const int32_t *corank,
    const int32_t *line, const void *file);
int64_t coral_step_of_(const void *array, const int32_t *dim);
void coral_view_at(const int64_t *view, const int64_t *addr, const int64_t *size,
    const int32_t *rank, const int64_t *extents, const int64_t *steps, const int64_t *lower,
    const int32_t *corank, const int32_t *line, const void *file);
void coral_component(const int64_t *descriptor, const int64_t *parent, const int32_t *what,
    const int32_t *line, const void *file);
void coral_component_scalar(const int64_t *descriptor, const int64_t *parent, const int32_t *what,
    const int64_t *bytes, const int32_t *line, const void *file);
void coral_component_at(const int64_t *descriptor, const int64_t *parent, const int64_t *place,
    const int32_t *what, const int32_t *line, const void *file);
void coral_part_sample(const int64_t *descriptor, const int32_t *what, const int64_t *bytes);
void coral_assign_begin(const int64_t *addr, const int32_t *line, const void *file);
void coral_assign_end(void);
int64_t coral_place(int64_t addr);
bool coral_here(const int64_t *addr);
void coral_swap_begin(
    const int64_t *addr, const int64_t *bytes, const int32_t *line, const void *file);
bool coral_swapped(void);
void coral_get_part(const void *obj);
void coral_put_part(const void *obj);
void coral_keep_part(const void *obj);
void coral_put_changed_part(const void *obj);
void coral_get(const void *obj);
void coral_put(const void *obj);
/* The same, with the address of the section's first element, which is needed for arrays of derived
 * or character type and parts of complex ones; and with the bytes of an element (may be NULL), for
 * substrings: gfortran gives their arrays the length of the whole string. */
void coral_get_at(const int64_t *first, const void *obj, const int64_t *size);
void coral_put_at(const int64_t *first, const void *obj, const int64_t *size);
/* The same as coral_get, of which the memory is there when coral_brought returns: of all elements
 * that loops in front of a statement name, with one question for each image. */
void coral_want(const void *obj);
void coral_want_at(const int64_t *first, const void *obj, const int64_t *size);
void coral_brought(void);
/* The same as coral_put, of which the memory stays as it is until coral_given: many elements are
 * handed over with one call. */
void coral_give(const void *obj);
void coral_give_at(const int64_t *first, const void *obj, const int64_t *size);
void coral_given(void);
/* The same for sections that a statement may define in part: only what it has changed is sent. */
void coral_keep(const void *obj);
void coral_put_changed(const void *obj);
void coral_keep_at(const int64_t *first, const void *obj, const int64_t *size);
void coral_put_changed_at(const int64_t *first, const void *obj, const int64_t *size);
/* In the place of an image index, which they give back: the object is fetched when an expression or
 * an input list comes to it. What an input list defines is sent by coral_items_read. */
int64_t coral_fetched(int64_t index, const void *obj);
int64_t coral_fetched_at(
    int64_t index, const int64_t *first, const void *obj, const int64_t *size);
int64_t coral_item(int64_t index, const void *obj);
int64_t coral_item_at(
    int64_t index, const int64_t *first, const void *obj, const int64_t *size);
void coral_items_read(void);
void coral_copy(const void *dst, const void *src, const int32_t *line, const void *file);
/* coral_copy from memory that stays as it is until coral_returned. */
void coral_copy_lent(const void *dst, const void *src, const int32_t *line, const void *file);
void coral_returned(void);
void coral_copy_run(char *to, const char *from, int64_t bytes);
void coral_copy_block(
    char *to, const char *from, int64_t bytes, int64_t count, int64_t to_step, int64_t from_step);
void coral_check_cobounds_(const int64_t *cobounds, const int32_t *corank, const int32_t *line,
    const char *file, size_t file_len);
void coral_check_image_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len);
int32_t coral_checked_image_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len);
void coral_check_cosubscript_(const int64_t *sub, const int64_t *low, const int64_t *high,
    const int32_t *dim, const char *name, const int32_t *line, const char *file, size_t name_len,
    size_t file_len);
void coral_check_section_(const int64_t *first, const int64_t *last, const int64_t *step,
    const int64_t *low, const int64_t *high, const int32_t *dim, const char *name,
    const int32_t *line, const char *file, size_t name_len, size_t file_len);
void coral_check_shape_(const int32_t *rank, const int64_t *left, const int64_t *right,
    const int32_t *line, const char *file, size_t file_len);
void coral_check_length_(const int64_t *left, const int64_t *right, const int32_t *line,
    const char *file, size_t file_len);

/* Allocation. */
void coral_alloc_begin_(const int32_t *line, const char *file, size_t file_len);
void coral_alloc_end_(const int64_t *addr, const int32_t *corank, const int64_t *cobounds,
    const int32_t *allocstat, CORAL_AT, CORAL_AT_LEN);
void coral_dealloc_begin_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN);
void coral_dealloc_meet_(const int32_t *line, const char *file, size_t file_len);
void coral_dealloc_end_(int32_t *stat, char *errmsg, size_t errmsg_len);
void coral_move_begin_(const int64_t *from, const int64_t *to, CORAL_AT, CORAL_AT_LEN);

/* Image control. */
void coral_sync_all_(CORAL_AT, CORAL_AT_LEN);
void coral_sync_memory_(CORAL_AT, CORAL_AT_LEN);
void coral_sync_images_all_(CORAL_AT, CORAL_AT_LEN);
void coral_sync_images_one_(const int64_t *image, CORAL_AT, CORAL_AT_LEN);
void coral_sync_images_set_(const int64_t *images, const int64_t *count, CORAL_AT, CORAL_AT_LEN);
void coral_critical_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN);
void coral_end_critical_(const int64_t *addr);
void coral_lock_(const int64_t *addr, const int32_t *line, const char *file, int32_t *acquired,
    int32_t *stat, char *errmsg, CORAL_AT_LEN);
void coral_unlock_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN);
void coral_event_post_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN);
void coral_event_wait_(const int64_t *addr, const int64_t *until, CORAL_AT, CORAL_AT_LEN);
void coral_event_query_(const int64_t *addr, int64_t *count, int32_t *stat);

/* Teams. A team variable; address is that of the runtime's own record, 0: not defined. */
typedef struct coral_team_value { int64_t number, address; } coral_team_value;
void coral_form_team_(const int64_t *number, coral_team_value *team, const int32_t *line,
    const char *file, const int64_t *new_index, int32_t *stat, char *errmsg, CORAL_AT_LEN);
void coral_change_team_(const coral_team_value *team, CORAL_AT, CORAL_AT_LEN);
void coral_end_team_(CORAL_AT, CORAL_AT_LEN);
void coral_sync_team_(const coral_team_value *team, CORAL_AT, CORAL_AT_LEN);
void coral_get_team_by_(const int32_t *level, coral_team_value *team, const int32_t *line,
    const char *file, size_t file_len);
/* Of a team, or of a sibling of the current one (-1: the initial team) by its number. asks is the
 * inquiry function, as messages name it. */
int32_t coral_team_images_(const coral_team_value *team, const int32_t *line, const char *file,
    const char *asks, size_t file_len, size_t asks_len);
int32_t coral_sibling_size_(const int64_t *number, const int32_t *line, const char *file,
    const char *asks, size_t file_len, size_t asks_len);
int32_t coral_this_image_of_(const coral_team_value *team, const int32_t *line, const char *file,
    const char *asks, size_t file_len, size_t asks_len);
/* The index in the initial team of an image of another team. */
int32_t coral_image_of_(const coral_team_value *team, const int32_t *image, const int32_t *line,
    const char *file, size_t file_len);
int32_t coral_image_in_(const int64_t *number, const int32_t *image, const int32_t *line,
    const char *file, size_t file_len);
/* The state of an image of the current or another team: 0, or the stat for a failed or stopped one.
 */
int32_t coral_status_current_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len);
int32_t coral_status_in_team_(const coral_team_value *team, const int32_t *image,
    const int32_t *line, const char *file, size_t file_len);
int32_t coral_status_current_again_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len);
int32_t coral_status_in_team_again_(const coral_team_value *team, const int32_t *image,
    const int32_t *line, const char *file, size_t file_len);
/* file is a descriptor. */
int32_t coral_selected_stat_(const int32_t *image, const int32_t *line, const void *file);
int32_t coral_selected_stat_initial_(const int32_t *image, const int32_t *line, const void *file);
/* After an allocation in a team: the descriptor of the coarray, which END TEAM deallocates. Both
 * back ends begin theirs by the address of the data. */
void coral_note_descriptor(void *descriptor);
void coral_complete_span(void *descriptor);
/* Writes the address of a procedure to a place. */
void coral_hold(void *place, void (*address)(void));
bool coral_of_team_(const int64_t *addr); /* the current team has allocated it */
/* LOC in pure procedures: object is what a back end passes for an argument that is CLASS(*) and of
 * any rank. */
int64_t coral_address_(const int64_t *object);
/* coral_view in pure procedures, given the view's first component. */
int32_t coral_image_index_now(const void *obj, const int32_t *corank, const int64_t *sub,
    const int32_t *line, const void *file);
int64_t coral_cobound_now(const int64_t *addr, const int32_t *corank, const int32_t *place,
    const int32_t *line, const void *file);
void coral_view_by(int64_t *view, const void *obj, const void *lower, const int32_t *corank,
    const int32_t *line, const void *file);
void coral_view_initial_by(int64_t *view, const void *obj, const void *lower, const int32_t *corank,
    const int32_t *line, const void *file);
/* coral_view for image selectors with team=: of all images. */
void coral_view_initial(const int64_t *view, const void *obj, const void *lower,
    const int32_t *corank, const int32_t *line, const void *file);
void coral_view_initial_at(const int64_t *view, const int64_t *addr, const int64_t *size,
    const int32_t *rank, const int64_t *extents, const int64_t *steps, const int64_t *lower,
    const int32_t *corank, const int32_t *line, const void *file);

/* CAF 2.0: coral_caf_<statement>, with the statement's arguments. Events, locks and sets by
 * address, others by reference. */
void coral_caf_with_team_(
    const coral_team_value *team, const int32_t *line, const char *file, size_t file_len);
void coral_caf_end_with_team_(void);

/* Notify variables. */
void coral_notify_post_(const int64_t *addr, const int32_t *image, const int32_t *initial);
void coral_notify_wait_(const int64_t *addr, const int64_t *until, CORAL_AT, CORAL_AT_LEN);

/* Termination. Fortran output is flushed by the caller. */
void coral_flush(void);
void coral_stop_number(int32_t code, bool quiet, bool error) __attribute__((noreturn));
void coral_stop_text(const char *text, size_t len, bool quiet, bool error)
    __attribute__((noreturn));
void coral_stop_plain(bool quiet, bool error) __attribute__((noreturn));
/* ... of a statement at line in file; 0: it is not known. */
void coral_error_number(int32_t code, bool quiet, int32_t line, const char *file, size_t file_len)
    __attribute__((noreturn));
void coral_error_text(const char *text, size_t len, bool quiet, int32_t line, const char *file,
    size_t file_len) __attribute__((noreturn));
void coral_error_plain(bool quiet, int32_t line, const char *file, size_t file_len)
    __attribute__((noreturn));
void coral_fail_image_(const int32_t *line, const char *file, size_t file_len)
    __attribute__((noreturn));

/* Collectives. Strings are descriptors. result_image INT32_MIN: every image gets the result. */
void coral_co_sum(const void *a, const int32_t *result_image, const int32_t *line, const void *file,
    int32_t *stat, const void *errmsg);
void coral_co_min(const void *a, const int32_t *result_image, const int32_t *line, const void *file,
    int32_t *stat, const void *errmsg);
void coral_co_max(const void *a, const int32_t *result_image, const int32_t *line, const void *file,
    int32_t *stat, const void *errmsg);
void coral_co_broadcast(const void *a, const int32_t *source_image, const int32_t *line,
    const void *file, int32_t *stat, const void *errmsg);
/* op is a Fortran function of two arguments by reference, of an intrinsic type but character. */
void coral_co_reduce(const void *a, void (*op)(void), const int32_t *result_image,
    const int32_t *line, const void *file, int32_t *stat, const void *errmsg);
/* op is subroutine(a, b, r), which sets r to the result for a and b: any type. */
void coral_co_reduce_by(const void *a, void (*op)(const void *, const void *, void *),
    const int32_t *result_image, const int32_t *line, const void *file, int32_t *stat,
    const void *errmsg);
/* The array by address, size of an element, extents, and steps in bytes (the first 0: contiguous).
 */
void coral_co_reduce_at(const int64_t *addr, const int64_t *size, const int32_t *rank,
    const int64_t *extents, const int64_t *steps, void (*op)(const void *, const void *, void *),
    const int32_t *result_image, const int32_t *line, const void *file, int32_t *stat,
    const void *errmsg);

#ifdef __cplusplus
}
#endif
#endif
