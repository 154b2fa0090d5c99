// SYNC ALL with images that execute FAIL IMAGE: capi/sync/barrier.c (coral_barrier, dissemination,
// central, scan_barrier, coral_missing), with -DGO internal/rt/barrier.go.
// NP images, EPOCHS barriers one after the other; up to CRASHES images fail, each
//   between two statements                       (default)
//   also while it waits in a barrier (-DINSIDE): a shipped procedure, a thread or a goroutine of it
//     executes FAIL IMAGE there
//   STOP: they stop instead of failing.  CENTRAL: the counter instead of dissemination.
// A wait is one step that is blocked until its word has come or Alert has changed (waking is
// wake.cpp's business).
// Safety: who leaves barrier e without an error of a stopped image finds that all others have
// entered e or have failed. Liveness: all that live come to the end.
//   BREAK=1: an image that fails does not change Alert.  BREAK=2: who looks for missing members
//     does not look at Arrived.  BREAK=3: the second round is left out.
//   BREAK=5 (with EPOCHS=2): one word a round, not one for even and one for odd epochs.
//   BREAK=4 (with INSIDE): who has failed counts as one that has done its part when it had arrived.
#ifndef NP
#define NP 3
#endif
#ifndef EPOCHS
#define EPOCHS 2
#endif
#ifndef BREAK
#define BREAK 0
#endif
#define ROUNDS (NP > 2 ? 2 : 1)
enum { ALERT, COUNT, RELEASE, ARR, ST = ARR + NP, PASSED = ST + NP, RND = PASSED + NP,
    NV = RND + NP * 4 };
// MODE: 0 await of a round, 1 await in scan (first look), 2 later looks, 3 before entering (GO)
enum { EPOCH, ROUND, SEEN, BROKEN, M, MODE, GONE, NL };
#define SC
#include "explore.hpp"
enum { ENTER, START, SEND, AWAIT, MISSING, MISSING2, AFTER, SCAN, ALL, ALL2, SCANWAIT, LEAVE, END };
static const char *pcname(int, int pc) {
    static const char *s[] = {"enter", "start", "send", "await", "look for missing: state",
        "look for missing: arrived", "after look", "scan", "all arrived: arrived",
        "all arrived: failed", "scan: wait", "leave", "end"};
    return s[pc];
}
enum { FAILED = 1, STOPPED = 2 };
static int generation(int epoch) { return BREAK == 5 ? 0 : epoch % 2; }
static int word(Ctx &c) {
#ifdef CENTRAL
    return RELEASE;
#else
    return RND + (c.p * 2 + c.l()[ROUND]) * 2 + generation(c.l()[EPOCH]);
#endif
}
static bool step(Ctx &c) {
    W *l = c.l();
    auto look = [&](int mode) { l[MODE] = (W)mode; l[M] = 0; l[GONE] = 0; c.go(MISSING); };
    switch (c.me().pc) {
    case ENTER:
        if (l[EPOCH] == EPOCHS) { c.done(); return true; }
        l[EPOCH]++;
        l[ROUND] = 0; l[SEEN] = 0;
        c.st(ARR + c.p, l[EPOCH]);
        c.go(START);
        return true;
    case START:
#ifdef GO
        { // anyGone: the counters are as good as Alert here
            if (c.ld(ALERT)) look(3); else c.go(SEND);
        }
#else
        if (l[BROKEN]) c.go(SCAN); else c.go(SEND);
#endif
        return true;
    case SEND:
#ifdef CENTRAL
        // Release and the count are one step: nobody looks between
        if (c.add(COUNT, 1) % NP == NP - 1) { c.st(RELEASE, l[EPOCH]); c.go(LEAVE); }
        else c.go(AWAIT);
#else
        c.st(RND + ((c.p + (1 << l[ROUND])) % NP * 2 + l[ROUND]) * 2 + generation(l[EPOCH]),
            l[EPOCH]);
        c.go(AWAIT);
#endif
        return true;
    case AWAIT:
        if (c.ld(word(c)) >= l[EPOCH]) {
#ifndef CENTRAL // the signal carries the kind of the sender's statement, and is compared here
            if (c.ld(word(c)) > l[EPOCH]) fail("a signal was overwritten before it was compared");
#endif
#ifdef CENTRAL
            c.go(LEAVE);
#else
            l[ROUND]++;
            c.go(l[ROUND] < (BREAK == 3 ? 1 : ROUNDS) ? SEND : LEAVE);
#endif
            return true;
        }
        if (c.ld(ALERT) == l[SEEN]) return false;
        l[SEEN] = c.ld(ALERT);
        look(0);
        return true;
    case MISSING:
        if (l[M] == NP) { c.go(AFTER); return true; }
        if (c.ld(ST + l[M])) c.go(MISSING2); else l[M]++;
        return true;
    case MISSING2:
        // One that has failed has done its part if it had left; one that stops does it, since its
        // process goes on.
        if (BREAK == 2 ||
            c.ld((BREAK != 4 && c.ld(ST + l[M]) == FAILED ? PASSED : ARR) + l[M]) < l[EPOCH]) {
            if (c.ld(ST + l[M]) == STOPPED) { l[GONE] = STOPPED; c.go(AFTER); return true; }
            l[GONE] = FAILED;
        }
        l[M]++;
        c.go(MISSING);
        return true;
    case AFTER:
#ifdef GO
        if (l[MODE] == 4) { c.go(LEAVE); return true; }
        if (l[MODE] == 3) {
            if (l[GONE]) { l[ROUND] = 0; l[M] = 0; c.go(ALL); } else c.go(SEND);
            return true;
        }
        if (l[GONE]) look(3); else c.go(AWAIT); // errGone: barrierWithoutSome looks again
#else
        if (l[MODE] == 0) c.go(l[GONE] ? SCAN : AWAIT);
        else if (l[GONE] == STOPPED) c.go(LEAVE);
        else { l[M] = 0; c.go(ALL); }
#endif
        return true;
    case SCAN:
        l[BROKEN] = 1; l[SEEN] = 0;
        look(1);
        return true;
    case ALL:
        if (l[M] == NP) {
#ifdef GO
            look(4);
#else
            c.go(LEAVE);
#endif
            return true;
        }
        if (c.ld(ARR + l[M]) < l[EPOCH]) c.go(ALL2); else l[M]++;
        return true;
    case ALL2:
        if (c.ld(ST + l[M])) { l[M]++; c.go(ALL); } else c.go(SCANWAIT);
        return true;
    case SCANWAIT: // until something has changed for the member that was missing
        if (c.ld(ALERT) != l[SEEN]) {
            l[SEEN] = c.ld(ALERT);
#ifndef GO
            look(2);
#else
            l[M] = 0; c.go(ALL);
#endif
            return true;
        }
        if (c.ld(ARR + l[M]) < l[EPOCH]) return false;
        l[M] = 0; c.go(ALL);
        return true;
    case LEAVE:
        if (l[GONE] != STOPPED)
            for (int m = 0; m < NP; m++)
                if (c.ld(ARR + m) < l[EPOCH] && !c.ld(ST + m))
                    fail("left before a member had come that lives");
        c.st(PASSED + c.p, l[EPOCH]);
        l[GONE] = 0; l[M] = 0; l[MODE] = 0; l[ROUND] = 0;
        c.go(ENTER);
        return true;
    }
    return false;
}
static void check(const State &) {}
static bool final_ok(const State &s) {
    for (int p = 0; p < NP; p++) if (!s.p[p].status) return false;
    return true;
}
static bool may_crash(const State &s, int p) {
#ifdef INSIDE
    return s.p[p].pc == ENTER || s.p[p].pc == AWAIT || s.p[p].pc == SCANWAIT;
#endif
    return s.p[p].pc == ENTER;
}
static void on_crash(State &s, int p) {
#ifdef STOP
    s.m[ST + p] = STOPPED;
#else
    s.m[ST + p] = FAILED;
#endif
    if (BREAK != 1) s.m[ALERT]++;
}
int main() { State s; memset(&s, 0, sizeof s); return explore(s); }
