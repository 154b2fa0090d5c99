/* NAS Parallel Benchmark CG (Conjugate Gradient), from its specification (NAS Report RNR-94-007,
 * section 2.4): all of it but what images say to each other. The file that includes this defines
 * the functions declared as its own.
 *
 * A power of two of images is a grid of equally many rows and columns, or twice as many columns,
 * counted by rows. Image (r, c) has the block of the matrix of row range r and column range c, and
 * of all vectors the column range. Its product with p is a part of each element of its row range:
 * w. The row range falls into as many pieces as the grid has columns; piece number me, counted over
 * all rows, is summed by image me. The column range is made of the pieces of as many images as the
 * grid has rows, beginning with number column * rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nas.h"

enum { STEPS = 25, MAX_ROWS = 75000, MAX_NONZERO = 13 };

static const struct class {
    char name;
    int rows, nonzero, iterations;
    double shift, zeta;
} classes[] = {
    {'S', 1400, 7, 15, 10, 8.5971775078648},
    {'W', 7000, 8, 15, 12, 10.362595087124},
    {'A', 14000, 11, 15, 20, 17.130235054029},
    {'B', 75000, 13, 75, 60, 22.712745482631},
};

/* Of the including file: who and how many, from 0; the time; all arrive before one goes on; sums
 * over all images. */
static int me, images;
static double now(void);
static void meet(void);
static double sum_of_all(double value);
static double largest_of_all(double value);

/* Of the including file: w holds this image's parts of its row range; q gets the sums of its column
 * range. */
static double *w;
static void exchange(double *q);

static int rows_of_grid, columns_of_grid, row, column;
static double communication;
static const struct class *c;

/* The first row of the matrix of piece number i. */
static int piece(int i) { return (int)((long)c->rows * i / images); }

/* With one row in the grid, the sums of the last halving are the image's whole column range, and go
 * to q at once. */
static int is_last(int half) { return half == 1 && rows_of_grid == 1; }

/* The images' places in the grid. 0: there is no grid of so many. */
static int arrange(void)
{
    rows_of_grid = columns_of_grid = 1;
    while (rows_of_grid * columns_of_grid < images)
        if (columns_of_grid > rows_of_grid)
            rows_of_grid *= 2;
        else
            columns_of_grid *= 2;
    row = me / columns_of_grid;
    column = me % columns_of_grid;
    return rows_of_grid * columns_of_grid == images && images <= c->rows;
}

/* --- the matrix ------------------------------------------------------------------------------ */

/* This image's block: values and columns of row i of it are numbers start[i] to start[i+1]. */
static struct {
    int first_row, rows, first_column, columns;
    int *start, *at;
    double *value;
} block;

/* A sparse vector of random numbers at random places, the element `own` set to 0.5. */
static int random_vector(unsigned long *seed, int own, int *at, double *value)
{
    int n = 0, space = 1, k;
    while (space < c->rows)
        space *= 2;
    while (n < c->nonzero) {
        double number = random_of(seed, multiplier);
        int place = (int)(space * random_of(seed, multiplier));
        for (k = 0; k < n && at[k] != place; k++)
            ;
        if (place >= c->rows || k < n)
            continue;
        value[n] = number;
        at[n++] = place;
    }
    for (k = 0; k < n && at[k] != own; k++)
        ;
    at[k] = own;
    value[k] = 0.5;
    return k < n ? n : n + 1;
}

/* Adds the outer products of the vectors to the block: once to count the elements of each row,
 * which may be of one place, and once to write them. */
static void outer_products(
    int (*at)[MAX_NONZERO + 1], double (*value)[MAX_NONZERO + 1], const int *length, int writing) {
    const double ratio = pow(0.1, 1.0 / c->rows);
    double size = 1;
    for (int i = 0; i < c->rows; i++, size *= ratio)
        for (int j = 0; j < length[i]; j++) {
            const int r = at[i][j] - block.first_row;
            if (r < 0 || r >= block.rows)
                continue;
            for (int k = 0; k < length[i]; k++) {
                const int col = at[i][k] - block.first_column;
                if (col < 0 || col >= block.columns)
                    continue;
                if (writing) {
                    const int to = block.start[r]++;
                    block.at[to] = col;
                    block.value[to] = size * value[i][j] * value[i][k] +
                        (at[i][j] == i && at[i][k] == i ? 0.1 - c->shift : 0);
                } else {
                    block.start[r + 1]++;
                }
            }
        }
}

/* Makes one element of all that are of one place in a row. start[i] is the end of row i before, its
 * beginning after. */
static int merge(void)
{
    int *where = malloc((size_t)block.columns * sizeof *where);
    if (!where)
        return 0;
    for (int i = 0; i < block.columns; i++)
        where[i] = -1;
    int from = 0, to = 0;
    for (int r = 0; r < block.rows; r++) {
        const int first = to, end = block.start[r];
        for (; from < end; from++) {
            const int col = block.at[from];
            const double value = block.value[from];
            if (where[col] >= first) {
                block.value[where[col]] += value;
                continue;
            }
            where[col] = to;
            block.at[to] = col;
            block.value[to++] = value;
        }
        block.start[r] = first;
    }
    block.start[block.rows] = to;
    free(where);
    return 1;
}

/* 0: there is no memory. */
static int make_matrix(void)
{
    block.first_row = piece(row * columns_of_grid);
    block.rows = piece((row + 1) * columns_of_grid) - block.first_row;
    block.first_column = piece(column * rows_of_grid);
    block.columns = piece((column + 1) * rows_of_grid) - block.first_column;
    int(*at)[MAX_NONZERO + 1] = malloc((size_t)c->rows * sizeof *at),
                           *length = malloc((size_t)c->rows * sizeof *length);
    double (*value)[MAX_NONZERO + 1] = malloc((size_t)c->rows * sizeof *value);
    block.start = calloc((size_t)block.rows + 2, sizeof *block.start);
    if (!at || !length || !value || !block.start)
        return 0;
    unsigned long seed = seed_of_all;
    random_of(&seed, multiplier);
    for (int i = 0; i < c->rows; i++)
        length[i] = random_vector(&seed, i, at[i], value[i]);
    outer_products(at, value, length, 0);
    for (int r = 0; r < block.rows; r++)
        block.start[r + 1] += block.start[r];
    block.at = malloc((size_t)(block.start[block.rows] + 1) * sizeof *block.at);
    block.value = malloc((size_t)(block.start[block.rows] + 1) * sizeof *block.value);
    if (!block.at || !block.value)
        return 0;
    outer_products(at, value, length, 1);
    free(at);
    free(length);
    free(value);
    return merge();
}

/* --- the iteration -----------------------------------------------------------------------------
 */

/* Each part of a vector is on all images of a column of the grid. */
static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < block.columns; i++)
        sum += a[i] * b[i];
    double start = begin();
    sum = sum_of_all(sum) / rows_of_grid;
    communication += now() - start;
    return sum;
}

/* q = A p. A reduction must stand between two of them: who has come out of it knows that all others
 * have read its w. */
static void multiply(const double *p, double *q)
{
    for (int i = 0; i < block.rows; i++) {
        double sum = 0;
        for (int k = block.start[i]; k < block.start[i + 1]; k++)
            sum += block.value[k] * p[block.at[k]];
        w[i] = sum;
    }
    double start = begin();
    exchange(q);
    communication += now() - start;
}

static double *x, *z, *p, *q, *r;

/* z approaches the solution of A z = x. Gives the norm of what is left. */
static double conjugate_gradient(void)
{
    const int n = block.columns;
    for (int i = 0; i < n; i++) {
        z[i] = 0;
        r[i] = p[i] = x[i];
    }
    double rho = dot(r, r);
    for (int step = 0; step < STEPS; step++) {
        multiply(p, q);
        const double alpha = rho / dot(p, q), before = rho;
        for (int i = 0; i < n; i++) {
            z[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rho = dot(r, r);
        const double beta = rho / before;
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
    }
    multiply(z, q);
    for (int i = 0; i < n; i++)
        r[i] = x[i] - q[i];
    return sqrt(dot(r, r));
}

/* One step of the inverse power method. */
static double eigenvalue(void)
{
    conjugate_gradient();
    const double zeta = c->shift + 1 / dot(x, z), length = 1 / sqrt(dot(z, z));
    for (int i = 0; i < block.columns; i++)
        x[i] = length * z[i];
    return zeta;
}

static int conjugate_gradients(const char *name)
{
    c = &classes[0];
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i].name == name[0])
            c = &classes[i];
    if (!arrange()) {
        if (me == 0)
            fprintf(stderr, "CG needs a power of two of images\n");
        return 1;
    }
    if (!make_matrix())
        return 1;
    double **vectors[] = {&x, &z, &p, &q, &r};
    for (int v = 0; v < 5; v++)
        if (!(*vectors[v] = malloc((size_t)(block.columns + 1) * sizeof(double))))
            return 1;
    double zeta = 0, start = 0;
    for (int iteration = 0; iteration <= c->iterations; iteration++) {
        if (iteration <= 1) { /* number 0 warms up */
            for (int i = 0; i < block.columns; i++)
                x[i] = 1;
            meet();
            start = now();
            communication = 0;
        }
        zeta = eigenvalue();
    }
    meet();
    const double seconds = largest_of_all(now() - start), most = largest_of_all(communication);
    const int ok = fabs(zeta - c->zeta) <= 1e-10 * c->zeta,
              elements = c->nonzero * (c->nonzero + 1);
    const double operations =
        2.0 * c->iterations * c->rows * (3 + elements + STEPS * (5.0 + elements) + 3);
    if (me == 0) {
        printf("zeta %.13f\n", zeta);
        report("CG", c->name, images, seconds, most, operations, ok);
    }
    return !ok;
}
