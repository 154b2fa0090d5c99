/* Checks of the programs in this tree. */
#include <stdio.h>
#include <xmp.h>

static int failures;
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("FAIL: image %d: %s:%d: %s\n", xmpc_this_image(), __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)
#define FINISH() \
    do { \
        xmp_sync_all(); \
        if (xmpc_this_image() == 0) \
            puts("PASS"); \
        return failures != 0; \
    } while (0)
#define ME xmpc_this_image()
#define N xmpc_num_images()
#define NEXT ((ME + 1) % N)
#define BEFORE ((ME + N - 1) % N)
