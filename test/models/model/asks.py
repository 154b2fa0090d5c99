#!/usr/bin/env python3
"""A batch that asks: internal/conduit/net (aggregate.go, sendBatchAsking; peer.go, flush;
reorder.go; move.go, records and completion).

One sender, one receiver. Messages come in order. Data of a long put come beside them, at any time
after the message that tells of them was handled. Short puts wait in a batch. A flush sends the
batch, which asks when all of it and all before it is complete, or asks by itself where there is
none; it returns when the answer says so. All programs of K operations out of
  L  long put to bytes 0,1
  S  short put to byte 1
  T  short put to byte 2
  F  flush
  G  a get of byte 1, which is a record of the batch, too (fetch.go)
with a flush at the end are run with all orders of arrival. At any time the receiver may send a
batch of its own, which says up to which message of the sender's all is complete, as far as batches
have told it (noteHandled). When a flush returns, each byte has the number of the last put before
it; a put never overwrites a later one; a get sees the puts before it.

usage: asks.py K [break]
  break:
    once = the question of a batch is answered when the batch comes, though long puts before it go
      on
    apart = so it is where the batch itself has to wait
    early = the flush waits for the message before the batch only
    behind = no batch waits for long puts
    joined = what comes into a batch that waits is not noted as waiting
    get = a get does not wait for long puts
    handled = the receiver says of a batch that it is complete while long puts before it go on"""
import itertools, sys
from states import Fault, explore, report
K = int(sys.argv[1]); BREAK = sys.argv[2] if len(sys.argv) > 2 else ''
RANGE = {'L': (0, 1), 'S': (1,), 'T': (2,), 'G': (1,)}


def write(memory, op, n):
    memory = list(memory)
    for b in RANGE[op]:
        if memory[b] > n:
            raise Fault('put %d overwrites put %d' % (n, memory[b]))
        memory[b] = n
    return tuple(memory)


class Receiver:
    """What has come: memory, what is not complete in order, and data that may come."""

    def __init__(self, state):
        self.memory, self.inflow, self.data, self.answers, self.handled = state

    def state(self):
        return self.memory, self.inflow, self.data, self.answers, self.handled

    def moved(self, message):
        if message[1] and self.inflow:
            self.inflow += (('message', message),)
            if BREAK == 'apart' and message[0] == 'records' and message[3]:
                self.answers += (message[3],)
        else:
            self.handle(message, False)

    def handle(self, message, waited):
        kind, _, what, number = message[:4]
        if kind == 'long':
            entry = (('put', what, False),)
            self.inflow = entry + self.inflow if waited else self.inflow + entry
            self.data += (what,)
        elif kind == 'records':
            for op, n, seen in what:
                if op != 'G':
                    self.memory = write(self.memory, op, n)
                elif self.memory[1] < seen:
                    raise Fault('get %d sees put %d, not %d' % (n, self.memory[1], seen))
            if not self.inflow or BREAK == 'handled':
                self.handled = message[4]
            if number and BREAK == 'once':
                self.answers += (number,)
            elif number:
                self.moved(('completion', True, None, number))
        else:
            self.answers += (number,)

    def landed(self, put):
        self.memory = write(self.memory, *put)
        self.data = tuple(d for d in self.data if d != put)
        self.inflow = tuple(('put', put, True) if e == ('put', put, False) else e
            for e in self.inflow)
        while self.inflow and (self.inflow[0][0] == 'message' or self.inflow[0][2]):
            entry, self.inflow = self.inflow[0], self.inflow[1:]
            if entry[0] == 'message':
                self.handle(entry[1], True)


def run(program):
    # The sender: at, messages sent, complete, asked, long puts (bytes, the last one's message),
    # batch (puts, behind), what a flush waits for
    def touches(long, done, op):
        return done < long[1] and any(b in long[0] for b in RANGE[op])

    def send_batch(sender, channel, asks):
        at, sent, done, asked, long, batch, waits = sender
        if not batch[0]:
            return sender, channel
        number = sent + 1
        channel += (('records', batch[1] and BREAK != 'behind', batch[0], number if asks else 0,
            number),)
        return (at, number, done, number if asks else asked, long, ((), False), waits), channel

    def successors(state):
        sender, channel, receiver = state
        at, sent, done, asked, long, batch, waits = sender
        out = []
        if waits and done >= waits:
            want = [0, 0, 0]
            for n, op in enumerate(program[:at], 1):
                for b in RANGE.get(op, ()) if op != 'G' else ():
                    want[b] = n
            if tuple(want) != receiver[0]:
                raise Fault('a flush returns at %s, not %s' % (receiver[0], want))
            out.append(((at, sent, done, asked, long, batch, 0), channel, receiver))
        elif not waits and at < len(program):
            op, n = program[at], at + 1
            if op == 'F':
                before = sent
                s, c = send_batch(sender, channel, True)
                s = list(s)
                s[0] = n
                if s[2] < s[1] and s[3] < s[1]:  # the batch has not asked
                    c += (('completion', True, None, s[1]),)
                    s[3] = s[1]
                s[6] = before if BREAK == 'early' else s[1]
                out.append((tuple(s), c, receiver))
            elif op == 'L':
                s, c = send_batch(sender, channel, False)
                behind = touches(s[4], done, op)
                before = s[4][0] if done < s[4][1] else ()
                long = tuple(sorted({*before, *RANGE[op]})), s[1] + 1
                out.append(((n, s[1] + 1) + s[2:4] + (long,) + s[5:],
                    c + (('long', behind, ('L', n), 0),), receiver))
            else:
                behind = touches(long, done, op) and not (op == 'G' and BREAK == 'get')
                seen = 0
                if op == 'G':
                    seen = max([k for k, o in enumerate(program[:at], 1) if o in 'LS'], default=0)
                s, c = sender, channel
                if behind and batch[0] and not batch[1]:
                    s, c = send_batch(sender, channel, False)
                waits_too = s[5][1] or behind
                if op != 'G' and waits_too and BREAK != 'joined':
                    long = tuple(sorted({*long[0], *RANGE[op]})), long[1]
                s = (n,) + s[1:4] + (long, (s[5][0] + ((op, n, seen),), waits_too)) + s[6:]
                out.append((s, c, receiver))
        if channel:
            r = Receiver(receiver)
            r.moved(channel[0])
            out.append((sender, channel[1:], r.state()))
        for put in receiver[2]:
            r = Receiver(receiver)
            r.landed(put)
            out.append((sender, channel, r.state()))
        if receiver[3]:
            further = sender[:2] + (max(done, receiver[3][0]),) + sender[3:]
            out.append((further, channel, receiver[:3] + (receiver[3][1:], receiver[4])))
        if receiver[4] > done:
            out.append((sender[:2] + (receiver[4],) + sender[3:], channel, receiver))
        return out

    def good(state):
        return state[0][0] == len(program) and not state[0][6]

    return explore(((0, 0, 0, 0, ((), 0), ((), False), 0), (), ((0, 0, 0), (), (), (), 0)),
        successors, good)


report('programs of %d operations and a flush' % K,
    [''.join(p) + 'F' for p in itertools.product('LSTFG', repeat=K)], run)
