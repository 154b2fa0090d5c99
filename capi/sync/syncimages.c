/* sync images: one counter for each ordered pair of images.
 *
 * Line r of an image's counters (layout.ControlSync) is written by rank r alone and says how
 * often r has executed sync images with this image. To come is to count up there; the wait
 * is over when the other's count here is as high. */
#include "sync.h"
#include "../core/place.h"

#include <sys/mman.h>

static uint64_t *line_of(int rank, int from) {
    return (uint64_t *)((char *)coral_control_of(rank) + CORAL_CONTROL_SYNC +
        (uint64_t)from * CORAL_CACHE_LINE);
}

/* How often this image has come to each rank: what it has written there. It does not read that
 * back, since the line belongs to the partner's core by then, and would travel twice. */
static uint64_t *told;

static void remember(void) {
    if (LIKELY(told != NULL))
        return;
    void *p = mmap(NULL, (size_t)coral.n * sizeof *told, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        coral_fatal(CORAL_R0302, "no memory for sync images");
    told = p;
}

bool coral_is_ahead(int rank) {
    return load64(line_of(coral.rank, rank)) > (told == NULL ? 0 : told[rank]);
}

/* Comes once more to the partner, and wakes it if it sleeps. */
static uint64_t tell(int rank) {
    /* a full barrier before the look at the sleepers */
    exchange64(line_of(rank, coral.rank), ++told[rank]);
    coral_wake(coral_control_of(rank));
    return told[rank];
}

/* Waits until rank has told this image as often. Returns a stat: 0, or that it has stopped or
 * failed. */
static int await(const coral_call *call, int rank, uint64_t want) {
    const uint64_t *word = line_of(coral.rank, rank);
    coral_waiter w = {.call = call, .target = (uint32_t)rank + 1};
    int stat = 0;
    while (load64(word) < want)
        if (UNLIKELY(coral_wait(&w))) {
            uint32_t state = load32(&coral_status_of(rank)->state);
            if (state < CORAL_STATE_STOPPED || load64(word) >= want)
                continue;
            stat = state == CORAL_STATE_FAILED ? coral_stat_failed_image : coral_stat_stopped_image;
            break;
        }
    coral_wait_end(&w);
    return stat;
}

static bool valid(const coral_call *call, int64_t image) {
    if (LIKELY(image >= 1 && image <= coral.team->n))
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0203, "there is no image %lld among %d",
        (long long)image, coral.team->n);
    return false;
}

/* A shipped procedure does not come to others, also if they have come already: this image may run
 * it in a statement of a team, and then knows that it comes to nobody (coral_is_ahead). */
COLD static void not_here(const coral_call *call, const int64_t *images, int64_t n) {
    if (coral.shipped)
        coral_must_not_wait(call);
    coral_library_sync_images(call, images, n);
}

void coral_sync_images_one_(const int64_t *image, CORAL_AT, CORAL_AT_LEN) {
    PLACE("sync images", CORAL_WAIT_IMAGES);
    if (!valid(&call, *image))
        return;
    if (UNLIKELY(coral.library | coral.shipped)) {
        not_here(&call, image, 1);
        return;
    }
    int rank = coral_member_rank(coral.team, (int)*image - 1);
    if (rank == coral.rank) {
        coral_ok(&call);
        return;
    }
    remember();
    uint64_t want = tell(rank);
    int gone =
        LIKELY(coral_comes_soon(line_of(coral.rank, rank), want)) ? 0 : await(&call, rank, want);
    if (UNLIKELY(gone))
        coral_member_error(&call, gone, (int)*image);
    else
        coral_ok(&call);
}

/* Tells all partners first, then waits for each: the order in which images name each other does not
 * matter. */
static void sync_set(const coral_call *call, const int64_t *images, int64_t n) {
    remember();
    for (int64_t i = 0; i < n; i++) {
        int rank = coral_member_rank(coral.team, (int)images[i] - 1);
        if (rank != coral.rank)
            tell(rank);
    }
    int stat = 0, image = 0;
    for (int64_t i = 0; i < n; i++) {
        int rank = coral_member_rank(coral.team, (int)images[i] - 1);
        int s = rank == coral.rank ? 0 : await(call, rank, told[rank]);
        if (s != 0 && stat != coral_stat_stopped_image) {
            stat = s;
            image = (int)images[i];
        }
    }
    if (stat)
        coral_member_error(call, stat, image);
    else
        coral_ok(call);
}

/* F2018 11.6.4: the values shall be images of the team, none twice. Quadratic only where few. */
static bool check_set(const coral_call *call, const int64_t *images, int64_t n) {
    if (n > coral.team->n) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0204,
            "the list names %lld images, but the team has %d", (long long)n, coral.team->n);
        return false;
    }
    size_t words = (size_t)coral.team->n / 64 + 1, bytes = words * sizeof(uint64_t);
    uint64_t few[16] = {0}, *seen = few;
    if (words > 16) {
        seen = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (seen == MAP_FAILED)
            coral_fatal(CORAL_R0302, "no memory for the check of sync images");
    }
    bool good = true;
    for (int64_t i = 0; good && i < n; i++) {
        int64_t k = images[i];
        if (!valid(call, k))
            good = false;
        else if (seen[k / 64] >> (k % 64) & 1) {
            coral_error(
                call, CORAL_STAT_ERROR, CORAL_R0204, "image %lld is named twice", (long long)k);
            good = false;
        } else
            seen[k / 64] |= UINT64_C(1) << (k % 64);
    }
    if (seen != few)
        munmap(seen, bytes);
    return good;
}

void coral_sync_images(const coral_call *call, const int64_t *images, int64_t n) {
    if (!check_set(call, images, n))
        return;
    if (UNLIKELY(coral.library | coral.shipped))
        not_here(call, images, n);
    else
        sync_set(call, images, n);
}

void coral_sync_images_set_(const int64_t *images, const int64_t *count, CORAL_AT, CORAL_AT_LEN) {
    PLACE("sync images", CORAL_WAIT_IMAGES);
    coral_sync_images(&call, images, *count);
}

void coral_sync_images_everyone(const coral_call *call) {
    size_t n = (size_t)coral.team->n, bytes = n * sizeof(int64_t);
    int64_t few[64], *all = few;
    if (n > 64) {
        all = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED)
            coral_fatal(CORAL_R0302, "no memory for sync images (*)");
    }
    for (size_t i = 0; i < n; i++)
        all[i] = (int64_t)i + 1;
    if (UNLIKELY(coral.library | coral.shipped))
        not_here(call, all, (int64_t)n);
    else
        sync_set(call, all, (int64_t)n);
    if (all != few)
        munmap(all, bytes);
}

void coral_sync_images_all_(CORAL_AT, CORAL_AT_LEN) {
    PLACE("sync images", CORAL_WAIT_IMAGES);
    coral_sync_images_everyone(&call);
}
