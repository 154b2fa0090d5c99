/* Typical faults of programs in C, as in faults.f90. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
#include <xmp.h>
#pragma xmp nodes p(*)
int x[10]:[*];
int s:[*];
xmp_lock_t l:[*];
int v;
float f;
int cells[128];
float masses[128];
int deep(int n)
{
    volatile char big[100000];
    big[n % 1000] = 1;
    return deep(n + 1) + big[n % 1000]; // @deep
}
int main(int argc, char **argv)
{
    int me = xmpc_this_image(), n = xmpc_num_images(), k = n, zero = me - me;
    const char *name = argv[1];
    xmp_sync_all();
#define CASE(text) if (strcmp(name, text) == 0)
    CASE("index_above") { x[1]:[k] = 1; } // @index_above
    CASE("index_negative") { k = -1; v = x[1]:[k]; } // @index_negative
    CASE("division") { v = 5 / zero; printf("%d\n", v); } // @division
    CASE("null_pointer") { *(volatile int *)(argv[2]) = 1; } // @null_pointer
    CASE("null_function") { void (*volatile f)(void) = 0; f(); v = 1; } // @null_function
    CASE("stack") { printf("%d\n", deep(1)); }
    CASE("double_free") { char *volatile q = malloc(100); free(q); free(q); } // @double_free
    CASE("abort") { abort(); } // @abort
    CASE("exit") { exit(4); } // @exit
    CASE("exit_one") { if (me == 1) exit(4); xmp_sync_all(); }
    CASE("return_one") { if (me == 1) return 0; xmp_sync_all(); }
    CASE("killed") { if (me == 1) kill(getpid(), SIGKILL); xmp_sync_all(); }
    CASE("sync_images_self") { int st; int im[2] = {0, 0}; xmp_sync_images(2, im, &st); printf("%d\n", st); }
    CASE("wait_forever") {
#pragma xmp wait(p(1), 1)
    }
    CASE("unlock_free") {
#pragma xmp unlock(l:[0])
    }
    CASE("lock_twice") {
#pragma xmp lock(l:[me])
#pragma xmp lock(l:[me])
    }
    CASE("reduction_mismatch") {
        double d = 1;
        if (me == 0) {
#pragma xmp reduction(+ : v)
        } else {
#pragma xmp reduction(+ : d)
        }
    }
    CASE("reduction_and_bcast") {
        if (me == 0) {
#pragma xmp bcast(v)
        } else {
#pragma xmp reduction(+ : v)
        }
    }
    CASE("reduction_operations") {
        if (me == 0) {
#pragma xmp reduction(+ : v)
        } else {
#pragma xmp reduction(max : v)
        }
    }
    CASE("bcast_roots") {
        k = me + 1;
#pragma xmp bcast(v) from p(k)
    }
    CASE("bcast_types") {
        if (me == 0) {
#pragma xmp bcast(k) from p(1)
        } else {
#pragma xmp bcast(f) from p(1) // @bcast_types
        }
    }
    CASE("bcast_async_types") {
        if (me == 0) {
#pragma xmp bcast(k) from p(1) async(1)
        } else {
#pragma xmp bcast(f) from p(1) async(1)
        }
#pragma xmp wait_async(1)
    }
    CASE("bcast_async_roots") {
        if (me == 0) {
#pragma xmp bcast(k) from p(1) async(1)
        } else {
#pragma xmp bcast(k) from p(2) async(1)
        }
#pragma xmp wait_async(1)
    }
    CASE("gmove_types") {
        if (me == 0) {
#pragma xmp gmove
            cells[0:64] = cells[64:64];
        } else {
#pragma xmp gmove
            masses[0:64] = masses[64:64];
        }
    }
    CASE("malloc_different") { long (*a):[*] = xmp_malloc(8 * (1 + (me == 1))); (void)a; }
    CASE("section_outside") { k = 12; x[2:k]:[(me + 1) % n] = 7; }
    xmp_sync_all();
    return 0;
}
