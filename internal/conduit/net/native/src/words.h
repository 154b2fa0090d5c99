/* What a process says of itself to the others of its run by the words of a coral_pmi: bytes of any
 * number, under a name. */
#ifndef CORAL_WORDS_H
#define CORAL_WORDS_H

#include "pmi.h"

#include <stdint.h>

/* Leaves bytes of this process there; others can read them behind a fence. */
bool coral_pmi_publish(const coral_pmi *pmi, const char *name, const void *bytes, size_t n);

/* The bytes that rank has left under a name, which the caller frees, and one more byte behind them;
 * NULL: there are none, or no memory. */
unsigned char *coral_pmi_published(const coral_pmi *pmi, int rank, const char *name, size_t *n);

/* 63 random bits, not all of them 0; false: the kernel gives none. Libraries take connections from
 * anyone who reaches their port, and some do not show them. So each image makes up a token, which
 * the others of its run read where they read its address: from the launcher, who gives it to nobody
 * else. */
bool coral_token(uint64_t *token);

#endif
