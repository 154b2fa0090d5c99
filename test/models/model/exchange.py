#!/usr/bin/env python3
"""Exchanges of data that both images know of: internal/conduit/net/exchange.go.

One sender, one receiver. A message tells of data under a label; it has them with it (i), or they
follow under a tag (b), and come when the receiver has posted a receive of that tag. The receiver
says where they belong before the message comes, or later; or it gives up, as an image does whose
collective cannot end, before or after it has said so. Both then go on with further exchanges. All
programs of K exchanges are run, in each of which the receiver may give up, with all orders. An
exchange that is not given up gets its own data, and the sender's all end.

usage: exchange.py K [break]
  break:
    label = all have one label
    refuse = who gives up does not refuse what comes later
    drop = what has been told of and is refused is not received"""
import itertools, sys
from states import Fault, explore, report
K = int(sys.argv[1]); BREAK = sys.argv[2] if len(sys.argv) > 2 else ''


def run(program):
    # sender: next exchange, those whose memory is the network's. Receiver: next exchange, the one
    # it waits for, landings (label -> ('memory', exchange) | ('told', exchange, inside) |
    # ('refused',)), receives that are posted (tag, exchange or 0), what exchanges have got
    def label(k):
        return 0 if BREAK == 'label' else k

    def land(k, data, inside, receives, got):
        if inside:
            return receives, got + ((k, data),) if k else got
        return receives + ((data, k),), got

    def successors(state):
        (sent, open_), channel, (at, waits, landings, receives, got) = state
        receiver = state[2]
        out = []
        if sent < len(program):
            k, inside = sent + 1, program[sent] == 'i'
            out.append(((k, open_ if inside else open_ + (k,)), channel + ((label(k), k, inside),),
                receiver))
        if channel:
            (name, k, inside), rest = channel[0], channel[1:]
            known = dict(landings)
            l = known.pop(name, None)
            r, g = receives, got
            if l is None:
                known[name] = ('told', k, inside)
            elif l[0] == 'told':
                raise Fault('two are told of under one label')
            elif l[0] == 'memory':
                r, g = land(l[1], k, inside, r, g)
            elif BREAK != 'drop':
                r, g = land(0, k, inside, r, g)
            out.append(((sent, open_), rest, (at, waits, tuple(sorted(known.items())), r, g)))
        for i, (tag, k) in enumerate(receives):
            if tag in open_:
                r = receives[:i] + receives[i + 1:]
                out.append(((sent, tuple(o for o in open_ if o != tag)), channel,
                    (at, waits, landings, r, got + ((k, tag),) if k else got)))
        if not waits and at < len(program):
            k = at + 1
            known = dict(landings)
            l = known.pop(label(k), None)
            if l is None or l[0] == 'memory':
                known[label(k)] = ('memory', k)
                out.append(((sent, open_), channel, (k, k, tuple(sorted(known.items())), receives,
                    got)))
            elif l[0] == 'told':
                r, g = land(k, l[1], l[2], receives, got)
                out.append(((sent, open_), channel, (k, k, tuple(sorted(known.items())), r, g)))
            else:
                raise Fault('what is refused is asked for')
            # Or it gives up before it has said where the data belong.
            known = dict(landings)
            l = known.pop(label(k), None)
            r, g = receives, got
            if l is None and BREAK != 'refuse':
                known[label(k)] = ('refused',)
            elif l is not None and l[0] == 'told' and BREAK != 'drop':
                r, g = land(0, l[1], l[2], receives, got)
            out.append(((sent, open_), channel, (k, 0, tuple(sorted(known.items())), r, g)))
        if waits:
            mine = [d for k, d in got if k == waits]
            if mine:
                if mine[0] != waits:
                    raise Fault('exchange %d gets the data of %d' % (waits, mine[0]))
                out.append(((sent, open_), channel, (at, 0, landings, receives, got)))
            else:
                # It gives up what has not begun; what has begun, it waits for.
                known = dict(landings)
                if known.get(label(waits)) == ('memory', waits):
                    del known[label(waits)]
                    if BREAK != 'refuse':
                        known[label(waits)] = ('refused',)
                    out.append(((sent, open_), channel, (at, 0, tuple(sorted(known.items())),
                        receives, got)))
        return out

    def good(state):
        return (state[0] == (len(program), ()) and not state[1] and state[2][0] == len(program)
            and not state[2][1])

    return explore(((0, ()), (), (0, 0, (), (), ())), successors, good)


report('programs of %d exchanges' % K, [''.join(p) for p in itertools.product('ib', repeat=K)], run)
