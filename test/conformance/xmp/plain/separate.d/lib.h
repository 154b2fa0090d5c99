extern double u[8]:[*];
void put(int k, double v);
