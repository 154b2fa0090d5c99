// The launcher's look for deadlocks: internal/waitstate/suspicion.go (Stuck, waits, inVain,
// othersAwake).
// Process 0: image A waits for an event, then goes on. Process 1: a thread of image B computes,
// posts that event, and sleeps (image B's own thread waits all the time for something that A does
// later). Process 2: the launcher. Any process may stand still for any time between two steps.
// Checked: no deadlock is reported here, since there is none.
//   default (FIX=3): it finds twice that no other thread acts, and the images look in vain after
//     each time, with the same rows
//   FIX=0: it finds it once, behind the looks
//   FIX=1: it reads the rows once more behind othersAwake
//   FIX=2: as coarray/deadlock.go: it finds twice that no other thread acts, and the images have
//     looked in vain in between, with the same rows
//   BREAK=1 (with FIX=2): one look in between is enough
#ifndef FIX
#define FIX 3
#endif
#ifndef BREAK
#define BREAK 0
#endif
#define NP 3
enum { EVENT, WAIT, PROGRESS, LOOKS, AWAKE, NV };
enum { SAWWAIT, SAWPROGRESS, SAWLOOKS, AGAIN, COUNT, NL };
#define SC
#include "explore.hpp"
#define MANY (BREAK ? 1 : 3)
enum { A_LOOK, A_NOTE, A_LEAVE, A_END };
enum { T_COMPUTE, T_POST, T_SLEEP, T_END };
enum { D_WAIT, D_PROGRESS, D_LOOKS, D_WAIT2, D_LOOKS2, D_AWAKE, D_WAIT3, D_END };
static const char *pcname(int p, int pc) {
    static const char *a[] = {"look", "note look", "leave wait", "end"},
        *t[] = {"compute", "post", "sleep", "end"}, *d[] = {"rows: wait", "rows: progress",
        "rows: looks", "rows again", "looks again", "threads awake?", "rows once more", "end"};
    return p == 0 ? a[pc] : p == 1 ? t[pc] : d[pc];
}
static bool step(Ctx &c) {
    W *l = c.l();
    if (c.p == 0)
        switch (c.me().pc) {
        case A_LOOK: c.go(c.ld(EVENT) ? A_LEAVE : A_NOTE); return true;
        // bounded; more looks change nothing
        case A_NOTE: if (c.ld(LOOKS) < 8) c.add(LOOKS, 1); c.go(A_LOOK); return true;
        case A_LEAVE: c.add(PROGRESS, 1); c.xchg(WAIT, 0); c.go(A_END); return true;
        default: c.done(); return true;
        }
    if (c.p == 1)
        switch (c.me().pc) {
        case T_COMPUTE: c.go(T_POST); return true;
        case T_POST: c.xchg(EVENT, 1); c.go(T_SLEEP); return true;
        case T_SLEEP: c.xchg(AWAKE, 0); c.go(T_END); return true;
        default: c.done(); return true;
        }
    switch (c.me().pc) { // it may also stop looking at any time: the run goes on
    case D_WAIT:
        if (c.choose(2)) { c.done(); return true; }
        if (!c.ld(WAIT)) { c.done(); return true; }
        c.next(); return true;
    case D_PROGRESS: l[SAWPROGRESS] = c.ld(PROGRESS); c.next(); return true;
    case D_LOOKS: l[SAWLOOKS] = c.ld(LOOKS); l[AGAIN] = 0; c.next(); return true;
    case D_WAIT2: if (!c.ld(WAIT) || c.ld(PROGRESS) != l[SAWPROGRESS]) { c.done(); return true; }
        c.next(); return true;
    case D_LOOKS2: if (c.ld(LOOKS) - l[SAWLOOKS] < (l[AGAIN] ? MANY : 3)) {
            if (c.ld(LOOKS) == 8 || !c.ld(WAIT)) { c.done(); return true; }
            return false;
        }
        if (FIX == 3 && l[AGAIN] == 2) {
            fail("a deadlock is reported, and there is none");
            return true;
        }
        c.next(); return true;
    case D_AWAKE:
        if (c.ld(AWAKE)) { l[AGAIN] = 0; c.go(D_WAIT2); return true; }
        if (FIX == 3) { l[AGAIN]++; l[SAWLOOKS] = c.ld(LOOKS); c.go(D_WAIT2); return true; }
        if (FIX == 2 && !l[AGAIN]) {
            l[AGAIN] = 1; l[SAWLOOKS] = c.ld(LOOKS); c.go(D_WAIT2);
            return true;
        }
        if (FIX == 0) { fail("a deadlock is reported, and there is none"); return true; }
        c.next(); return true;
    case D_WAIT3:
        if (!c.ld(WAIT) || c.ld(PROGRESS) != l[SAWPROGRESS]) { c.done(); return true; }
        fail("a deadlock is reported, and there is none");
        return true;
    }
    return false;
}
static void check(const State &) {}
static bool final_ok(const State &s) { return s.p[0].status && s.p[1].status; }
static bool may_crash(const State &, int) { return false; }
static void on_crash(State &, int) {}
int main() { State s; memset(&s, 0, sizeof s); s.m[WAIT] = 1; s.m[AWAKE] = 1; return explore(s); }
