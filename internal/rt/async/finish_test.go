package async

import (
	"math/rand/v2"
	"testing"
)

// A function from an image that has taken part in the next round already does not count in this
// one.
func TestEarlyFunctions(t *testing.T) {
	s := &Scope{sent: 5}
	s.executed(0)
	s.executed(1)
	if got := s.contribute(); got != 4 {
		t.Errorf("contributes %d to the first round, want 4", got)
	}
	s.executed(0)
	s.executed(1)
	s.executed(2)
	if got := s.contribute(); got != 1 {
		t.Errorf("contributes %d to the second round, want 1", got)
	}
	if got := s.contribute(); got != 0 {
		t.Errorf("contributes %d to the third round, want 0", got)
	}
}

// simulation is finish blocks of several images whose steps and messages are interleaved at random.
type simulation struct {
	t      *testing.T
	random *rand.Rand
	images []*Scope
	flying []flight  // functions on their way
	given  [][]int64 // what each image has contributed, by round
}

type flight struct {
	from, to, depth int
	round           uint32
}

func (m *simulation) ship(from, depth int) {
	s := m.images[from]
	m.flying = append(m.flying, flight{from, m.random.IntN(len(m.images)), depth, s.round})
	s.sent++
}

// land executes a function that is on its way, whichever; it ships others.
func (m *simulation) land() { m.execute(m.random.IntN(len(m.flying))) }

// arrive executes what was shipped to an image before its senders took part in a round: messages of
// the round do not pass it.
func (m *simulation) arrive(image int, round uint32) {
	for i := 0; i < len(m.flying); {
		if f := m.flying[i]; f.to == image && f.round < round {
			m.execute(i)
			i = 0
			continue
		}
		i++
	}
}

func (m *simulation) execute(i int) {
	f := m.flying[i]
	m.flying[i] = m.flying[len(m.flying)-1]
	m.flying = m.flying[:len(m.flying)-1]
	for range m.random.IntN(3) {
		if f.depth > 0 {
			m.ship(f.to, f.depth-1)
		}
	}
	m.images[f.to].executed(f.round)
}

// enter lets an image take part in its next round, if it may, and says whether the block is over.
func (m *simulation) enter(image int, inOrder bool) bool {
	s := m.images[image]
	if n := int(s.round); n > 0 { // it waits for the sum of the round before
		sum := int64(0)
		for _, given := range m.given {
			if len(given) < n {
				return false
			}
			sum += given[n-1]
		}
		if sum < 0 {
			m.t.Fatalf("the sum of round %d is %d", n, sum)
		}
		if sum == 0 {
			return true
		}
		if inOrder {
			m.arrive(image, s.round)
		}
	}
	m.given[image] = append(m.given[image], s.contribute())
	return false
}

// Whatever the order of events, no image finds the block over before all functions have run. If
// functions do not come later than the sum of the round in which they count, the rounds are no more
// than the longest chain of functions has, and one.
func TestTermination(t *testing.T) {
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 1))
		n, depth := 1+random.IntN(4), random.IntN(5)
		m := &simulation{t: t, random: random, given: make([][]int64, n)}
		for range n {
			m.images = append(m.images, &Scope{})
		}
		for image := range n {
			for range random.IntN(3) {
				m.ship(image, depth)
			}
		}
		for over := false; !over; {
			if len(m.flying) > 0 && random.IntN(2) == 0 {
				m.land()
				continue
			}
			over = m.enter(random.IntN(n), seed%2 == 0)
		}
		if len(m.flying) > 0 {
			t.Fatalf("seed %d: over with %d functions on their way", seed, len(m.flying))
		}
		// Functions of depth 0 to depth are a chain of depth+1.
		if rounds := len(m.given[0]); seed%2 == 0 && rounds > depth+2 {
			t.Fatalf("seed %d: %d rounds for chains of %d", seed, rounds, depth+1)
		}
	}
}
