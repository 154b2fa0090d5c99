"""All states of a model that is written in Python, for models whose processes exchange messages."""


class Fault(Exception):
    pass


def explore(first, successors, good):
    """Goes to every state. successors gives the next ones, or raises Fault; a state without any
    must be good. It gives how many states there are."""
    seen, todo = {first}, [first]
    while todo:
        state = todo.pop()
        following = successors(state)
        if not following and not good(state):
            raise Fault('nothing goes on')
        for s in following:
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return len(seen)


def report(what, programs, run):
    """Explores all programs and says how many have faults."""
    states = faults = 0
    for program in programs:
        try:
            states += run(program)
        except Fault as f:
            faults += 1
            if faults <= 3:
                print('FAULT:', program, f)
    print('%d %s, %d states, %d with faults' % (len(programs), what, states, faults))
