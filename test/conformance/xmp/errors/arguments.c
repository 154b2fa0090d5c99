// feature: XcalableMP arguments of directives
int a[4]:[*], b[4], k;
// expect-error: expected the shape of the node array
#pragma xmp nodes w
#pragma xmp nodes q(*)
// expect-error: expected codimensions, as in coarray a:[*]
#pragma xmp coarray b

int main(void)
{
    // expect-error: a set of nodes has at most three parts
#pragma xmp task on q(1:2:1:1)
    { }
    // expect-error: expected a name, found '3'
#pragma xmp barrier on 3
    // expect-error: expected a name, found '*'
#pragma xmp bcast(k) from *
    // expect-error: in the directive 'sync_image': expected ')', found the end
#pragma xmp sync_image(1
    // expect-error: in the directive 'sync_images': expected ','
#pragma xmp sync_images(1)
    // expect-error: expected a lock variable, as in lock(l:[k])
#pragma xmp lock(k + 1)
    // expect-error: expected 'on' and a set of nodes, found 'q'
#pragma xmp task q(1)
    { }
    // expect-error: in the directive 'reduction': expected '(' after 'async', as in async(1), found the end
#pragma xmp reduction(+ : k) async
    // expect-error: in the directive 'wait_async': expected '(', found the end
#pragma xmp wait_async
    // expect-error: in the directive 'barrier': expected the end of the directive, found 'async'
#pragma xmp barrier async(1)
    // expect-error: expected ')', found '2'
#pragma xmp barrier on q(1 2)
    // expect-error: expected a node, found ')'
#pragma xmp barrier on q()
    return 0;
}
