package conduittest

import (
	"fmt"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// pattern is the byte at i of a payload from one rank to another.
func pattern(from, to, i int) byte { return byte(from*31 + to*17 + i*7 + 1) }

func payload(from, to, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = pattern(from, to, i)
	}
	return b
}

// messages: every image sends to every one, itself too, payloads of all kinds of lengths.
func messages(im *Image) error {
	lengths := []int{0, 1, 7, 64, im.MaxPayload()}
	var seen, wrong atomic.Int64
	im.Handle(handleTest, func(m conduit.Arrived) {
		seen.Add(1)
		ok := m.Args[0] == uint64(m.Source) && m.Args[1] == ^uint64(0) &&
			int(m.Args[2]) == len(m.Payload)
		for i, b := range m.Payload {
			ok = ok && b == pattern(m.Source, im.Rank(), i)
		}
		if !ok {
			wrong.Add(1)
		}
	})
	im.Barrier()
	for to := range im.Size() {
		for _, n := range lengths {
			m := conduit.Message{
				Handler: handleTest, Args: [4]uint64{uint64(im.Rank()), ^uint64(0), uint64(n)},
				Payload: payload(im.Rank(), to, n),
			}
			if err := im.Send(to, m); err != nil {
				return err
			}
			clear(m.Payload) // it may be reused
		}
	}
	want := int64(im.Size() * len(lengths))
	im.await(func() bool { return seen.Load() >= want })
	im.Barrier()
	if seen.Load() != want || wrong.Load() != 0 {
		return fmt.Errorf("%d messages, %d of them wrong, want %d", seen.Load(), wrong.Load(), want)
	}
	if err := im.Send(im.Rank(),
		conduit.Message{Handler: handleTest,
			Payload: make([]byte, im.MaxPayload()+1)}); err == nil {
		return fmt.Errorf("a payload longer than MaxPayload was taken")
	}
	return nil
}

func replies(im *Image) error {
	var got atomic.Uint64
	im.Handle(handleTest, func(m conduit.Arrived) {
		m.Reply(conduit.Message{Handler: handleTest + 1, Args: [4]uint64{m.Args[0] * 2},
			Payload: m.Payload})
	})
	im.Handle(
		handleTest+1, func(m conduit.Arrived) { got.Store(m.Args[0] + uint64(len(m.Payload))) })
	im.Barrier()
	for i := uint64(1); i <= 50; i++ {
		if err := im.Send(im.next(),
			conduit.Message{Handler: handleTest, Args: [4]uint64{i},
				Payload: make([]byte, i)}); err != nil {
			return err
		}
		im.await(func() bool { return got.Load() == 3*i })
	}
	return nil
}

// flood: all send to all more than any queue holds, and every message is answered.
func flood(im *Image) error {
	const each = 120
	var asked, answered atomic.Int64
	im.Handle(handleTest, func(m conduit.Arrived) {
		asked.Add(1)
		m.Reply(conduit.Message{Handler: handleTest + 1})
	})
	im.Handle(handleTest+1, func(conduit.Arrived) { answered.Add(1) })
	im.Barrier()
	for range each {
		for to := range im.Size() {
			if err := im.Send(to, conduit.Message{Handler: handleTest}); err != nil {
				return err
			}
		}
	}
	want := int64(each * im.Size())
	im.await(func() bool { return asked.Load() >= want && answered.Load() >= want })
	im.Barrier()
	if asked.Load() != want || answered.Load() != want {
		return fmt.Errorf("asked %d times, answered %d times, want %d", asked.Load(),
			answered.Load(), want)
	}
	return nil
}

// helper: rank 0 looks at its memory and never polls.
func helper(im *Image) error {
	if im.Capabilities()&conduit.CapHelper == 0 {
		return nil
	}
	word := im.heap
	im.Handle(handleTest, func(m conduit.Arrived) {
		atomic.AddUint64(im.Segment().Word64(word), m.Args[0])
	})
	im.Barrier()
	if im.Rank() != 0 {
		return im.Send(0, conduit.Message{Handler: handleTest, Args: [4]uint64{1}})
	}
	for atomic.LoadUint64(im.Segment().Word64(word)) < uint64(im.Size()-1) {
		im.Yield()
	}
	return nil
}
