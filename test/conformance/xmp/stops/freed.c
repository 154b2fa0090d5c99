// feature: XcalableMP checks while the program runs
// conformance: images=2,3
// expect-exit: nonzero
// expect-stderr: null pointer: the coarray was freed
// The variable that xmp_free is given is null behind it.
#include <xmp.h>

int (*field):[*];

int main(void)
{
    int next = (xmpc_this_image() + 1) % xmpc_num_images();
    field = xmp_malloc(10 * sizeof *field);
    field[3]:[next] = 1;
    xmp_sync_all();
    xmp_free(field);
    return field[3]:[next];
}
