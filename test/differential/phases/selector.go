package phases

import "fmt"

// initial is what Ref.other is for the initial team; it is also the parent, since no program here
// changes the team twice.
const initial = -1

// selector adds STAT=, TEAM= or TEAM_NUMBER= to an image selector now and then. In another team the
// cosubscripts are others.
func (s *scope) selector(r *Ref, write bool) {
	if s.plainDo || s.masks || s.level > 3 {
		return
	}
	if s.chance(9) {
		r.more = ", stat=" + s.local("st", counter).name
		return
	}
	// F2018 5.4.8: the coarray must be established in the other team
	established := r.v.dummy == "" && r.v.alias == nil && !r.v.inTeam
	if !s.team || !established || !s.solo && (write || r.v.shared != anyone) || s.chance(2) {
		return
	}
	caf := s.within != nil && s.within.caf
	if caf && r.v.corank == 1 {
		r.other, r.more = initial, "@team_world"
		r.coord = s.cosubscripts(r.v, s.anyImage())
		return
	}
	if caf || s.within == nil || s.within.part == nil || s.chance(2) {
		r.other = initial
		r.more = ", team=get_team(" + pick(s.generator, []string{"initial_team", "parent_team"}) +
			")"
		r.coord = s.cosubscripts(r.v, s.anyImage())
		return
	}
	r.other = s.between(1, 2)
	r.more = fmt.Sprintf(", team_number=%d", r.other)
	r.coord = s.cosubscripts(r.v, number64(s.between(1, s.within.size(r.other))))
}
