#include "lib.h"

double u[8]:[*];

void put(int k, double v) { u[3]:[k] = v; }
