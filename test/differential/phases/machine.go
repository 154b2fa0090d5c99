package phases

import (
	"fmt"
	"strings"
)

// machine runs a program on all images: one after the other, each up to where it must wait.
type machine struct {
	n      int
	images []*image
	steps  int
	fault  *invalid
	all    *team
	counts []*Var // what finalization adds to
	lock   clock  // what the images have seen that left a CRITICAL construct
}

// image is the state of one image.
type image struct {
	m       *machine
	me      int // of the initial team
	seen    clock
	team    *team
	statics map[*Var]*object
	frame   *frame
	turn    chan bool
	wait    string // what it waits for; "end" at the end
	ready   bool   // it may run
	depth   int
	given   *object // to a collective subroutine
	posts   []clock // of events of this image's
	notes   []clock // of notifications
}

// loose begins the names of barriers that do not order segments.
const loose = "loose "

// team is a current team: the images by their indices.
type team struct {
	parent  *team
	members []int
	id      string
	// siblings are the members of the teams that were formed together.
	siblings map[int][]int
}

func (im *image) index() int {
	for k, m := range im.team.members {
		if m == im.me {
			return k + 1
		}
	}
	reject("not in the team")
	return 0
}

// frame is an instance of a procedure or a BLOCK construct.
type frame struct {
	host *frame
	vars map[*Var]*object
	up   *frame // the caller's
	proc *Proc
	same map[*Var]*Var // what coarray dummies stand for
}

const maxSteps = 60000

func (im *image) step() {
	if im.m.steps++; im.m.steps > maxSteps {
		reject("too long")
	}
}

// lookup finds a variable's memory.
func (im *image) lookup(v *Var) *object {
	if v.over != nil {
		return im.stored(v)
	}
	for f := im.frame; f != nil; f = f.host {
		if o := f.vars[v]; o != nil {
			return o
		}
	}
	o := im.statics[v]
	if o == nil {
		if !v.static {
			reject("%s has no memory", v.name)
		}
		o = newObject(v)
		im.statics[v] = o
	}
	return o
}

// barrier waits for the images of the current team.
func (im *image) barrier(what string) {
	im.wait = im.team.id + ":" + what
	im.m.yield(im)
}

func (m *machine) yield(im *image) {
	im.turn <- true
	<-im.turn
	if m.fault != nil {
		panic(*m.fault)
	}
}

// Run executes the program; an error means that it is not valid.
func (p *Program) Run() error {
	m := &machine{n: p.images}
	all := &team{id: "all"}
	m.all = all
	for _, v := range p.vars {
		if v.name == "counts" {
			m.counts = append(m.counts, v)
		}
	}
	for i := 1; i <= m.n; i++ {
		all.members = append(all.members, i)
	}
	for i := 1; i <= m.n; i++ {
		im := &image{m: m, me: i, team: all, statics: map[*Var]*object{}, turn: make(chan bool),
			ready: true}
		im.seen[i] = 1
		m.images = append(m.images, im)
		go im.main(p)
	}
	for !m.round() {
	}
	if m.fault != nil {
		return fmt.Errorf("%s", m.fault.why)
	}
	return nil
}

func (im *image) main(p *Program) {
	<-im.turn
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(invalid)
			if !ok {
				panic(r)
			}
			if im.m.fault == nil {
				im.m.fault = &f
			}
		}
		im.wait = "end"
		im.turn <- true
	}()
	if im.m.fault != nil {
		panic(*im.m.fault)
	}
	p.exec(im)
}

// round lets each image that may run do so up to its next barrier, then opens those that are
// complete.
func (m *machine) round() (done bool) {
	ended, ran := 0, false
	for _, im := range m.images {
		if im.wait != "end" && (im.ready || m.fault != nil) {
			ran, im.ready = true, false
			im.turn <- true
			<-im.turn
		}
		if im.wait == "end" {
			ended++
		}
	}
	if ended == m.n {
		return true
	}
	if m.fault == nil && !ran {
		m.fault = &invalid{"images wait for each other"}
	}
	for _, im := range m.images {
		m.meet(im)
	}
	return false
}

// meet opens the barrier of an image if all of its team are there, and merges what they have seen.
func (m *machine) meet(first *image) {
	var sum clock
	if first.ready || first.wait == "end" {
		return
	}
	for _, k := range first.team.members {
		im := m.images[k-1]
		if im.ready || im.wait != first.wait {
			return
		}
		sum.merge(&im.seen)
	}
	for _, k := range first.team.members {
		im := m.images[k-1]
		im.ready = true
		if strings.Contains(first.wait, ":"+loose) {
			continue
		}
		im.seen.merge(&sum)
		im.seen[im.me]++
	}
}
