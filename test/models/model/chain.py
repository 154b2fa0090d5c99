#!/usr/bin/env python3
"""Long broadcasts along a chain: internal/rt/chain.go, with the exchanges in front of them
(internal/rt/collective.go, doExchange).

N members on several machines. A put with a signal is two stores at its target, the signal behind
the data; messages of one image to another come in order, and in no order with those of others. Each
broadcast is an exchange, by recursive doubling over slots of two generations, and a chain of parts
through the team's memory; one of 'long' is two chains with a barrier between them. A chain counts
as two collectives. A member that reads a part or a slot must find what was sent for that broadcast.

usage: chain.py N [break]
  break:
    exchange = there is none in front of a chain
    barrier = none between two chains of a broadcast
    signal = the signal is stored before the data
    any = any signal will do, not only that of this chain
    one = a chain counts as one collective"""
import itertools, sys
from states import Fault, explore, report
N = int(sys.argv[1]); BREAK = sys.argv[2] if len(sys.argv) > 2 else ''
PARTS, POW2 = 2, 1 << (N.bit_length() - 1)

# A member's program is a list of ('send', to, stores), ('wait', place, least) and ('read', place,
# value).


def put(data, value, signal, number):
    stores = [(data, value), (signal, number)]
    return tuple(reversed(stores) if BREAK == 'signal' else stores)


class Maker:
    def __init__(self, me):
        self.me, self.steps, self.number, self.epoch = me, [], 0, 0

    def slot(self, to, r):
        g = self.number % 2
        self.steps.append(('send', to, put(('pay', g, r), self.number, ('seq', g, r), self.number)))

    def take(self, r):
        g = self.number % 2
        self.steps += [('wait', ('seq', g, r), self.number), ('read', ('pay', g, r), self.number)]

    def exchange(self):
        self.number += 1
        if BREAK == 'exchange':
            return
        me = self.me
        if me >= POW2:
            self.slot(me - POW2, 'fold')
            self.take('unfold')
            return
        if me + POW2 < N:
            self.take('fold')
        distance = 1
        while distance < POW2:
            self.slot(me ^ distance, distance)
            self.take(distance)
            distance *= 2
        if me + POW2 < N:
            self.slot(me + POW2, 'unfold')

    def barrier(self):
        self.epoch += 1
        distance = 1
        while distance < N and BREAK != 'barrier':
            self.steps.append(('send', (self.me + distance) % N,
                ((('round', distance), self.epoch),)))
            self.steps.append(('wait', ('round', distance), self.epoch))
            distance *= 2

    def chain(self, source):
        self.number += 1 if BREAK == 'one' else 2
        place = (self.me - source) % N
        for part in range(PARTS):
            data, signal, value = ('data', part), ('signal', part), (self.number, part)
            if place > 0:
                self.steps += [('wait', signal, 1 if BREAK == 'any' else self.number),
                    ('read', data, value)]
            if place < N - 1:
                self.steps.append(('send', (self.me + 1) % N,
                    put(data, value, signal, self.number)))
            if place > 0:
                self.steps.append(('read', data, value))  # into the variable


def program(me, broadcasts):
    m = Maker(me)
    for source, long in broadcasts:
        m.exchange()
        m.chain(source)
        if long:
            m.barrier()
            m.chain(source)
    return m.steps


def store(memory, place, value):
    d = dict(memory)
    d[place] = value
    return tuple(sorted(d.items(), key=repr))


def run(broadcasts):
    programs = [program(m, broadcasts) for m in range(N)]
    pairs = [(a, b) for a in range(N) for b in range(N) if a != b]

    def successors(state):
        at, memories, channels = state
        out = []
        for m in range(N):
            if at[m] == len(programs[m]):
                continue
            kind, a, b = programs[m][at[m]]
            further = at[:m] + (at[m] + 1,) + at[m + 1:]
            if kind == 'send':
                i = pairs.index((m, a))
                out.append((further, memories,
                    channels[:i] + (channels[i] + b,) + channels[i + 1:]))
            elif kind == 'wait':
                if dict(memories[m]).get(a, 0) >= b:
                    out.append((further, memories, channels))
            else:
                if dict(memories[m]).get(a) != b:
                    raise Fault('member %d reads %s in %s, not %s' % (m, dict(memories[m]).get(a),
                        a, b))
                out.append((further, memories, channels))
        for i, (_, b) in enumerate(pairs):
            if channels[i]:
                memory = store(memories[b], *channels[i][0])
                out.append((at, memories[:b] + (memory,) + memories[b + 1:],
                    channels[:i] + (channels[i][1:],) + channels[i + 1:]))
        return out

    def good(state):
        return all(state[0][m] == len(programs[m]) for m in range(N))

    return explore(((0,) * N, ((),) * N, ((),) * len(pairs)), successors, good)


kinds = [(s, long) for s in range(N) for long in (False, True)]
report('programs of two broadcasts' if N > 2 else 'programs of three broadcasts',
    list(itertools.product(kinds, repeat=2 if N > 2 else 3)), run)
