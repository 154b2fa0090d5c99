// Sleeping and waking: capi/core/wait.c (coral_wait_slow, coral_wake, coral_wake_rank),
// internal/rt/wait.go, internal/conduit/smp/smp.go (Idle, Wake).
// NP-1 wakers each store a word (epoch), then wake process 0, which waits until all words are
// there. No timeout in the model: who is not woken sleeps for ever.
//   FILTER  the waker looks at Status.Wait first (coral_wake_rank, wakeSleepers); else at Sleepers
//           alone (coral_wake)
//   NESTED  process 0 ends an inner wait while it is armed (lock.c in a shipped procedure; another
//           thread or goroutine): Wait shows the outer one again (coral_unpublish, rt.unpublish),
//           and it sleeps again
//   BREAK=4 (with NESTED): the end of the inner wait writes Wait = 0
//   BREAK=1 no fence between the store and the look; BREAK=2 the sleeper does not look again behind
//     Sleepers++; BREAK=3 Wait is published behind Sleepers++ by a plain store
#ifndef NP
#define NP 2
#endif
enum { WAIT, SLEEPERS, WAKE, C0, C1, NV = C1 + 1 };
#define NL 2
#ifndef BREAK
#define BREAK 0
#endif
#include "explore.hpp"
enum { S_LOOK1, S_PUBLISH, S_SLEEPERS, S_WAKE, S_NEST, S_LOOK, S_LOOK2, S_FUTEX, S_REREAD, S_END1,
    S_END2, S_DONE };
enum { K_STORE, K_FENCE, K_FILTER, K_SLEEPERS, K_ADD, K_WAKE, K_DONE };
static const char *pcname(int p, int pc) {
    static const char *s[] = {"look", "publish", "sleepers++", "w=wake", "inner wait ends", "look",
        "look2", "futex_wait", "w=wake", "sleepers--", "unpublish", "done"};
    static const char *k[] = {"store", "fence", "look at wait", "look at sleepers", "wake++",
        "futex_wake", "done"};
    return p ? k[pc] : s[pc];
}
static bool step(Ctx &c) {
    W *l = c.l();
    if (c.p == 0)
        switch (c.me().pc) {
        // some looks, then the slow path
        case S_LOOK1: c.go(c.ld(C0) && (NP < 3 || c.ld(C1)) ? S_DONE : S_PUBLISH); return true;
        case S_PUBLISH:
            if (BREAK == 3) {
                if (!c.drained()) return false;
                c.add(SLEEPERS, 1); c.next(); return true;
            }
            if (!c.drained()) return false;
            c.xchg(WAIT, 1); c.next(); return true;
        case S_SLEEPERS:
            if (BREAK == 3) { if (!c.st(WAIT, 1)) return false; c.next(); return true; }
            if (!c.drained()) return false;
            c.add(SLEEPERS, 1); c.next(); return true;
        case S_WAKE: l[0] = c.ld(WAKE); c.go(BREAK == 2 ? S_FUTEX : S_NEST); return true;
        case S_NEST:
#ifdef NESTED
            if (!l[1] && c.choose(2) == 1) {
                if (!c.drained()) return false;
                c.xchg(WAIT, BREAK == 4 ? 0 : 1); l[1] = 1; return true;
            }
#endif
            c.next(); return true;
        case S_LOOK: if (!c.ld(C0)) c.go(S_FUTEX); else c.go(NP < 3 ? S_END1 : S_LOOK2);
            return true;
        case S_LOOK2: if (!c.ld(C1)) c.go(S_FUTEX); else c.go(S_END1); return true;
        case S_FUTEX: if (!c.drained()) return false; c.futex_wait(WAKE, l[0], S_REREAD);
            return true;
        case S_REREAD: l[0] = c.ld(WAKE); c.go(BREAK == 2 ? S_LOOK : S_NEST); return true;
        case S_END1: if (!c.drained()) return false; c.add(SLEEPERS, -1); c.next(); return true;
        case S_END2: if (!c.drained()) return false; c.xchg(WAIT, 0); c.next(); return true;
        default: c.done(); return true;
        }
    switch (c.me().pc) {
    case K_STORE: if (!c.st(C0 + c.p - 1, 1)) return false; c.go(BREAK == 1 ? K_FILTER : K_FENCE);
        return true;
    case K_FENCE: if (!c.drained()) return false; c.next(); return true;
    case K_FILTER:
#ifdef FILTER
        c.go(c.ld(WAIT) ? K_SLEEPERS : K_DONE);
#else
        c.next();
#endif
        return true;
    case K_SLEEPERS: c.go(c.ld(SLEEPERS) ? K_ADD : K_DONE); return true;
    case K_ADD: if (!c.drained()) return false; c.add(WAKE, 1); c.next(); return true;
    case K_WAKE: if (!c.drained()) return false; c.futex_wake(WAKE); c.next(); return true;
    default: c.done(); return true;
    }
}
static void check(const State &) {}
static bool final_ok(const State &s) {
    for (int p = 0; p < NP; p++) if (s.p[p].status != 1) return false;
    return true;
}
static bool may_crash(const State &s, int p) { (void)s; return p != 0; }
static void on_crash(State &, int) {}
int main() { State s; memset(&s, 0, sizeof s); return explore(s); }
