/* Sections that a statement may define in part: changed.c. */
#ifndef CORAL_CHANGED_H
#define CORAL_CHANGED_H

#include "../net/net.h"

#pragma GCC visibility push(hidden)
void coral_keep_section(const coral_array *a); /* of shadow memory, just fetched */
void coral_put_changes(const coral_array *a);  /* the same section, after the statement */
void coral_keep_item(const coral_array *a);    /* as coral_keep_section, until coral_put_items */
void coral_put_items(void);                    /* what has changed of them since */
void coral_forget_items(void);
#pragma GCC visibility pop

#endif
