// feature: XcalableMP syntax that is not understood
int a[4]:[*];

int main(void)
{
    // expect-error: expected ']'
    int x = a[1 2]:[0];
    // expect-error: expected an expression, found ']'
    x = a[1]:[];
    // expect-error: a section has at most a base, a length and a step
    a[0:1:2:3] = 0;
    // expect-error: cannot stand in the name of a type
    x = sizeof(int[a[1]:[0]]);
    // expect-error: cannot stand here
    x = __builtin_choose_expr(1, a[0]:[1], 0);
    // expect-error: expected the end of the expression
    x = (a[1]:[0]) 5;
    return x;
}
