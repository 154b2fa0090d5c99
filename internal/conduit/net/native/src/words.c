/* A value is as many words of hexadecimal digits as it takes, each with a mark before it that says
 * whether more follow. */
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

bool coral_pmi_publish(const coral_pmi *pmi, const char *name, const void *bytes, size_t n) {
    enum { EACH = (CORAL_PMI_WORD - 1) / 2 };
    const unsigned char *from = bytes;
    char key[64], word[CORAL_PMI_WORD + 1];
    for (int part = 0;; part++) {
        size_t k = n < EACH ? n : EACH;
        word[0] = k < n ? '+' : '.';
        for (size_t i = 0; i < k; i++)
            snprintf(word + 1 + 2 * i, 3, "%02x", from[i]);
        word[1 + 2 * k] = 0;
        snprintf(key, sizeof key, "coral-%s-%d-%d", name, pmi->rank, part);
        if (!pmi->put(key, word))
            return false;
        from += k;
        if ((n -= k) == 0)
            return true;
    }
}

unsigned char *coral_pmi_published(const coral_pmi *pmi, int rank, const char *name, size_t *n) {
    char key[64], word[CORAL_PMI_WORD + 1];
    unsigned char *bytes = NULL;
    *n = 0;
    for (int part = 0;; part++) {
        snprintf(key, sizeof key, "coral-%s-%d-%d", name, rank, part);
        if (!pmi->get(rank, key, word)) {
            free(bytes);
            return NULL;
        }
        size_t k = strlen(word) / 2;
        unsigned char *more = realloc(bytes, *n + k + 1);
        if (more == NULL) {
            free(bytes);
            return NULL;
        }
        bytes = more;
        for (size_t i = 0; i < k; i++) {
            unsigned value = 0;
            sscanf(word + 1 + 2 * i, "%2x", &value);
            bytes[*n + i] = (unsigned char)value;
        }
        *n += k;
        if (word[0] != '+')
            return bytes;
    }
}

bool coral_token(uint64_t *token) {
    do {
        if (getrandom(token, sizeof *token, 0) != (ssize_t)sizeof *token)
            return false;
        *token >>= 1;
    } while (*token == 0);
    return true;
}
