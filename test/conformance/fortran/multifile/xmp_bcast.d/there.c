#include <stdbool.h>
#include <xmp.h>
#pragma xmp nodes p[*]

void there(int *numbers, char *text, double *field, bool *flag)
{
#pragma xmp bcast(numbers[0:4]) from p[1]
#pragma xmp bcast(text[0:5]) from p[1]
#pragma xmp bcast(*flag) from p[1]
#pragma xmp bcast(field[0:40000]) from p[1]
#pragma xmp bcast(field[0:4]) from p[1] async(1)
#pragma xmp wait_async(1)
#pragma xmp reduction(+ : numbers[0:4])
}
