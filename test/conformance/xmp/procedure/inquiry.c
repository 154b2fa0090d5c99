// feature: XcalableMP inquiry and time
#include "../check.h"

int main(void)
{
    CHECK(xmpc_this_image() >= 0 && xmpc_this_image() < xmpc_num_images());
    CHECK(xmp_node_num() == xmpc_this_image() + 1 && xmp_num_nodes() == xmpc_num_images());
    CHECK(xmp_all_node_num() == xmp_node_num() && xmp_all_num_nodes() == xmp_num_nodes());
    CHECK(xmpc_node_num() == xmpc_this_image() && xmpc_all_node_num() == xmpc_this_image());
    double t = xmp_wtime();
    CHECK(xmp_wtime() >= t && xmp_wtick() > 0 && xmp_wtick() < 1);
    FINISH();
}
