package coarray

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// Team is a set of images in an order, which gives each its number there: 1, 2, ... All images
// together are the first team; FormTeam divides a team into others.
type Team struct {
	t       *rt.Team // nil: a sibling, of which this image is no member
	number  int
	parent  *Team // nil: the team of all images
	index   int   // this image's number in the team; 0: it is no member
	size    int
	members rt.Division // nil: all images, in their order
	family  *family
	formed  map[*rt.Team]*Team // those that this image is a member of, formed in this one
	regular bool               // the members' ranks are an arithmetic progression,
	step    int                // of which this is the difference
}

// family is the teams that one FormTeam has made.
type family struct {
	division rt.Division
	mu       sync.Mutex // holds teams: any goroutine may ask for a Sibling
	teams    map[int]*Team
}

func initialTeam(w *rt.World) *Team {
	return &Team{t: w.Initial(), number: rt.InitialTeamNumber, index: w.Rank() + 1, size: w.Size(),
		regular: true, step: 1}
}

// sibling is the team with a number; nil: there is none.
func (f *family) sibling(parent *Team, number int) *Team {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.teams[number]; s != nil {
		return s
	}
	if number <= noColor || len(f.division.Team(int64(number))) == 0 {
		return nil
	}
	return f.newTeam(parent, nil, number)
}

// newTeam makes the team with a number among those that were formed. Nobody else makes one
// meanwhile.
func (f *family) newTeam(parent *Team, t *rt.Team, number int) *Team {
	team := &Team{t: t, number: number, parent: parent, family: f,
		members: f.division.Team(int64(number))}
	team.size = team.members.Size()
	team.regular, team.step = len(team.members) == 1, int(team.members[0].Step)
	if t != nil {
		team.index = t.Rank() + 1
	}
	f.teams[number] = team
	return team
}

// Number is the team's number among those that were formed with it; -1 for the team of all images.
func (t *Team) Number() int {
	if t == nil {
		return 0
	}
	return t.number
}

// NumImages is how many images the team has; Index this image's number there, 0 if it is no member.
func (t *Team) NumImages() int {
	if t == nil {
		return 0
	}
	return t.size
}

// Images are the numbers of the team's images, from 1 on.
func (t *Team) Images() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := 1; k <= t.NumImages(); k++ {
			if !yield(k) {
				return
			}
		}
	}
}

// Index is this image's number in the team, 0 if it is no member.
func (t *Team) Index() int {
	if t == nil {
		return 0
	}
	return t.index
}

// Parent is the team in which this one was formed; nil for the team of all images.
func (t *Team) Parent() *Team {
	if t == nil {
		return nil
	}
	return t.parent
}

// String names the team.
func (t *Team) String() string {
	if t == nil {
		return "no team"
	}
	return fmt.Sprintf("team %d of %d images", t.number, t.size)
}

// Sibling is a team that was formed together with this one. If this image is no member of it, it
// serves to name its images: see Coarray.In.
func (t *Team) Sibling(number int) (*Team, error) {
	if t == nil || t.size == 0 {
		return nil, unset("Team", "FormTeam or SplitTeam")
	}
	if t.number == number {
		return t, nil
	}
	if t.family != nil {
		if s := t.family.sibling(t.parent, number); s != nil {
			return s, nil
		}
	}
	return nil, placed("%w: no team %d was formed together with %v", ErrTeam, number, t)
}

// rank is an image's rank among all images.
func (t *Team) rank(image int) (int, error) {
	switch {
	case uint(image-1) >= uint(t.size):
		return 0, placed("%w: image %d of %d", ErrImageRange, image, t.size)
	case t.t != nil:
		return t.t.Member(image - 1), nil
	}
	return t.members.Rank(image - 1), nil
}

// within says whether all images of the team belong to another.
func (t *Team) within(other *Team) bool {
	if other.members == nil {
		return true
	}
	is := map[int]bool{}
	for _, rank := range other.members.Ranks() {
		is[rank] = true
	}
	for i := range t.size {
		if rank, _ := t.rank(i + 1); !is[rank] {
			return false
		}
	}
	return true
}

// FormTeam divides the images of the current team, which call it together: those that give the same
// number, which is positive, form a team. The same division again gives the same team again.
//
// Images that have failed are left out: the error is ErrFailedImage then, and the team is there
// nevertheless.
func (me *Image) FormTeam(ctx context.Context, number int, options ...Option) (*Team, error) {
	if err := me.ready(); err != nil {
		return nil, err
	}
	index := 0
	for _, o := range options {
		if o.kind != optionNewIndex {
			return nil, o.refused("FormTeam")
		}
		if index = o.n; index < 1 {
			return nil, placed("%w: new index %d is not positive", ErrTeam, index)
		}
	}
	if number < 1 {
		return nil, placed("%w: team number %d is not positive", ErrTeam, number)
	}
	t, division, err := me.world().FormTeam(ctx, int64(number), index)
	if err = me.w.AtStatement(err); t == nil {
		return nil, err
	}
	return me.formed(t, division, number), err
}

// SplitTeam divides the images of the current team, which call it together, by color: those of one
// color form a team, whose number it is, in the order of their keys, and of their numbers now
// where keys are alike. An image that gives a negative color is in no team, and gets nil.
func (me *Image) SplitTeam(ctx context.Context, color, key int) (*Team, error) {
	if err := me.ready(); err != nil {
		return nil, err
	}
	t, division, err := me.world().SplitTeam(ctx, int64(max(color, noColor)), key)
	if t == nil || color < 0 {
		return nil, err
	}
	return me.formed(t, division, color), err
}

// noColor is the color of all images that are to be in no team.
const noColor = -1

// formed is the team that this image is a member of, of those that were formed together.
func (me *Image) formed(t *rt.Team, division rt.Division, number int) *Team {
	team := me.team.formed[t]
	if team == nil {
		f := &family{division: division, teams: map[int]*Team{}}
		team = f.newTeam(me.team, t, number)
		if me.team.formed == nil {
			me.team.formed = map[*rt.Team]*Team{}
		}
		me.team.formed[t] = team
	}
	return team
}

// root is the team of all images.
func (t *Team) root() *Team {
	for t.parent != nil {
		t = t.parent
	}
	return t
}

// Team is the team whose image me is.
func (me *Image) Team() *Team {
	if me == nil {
		return nil
	}
	return me.team
}

// InTeam runs f as an image of a team that this one has formed: all images of the team call it
// together. The Image that f gets has its number in the team, and what f does with it is the team's
// alone: synchronization, collectives, coarrays. Coarrays that f makes, and events, locks and
// atomics, are freed when it ends.
//
// InTeam synchronizes the team before f, and after it. If f returns an error, InTeam does so at
// once: it waits for nobody and frees nothing, since other images may still be at work in the team.
func (me *Image) InTeam(ctx context.Context, team *Team, f func(me *Image) error) error {
	if err := me.ready(); err != nil {
		return err
	}
	if team == nil || team.t == nil || team.parent != me.team {
		return placed("%w: %v was not formed by %v in its current team", ErrTeam, team, me)
	}
	if f == nil {
		return noFunction("InTeam", "the function")
	}
	if err := me.w.MeetIn(ctx, team.t, layout.WaitChange); err != nil {
		return err
	}
	inside := &Image{w: me.w, team: team, made: map[uint64]freer{}, engine: me.engine,
		prompt: me.prompt, common: me.common}
	if err := f(inside); err != nil {
		return err
	}
	err := me.w.MeetIn(ctx, team.t, layout.WaitLeave)
	if err != nil && !errors.Is(err, ErrFailedImage) {
		return err
	}
	return errors.Join(err, inside.leave())
}

// freer is what is freed at the end of a team's function.
type freer interface{ forget(why error) }

// leave frees what was made inside. All images of the team have come to its end: nobody uses it any
// more.
func (me *Image) leave() error {
	var errs []error
	for offset, c := range me.made {
		c.forget(ErrFreed)
		errs = append(errs, me.w.HeapDrop(offset))
	}
	me.made, me.left = nil, true
	return errors.Join(errs...)
}

// SyncTeam synchronizes a team that this image is a member of: the current one, one of which that
// is a part, or one that was formed in it.
func (me *Image) SyncTeam(ctx context.Context, team *Team) error {
	if err := me.ready(); err != nil {
		return err
	}
	if team == nil || team.t == nil {
		return placed("%w: %v is no member of %v", ErrTeam, me, team)
	}
	return me.w.SyncTeam(ctx, team.t)
}
