// ErrorStop of Go programs: internal/rt/end.go. All images execute it at once with code 7; the
// launcher reads ExitCode when it finds Ending set by one that has ended.
// -DC: end_all of capi/core/stop.c. Checked: Ending is never 1 with no code, once all images have
// ended. SC and x86-TSO alike (locked instructions only).
//   BREAK=1  the loser of the compare-and-swap sets Ending, too
#ifndef BREAK
#define BREAK 0
#endif
#define NP 2
enum { ENDEDBY, ENDING, CODE, NV };
#define NL 1
#define SC
#include "explore.hpp"
enum { CAS, LOOK, STORE, SET, END };
static const char *pcname(int, int pc) {
    static const char *s[] = {"cas EndedBy", "look at Ending",
        "store code", "set Ending", "end"};
    return s[pc];
}
static bool step(Ctx &c) {
    W e = 0;
    switch (c.me().pc) {
    case CAS:
#if defined C || !BREAK
        c.go(c.cas(ENDEDBY, e, c.p + 1) ? STORE : END);
#else
        c.go(c.cas(ENDEDBY, e, c.p + 1) ? LOOK : SET);
#endif
        return true;
    case LOOK: c.go(c.ld(ENDING) ? SET : STORE); return true;
    case STORE: c.xchg(CODE, 7); c.go(SET); return true;
    case SET: c.xchg(ENDING, 1); c.go(END); return true;
    default: c.done(); return true;
    }
}
static void check(const State &s) {
    if (s.p[0].status && s.p[1].status && s.m[ENDING] && !s.m[CODE])
        fail("the run ends, and nobody has stored the code");
}
static bool final_ok(const State &s) { return s.p[0].status && s.p[1].status; }
static bool may_crash(const State &, int) { return false; }
static void on_crash(State &, int) {}
int main() { State s; memset(&s, 0, sizeof s); return explore(s); }
