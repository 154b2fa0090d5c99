package phases

import "fmt"

// Each image has one peer and is that of one image, so that it gets one event for each that it
// posts.

// eventPost is EVENT POST for the peer.
type eventPost struct {
	leaf
	to *Ref
}

func (e *eventPost) print(p *printer) { p.line("event post (" + e.to.src() + ")") }

func (e *eventPost) exec(im *image) *jump {
	im.post(&e.to.whose(im).posts)
	return nil
}

// post adds to what another image waits for; a segment ends.
func (im *image) post(to *[]clock) {
	*to = append(*to, im.seen)
	im.seen[im.me]++
}

// await waits for so many posts. The interpreter lets all images come to it, since all have posted
// then.
func (im *image) await(what any, posts *[]clock, n int) {
	im.barrier(loose + fmt.Sprintf("await %p", what))
	if len(*posts) < n {
		reject("nothing is posted")
	}
	for k := range (*posts)[:n] {
		im.seen.merge(&(*posts)[k])
	}
	*posts = (*posts)[n:]
	im.seen[im.me]++
	im.barrier(loose + fmt.Sprintf("waited %p", what))
}

// eventWait is EVENT WAIT.
type eventWait struct {
	leaf
	of *Ref
}

func (e *eventWait) print(p *printer) { p.line("event wait (" + e.of.src() + ")") }

func (e *eventWait) exec(im *image) *jump {
	im.await(e, &im.posts, 1)
	return nil
}

// syncMemory is SYNC MEMORY.
type syncMemory struct{ leaf }

func (syncMemory) print(p *printer) { p.line("sync memory") }

func (syncMemory) exec(im *image) *jump {
	im.seen[im.me]++
	return nil
}

// eventsOf posts an event to the peer and waits for one, with something between them.
func (s *scope) eventsOf() []Stmt {
	if s.plainDo || s.solo {
		return nil
	}
	if !s.uniform {
		return []Stmt{&syncMemory{}}
	}
	e := &Ref{v: s.events, coord: []Expr{s.peerImage()}}
	list := []Stmt{&eventPost{to: e}}
	if s.chance(2) {
		s.begin()
		list = append(list, s.simple())
	}
	return append(list, &eventWait{of: &Ref{v: s.events}})
}
