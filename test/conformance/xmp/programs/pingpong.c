// feature: XcalableMP programs
// conformance: images=2
// The paper's ping-pong, by put (figure 2) and by get (figure 3).
#include "../check.h"
#include <string.h>

#pragma xmp nodes p(2)
enum { MAX = 4096, LOOP = 20 };
char loc_buf[MAX], rmt_buf[MAX];
#pragma xmp coarray rmt_buf:[*]

int main(void)
{
    int me = xmp_node_num(), dest = 3 - me;
    for (int size = 1; size <= MAX; size *= 8) {
        memset(loc_buf, '0', MAX);
        memset(rmt_buf, '1', MAX);
        xmp_sync_all();
        for (int i = 0; i < LOOP; i++) {
            if (me == 1) {
                rmt_buf[0:size]:[dest] = loc_buf[0:size];
#pragma xmp sync_memory
                while (((volatile char *)rmt_buf)[size - 1] != '0') {
#pragma xmp sync_memory
                }
                rmt_buf[size - 1] = '1';
            } else {
                while (((volatile char *)rmt_buf)[size - 1] != '0') {
#pragma xmp sync_memory
                }
                rmt_buf[size - 1] = '1';
                rmt_buf[0:size]:[dest] = loc_buf[0:size];
#pragma xmp sync_memory
            }
        }
        xmp_sync_all();
        memset(rmt_buf, 'a' + me, MAX);
#pragma xmp barrier
        for (int i = 0; i < LOOP; i++) {
            if (me == 1) {
                loc_buf[0:size] = rmt_buf[0:size]:[dest];
#pragma xmp barrier
            } else {
#pragma xmp barrier
                loc_buf[0:size] = rmt_buf[0:size]:[dest];
            }
#pragma xmp barrier
        }
        CHECK(loc_buf[0] == 'a' + dest && loc_buf[size - 1] == 'a' + dest);
    }
    FINISH();
}
