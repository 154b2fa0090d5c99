package phases

import "fmt"

// teamOf is CHANGE TEAM to the same images in another order, or to one of two teams.
func (s *scope) teamOf(depth int) []Stmt {
	n := s.p.images
	st := &inTeam{named: named{name: s.name("team")}, order: make([]int, n)}
	if s.chance(2) {
		st.part = make([]int, n)
		for k := range st.part {
			st.part[k] = s.between(1, 2)
		}
		st.part[0], st.part[n-1] = 1, 2 // no team is empty
	}
	st.arrange(s.rng.Perm(n))
	kinds := "exit"
	if st.caf = s.p.caf && s.chance(2); st.caf {
		kinds = ""
	}
	in := s.inside(st, &st.named, kinds, s.chance(2))
	in.finishing = false
	in.team, in.inTeam, in.split, in.within = true, true, st.part != nil, st
	// F2018 C1115: no branch leaves the construct otherwise
	in.targets = in.targets[len(in.targets)-1:]
	if st.part == nil {
		st.body = in.list(depth - 1)
		return []Stmt{st}
	}
	st.body = append(s.peersNow(), in.list(depth-1)...)
	return append([]Stmt{st, &syncAll{}}, s.peersNow()...)
}

// peersNow are assignments that give each image a peer of its current team.
func (s *scope) peersNow() []Stmt {
	s.note(s.peer, true)
	s.note(s.nearby, true)
	add := s.shift + s.p.images - 1
	next := &op{fmt.Sprintf("(1 + mod(%%s + %d, %%s))", add), func(v []scalar) scalar {
		return scalar{i: 1 + (v[0].i+int64(add))%v[1].i}
	}, []Expr{&images{true}, &images{}}}
	return []Stmt{&assign{to: &Ref{v: s.peer}, from: next},
		&assign{to: &Ref{v: s.nearby}, from: &Ref{v: s.peer}}}
}

// arrange numbers the images of each team in the order of a permutation.
func (s *inTeam) arrange(images []int) {
	size := map[int]int{}
	for _, k := range images {
		size[s.partOf(k+1)]++
		s.order[k] = size[s.partOf(k+1)]
	}
}

// partOf is the number of the team of an image.
func (s *inTeam) partOf(image int) int {
	if s.part == nil {
		return 1
	}
	return s.part[image-1]
}

// size is how many images a team has.
func (s *inTeam) size(number int) (n int) {
	for k := range s.order {
		if s.partOf(k+1) == number {
			n++
		}
	}
	return n
}

// inTeam is CHANGE TEAM to a team of the same images in another order, or to one of two.
type inTeam struct {
	named
	order []int // order[k] is the new index of the image of index k+1
	part  []int // part[k] is the team number of that image; nil: there is one team
	body  []Stmt
	caf   bool // WITH TEAM, which synchronises nothing
}

func (s *inTeam) lists() []*[]Stmt { return []*[]Stmt{&s.body} }

func (s *inTeam) print(p *printer) {
	if s.caf {
		s.withTeam(p)
		return
	}
	number := "1"
	p.line("block")
	p.depth++
	p.line("type(team_type) :: tm")
	p.line(constants("order", s.order))
	if s.part != nil {
		p.line(constants("part", s.part))
		number = "part(this_image())"
	}
	p.line("form team (" + number + ", tm, new_index=order(this_image()))")
	p.line(s.head() + "change team (tm)")
	p.body(s.body)
	p.line("end team" + s.tail())
	p.depth--
	p.line("end block")
}

func constants(name string, values []int) string {
	list := ""
	for k, v := range values {
		if k > 0 {
			list += ", "
		}
		list += fmt.Sprint(v)
	}
	return fmt.Sprintf("integer, parameter :: %s(%d) = [%s]", name, len(values), list)
}

func (s *inTeam) exec(im *image) *jump {
	old := im.team
	number := s.partOf(im.index())
	t := &team{parent: old,
		id: fmt.Sprintf("%s/%s-%d", old.id, s.name, number)}
	t.siblings = map[int][]int{1: make([]int, s.size(1)), 2: make([]int, s.size(2))}
	for k, o := range s.order {
		t.siblings[s.partOf(k+1)][o-1] = old.members[k]
	}
	t.members = t.siblings[number]
	kind := ""
	if s.caf {
		kind = loose
	}
	im.barrier(kind + "form team")
	im.team = t
	im.barrier(kind + "change team")
	j := im.run(s.body)
	im.barrier(kind + "end team")
	im.team = old
	if j.exits(s) {
		return nil
	}
	return j
}
