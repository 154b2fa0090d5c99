/* A C program as an image: exit without stop, fork, malloc. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "coral.h"

static int counter = 5;
static char big[64 << 20];

static void sync_all(void) {
    int32_t line = 1;
    coral_sync_all_(&line, "process.c", NULL, NULL, 9, 0);
}

static int forked(void) {
    big[12345678] = 7;
    counter = 6;
    pid_t child = fork();
    if (child == 0) {
        counter += 10;
        big[12345678]++;
        _exit(counter == 16 && big[12345678] == 8 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    return status == 0 && counter == 6 && big[12345678] == 7;
}

int main(int argc, char **argv) {
    char *p = malloc(100);
    strcpy(p, "some memory");
    p = realloc(p, 100000);
    free(p);
    free(calloc(10, 10));
    if (getenv("CORAL_BOOT")) {
        puts("FAIL: a program started by this one would take itself for an image");
        return 1;
    }
    sync_all();
    if (argc > 2 && strcmp(argv[1], "exit") == 0) {
        int code = atoi(argv[2]);
        printf("image %d leaves\n", coral_me);
        if (code != 0 && coral_me != 2)
            sync_all();
        exit(code);
    }
    if (!forked()) {
        puts("FAIL: fork");
        return 1;
    }
    sync_all();
    if (coral_me == 1)
        puts("PASS");
    return 0;
}
