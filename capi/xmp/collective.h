/* What bcast and reduction share with those that are asynchronous. */
#ifndef CORAL_XMP_COLLECTIVE_H
#define CORAL_XMP_COLLECTIVE_H

#include "../coll/coll.h"

#pragma GCC visibility push(hidden)
/* What a reduction does with values of a type of C, by its class and size, and with a variable of
 * Fortran. NULL: it has none for the type. */
coral_op *coral_xmp_operation(int class, size_t size, int op);
coral_op *coral_xmp_operation_on(const coral_array *a, int op);
/* The type of an array of C, by the class that generated code gives; 0: another than numbers. */
void coral_xmp_set_type(coral_array *a, int class);
/* The same for a reduction: for max and min types without sign are others, of negative kinds. */
void coral_xmp_set_operand(coral_array *a, int class, int op);
/* False: reported. */
bool coral_xmp_is_operation(const coral_call *call, const coral_array *a, coral_op *combine);
/* Has && and || of one node's values give 0 or 1, too: nothing else is combined with them. */
void coral_xmp_truth(const coral_array *a, int op, coral_op *combine);
bool coral_xmp_is_node(const coral_call *call, int root); /* from 1, of the executing nodes */
#pragma GCC visibility pop

#endif
