package coarray

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// formParity forms the teams of the images of odd number, 1, and of even number, 2, in descending
// order.
func formParity(ctx context.Context, me *Image) (*Team, error) {
	odd := me.Index() % 2
	size := (me.NumImages() + odd) / 2
	return me.FormTeam(ctx, 2-odd, NewIndex(size-(me.Index()-1)/2))
}

func TestTeams(t *testing.T) { everywhere(t, teamProgram) }

func teamProgram(ctx context.Context, me *Image) error {
	u, err := New[int](ctx, me, 3)
	if err != nil {
		return err
	}
	for i := range u.Local() {
		u.Local()[i] = 100*me.Index() + i
	}
	team, err := formParity(ctx, me)
	if err != nil {
		return err
	}
	outer := me
	err = me.InTeam(ctx, team, func(me *Image) error {
		if me.Team() != team || team.Parent() != outer.Team() ||
			me.NumImages() != team.NumImages() || me.Index() != team.Index() {
			return fmt.Errorf("%v of %v", me, me.Team())
		}
		sum, err := Sum(ctx, me, outer.Index())
		if want := sumOfParity(outer.NumImages(), outer.Index()%2); err != nil || sum != want {
			return fmt.Errorf("sum %d, want %d, %v", sum, want, err)
		}
		return errors.Join(me.SyncAll(ctx), me.SyncImagesAll(ctx), otherImages(me, outer, u),
			madeInside(ctx, me, outer), nested(ctx, me))
	})
	if err != nil {
		return err
	}
	return errors.Join(me.SyncAll(ctx), u.Free(ctx))
}

func sumOfParity(n, odd int) (sum int) {
	for k := 1; k <= n; k++ {
		if k%2 == odd {
			sum += k
		}
	}
	return sum
}

// otherImages reads the parts of images of the parent, the own team, and the sibling, by their
// numbers there.
func otherImages(me, outer *Image, u *Coarray[int]) error {
	n := outer.NumImages()
	for k := 1; k <= n; k++ {
		if got := u.At(k).Load(1); got != 100*k+1 {
			return fmt.Errorf("image %d of the parent has %d", k, got)
		}
	}
	for _, number := range []int{1, 2} {
		team, err := me.Team().Sibling(number)
		if n == 1 && number == 2 {
			if !errors.Is(err, ErrTeam) {
				return fmt.Errorf("a sibling without images: %v, %v", team, err)
			}
			continue
		}
		if err != nil || team.Number() != number ||
			(team.Index() != 0) != (number == me.Team().Number()) {
			return fmt.Errorf("sibling %d: %v, index %d, %v", number, team, team.Index(), err)
		}
		there := u.In(team)
		if there != u.In(team) || there.In(outer.Team()) != u {
			return errors.New("a view is made again and again")
		}
		for k := 1; k <= team.NumImages(); k++ {
			// In descending order of the numbers in the parent.
			want := 2*(team.NumImages()-k) + number
			part := make([]int, 3)
			if err := there.At(k).Get(0, part); err != nil ||
				!slices.Equal(part, []int{100 * want, 100*want + 1, 100*want + 2}) {
				return fmt.Errorf("image %d of team %d has %v, not %d: %v", k, number, part,
					100*want, err)
			}
			if err := there.At(k).Section(Range(1, 3)).CopyTo(part[:2]); err != nil ||
				part[0] != 100*want+1 {
				return fmt.Errorf("section of image %d of team %d: %v, %v", k, number, part, err)
			}
		}
		if err := there.At(team.NumImages()+1).Put(0, []int{1}); !errors.Is(err, ErrImageRange) {
			return fmt.Errorf("an image behind the team's last: %v", err)
		}
	}
	return nil
}

// madeInside makes a coarray, events, locks and atomics inside a team.
func madeInside(ctx context.Context, me, outer *Image) error {
	v, err := New[int](ctx, me, 5)
	if err != nil {
		return err
	}
	v.At(right(me)).Store(2, me.Index())
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	if v.Local()[2] != left(me) {
		return fmt.Errorf("image %d wrote %d", left(me), v.Local()[2])
	}
	if outer.NumImages() > 1 {
		if _, err := v.In(outer.Team()).At(1).rank(); !errors.Is(err, ErrTeam) {
			return fmt.Errorf("a coarray of the team seen by its parent: %v", err)
		}
	}
	events, err := NewEvents(ctx, me, 1)
	if err != nil {
		return err
	}
	critical, err := NewCritical(ctx, me)
	if err != nil {
		return err
	}
	counts, err := NewAtomics[int64](ctx, me, 1)
	if err != nil {
		return err
	}
	add := func() error {
		v.At(1).Store(4, v.At(1).Load(4)+1)
		return nil
	}
	_, err = counts.Add(1, 0, 2)
	if err := errors.Join(err, critical.Do(ctx, add), events.Post(right(me), 0),
		events.Wait(ctx, 0),
		me.SyncAll(ctx)); err != nil {
		return err
	}
	got, err := counts.Load(1, 0)
	if n := me.NumImages(); err != nil || got != int64(2*n) || v.At(1).Load(4) != n {
		return fmt.Errorf("%d and %d of %d, %v", got, v.At(1).Load(4), n, err)
	}
	return errors.Join(critical.Free(ctx), counts.Free(ctx))
}

// nested forms a team of its own for each image inside a team.
func nested(ctx context.Context, me *Image) error {
	alone, err := me.FormTeam(ctx, me.Index())
	if err != nil {
		return err
	}
	var kept *Coarray[int]
	err = me.InTeam(ctx, alone, func(me *Image) error {
		kept, err = New[int](ctx, me)
		sum, err2 := Sum(ctx, me, 7)
		if sum != 7 || me.NumImages() != 1 {
			return fmt.Errorf("%d of %v", sum, me.Team())
		}
		return errors.Join(err, err2)
	})
	if err != nil {
		return err
	}
	if err := kept.At(1).Put(0, []int{1}); !errors.Is(err, ErrFreed) {
		return fmt.Errorf("a coarray of a team that has ended: %v", err)
	}
	if err := kept.Free(ctx); !errors.Is(err, ErrFreed) {
		return fmt.Errorf("freed twice: %v", err)
	}
	return nil
}

// TestTeamsKeepNoMemory: what a team's function has made is freed, and the same division gives the
// same team.
func TestTeamsKeepNoMemory(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		var first *Team
		for round := range 20 {
			team, err := formParity(ctx, me)
			if err != nil {
				return err
			}
			if round == 0 {
				first = team
			}
			if team != first {
				return fmt.Errorf("round %d: another team", round)
			}
			if err := me.InTeam(ctx, team, func(me *Image) error {
				u, err := New[float64](ctx, me, 128<<10) // 1 MiB; the heap has 8
				if err == nil &&
					slices.ContainsFunc(u.Local(), func(v float64) bool { return v != 0 }) {
					err = errors.New("the memory is not zero")
				}
				if err == nil {
					u.Local()[round] = 1
				}
				return err
			}); err != nil {
				return err
			}
		}
		return me.SyncAll(ctx)
	})
}

func TestTeamErrors(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		for _, f := range []func() (*Team, error){
			func() (*Team, error) { return me.FormTeam(ctx, 0) },
			func() (*Team, error) { return me.FormTeam(ctx, -3) },
			func() (*Team, error) { return me.FormTeam(ctx, 1, NewIndex(0)) },
			func() (*Team, error) { return me.FormTeam(ctx, 1, NewIndex(me.NumImages()+1)) },
		} {
			if team, err := f(); team != nil || !errors.Is(err, ErrTeam) {
				return fmt.Errorf("%v, %v", team, err)
			}
		}
		team, err := me.FormTeam(ctx, 1)
		if err != nil {
			return err
		}
		var inside *Image
		nothing := func(*Image) error { return nil }
		mine := errors.New("my own")
		err = me.InTeam(ctx, team, func(me *Image) error {
			inside = me
			if err := me.InTeam(ctx, team, nothing); !errors.Is(err, ErrTeam) {
				return fmt.Errorf("a team inside itself: %v", err)
			}
			return me.SyncTeam(ctx, team.Parent())
		})
		if err != nil {
			return err
		}
		if _, err := New[int](ctx, inside); !errors.Is(err, ErrTeam) {
			return fmt.Errorf("a coarray of a team that has ended: %v", err)
		}
		if _, err := me.Team().Sibling(2); !errors.Is(err, ErrTeam) {
			return fmt.Errorf("a sibling of the team of all images: %v", err)
		}
		if err := me.InTeam(ctx, team, func(*Image) error { return mine }); err != mine {
			return fmt.Errorf("the function's error: %v", err)
		}
		over, cancel := context.WithCancel(ctx)
		cancel()
		if me.Index() == 1 && me.NumImages() > 1 {
			if err := me.InTeam(over, team, nothing); !errors.Is(err, context.Canceled) {
				return fmt.Errorf("a team whose images do not come: %v", err)
			}
			return me.SyncImagesAll(ctx)
		}
		return me.SyncImages(ctx, 1)
	})
}

// TestTeamOfTheLiving goes on without an image that has failed.
func TestTeamOfTheLiving(t *testing.T) {
	for _, options := range [][]Option{nil, {Unmapped()}} {
		err := Run(t.Context(), 4, func(ctx context.Context, me *Image) error {
			if me.Index() == 2 {
				me.Fail()
			}
			for len(me.FailedImages()) == 0 {
				time.Sleep(time.Millisecond)
			}
			team, err := me.FormTeam(ctx, 1)
			if team == nil || !errors.Is(err, ErrFailedImage) {
				return fmt.Errorf("%v, %v", team, err)
			}
			return me.InTeam(ctx, team, func(me *Image) error {
				u, err := New[int](ctx, me)
				if err != nil {
					return err
				}
				u.At(right(me)).Store(0, me.Index())
				if err := me.SyncAll(ctx); err != nil {
					return err
				}
				if me.NumImages() != 3 || u.Local()[0] != left(me) || len(me.FailedImages()) != 0 {
					return fmt.Errorf("%v: %d, failed %v", me.Team(), u.Local()[0],
						me.FailedImages())
				}
				return nil
			})
		}, options...)
		if err != nil {
			t.Error(err)
		}
	}
}

// TestSiblings: any goroutine may ask for the teams that were formed together; the images that are
// in none are no team.
func TestSiblings(t *testing.T) {
	err := Run(t.Context(), 5, func(ctx context.Context, me *Image) error {
		color := me.Index()
		if color == 5 {
			color = -1
		}
		team, err := me.SplitTeam(ctx, color, 0)
		if err != nil || team == nil {
			return err
		}
		var wait sync.WaitGroup
		failed := make([]error, 4)
		for g := range failed {
			wait.Go(func() {
				for k := 1; k <= 4; k++ {
					s, err := team.Sibling(k)
					failed[g] = errors.Join(failed[g], err)
					if again, _ := team.Sibling(k); again != s || s.Number() != k {
						failed[g] = fmt.Errorf("sibling %d is %v", k, s)
					}
				}
			})
		}
		wait.Wait()
		if s, err := team.Sibling(-1); !errors.Is(err, ErrTeam) {
			return fmt.Errorf("sibling -1 is %v: %v", s, err)
		}
		return errors.Join(failed...)
	})
	if err != nil {
		t.Error(err)
	}
}

// TestShipAfterTeam: what was registered in a team cannot be shipped behind its end.
func TestShipAfterTeam(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		team, err := me.FormTeam(ctx, 1)
		if err != nil {
			return err
		}
		result, err := New[int](ctx, me)
		if err != nil {
			return err
		}
		var f *Function[int]
		var g *ResultFunction[int, int]
		err = me.InTeam(ctx, team, func(me *Image) error {
			if f, err = Register(me, "f", func(*Image, int) error { return nil }); err != nil {
				return err
			}
			g, err = RegisterResult(me, "g", func(*Image, int) (int, error) { return 1, nil })
			return err
		})
		if err != nil {
			return err
		}
		return me.Finish(ctx, func() error {
			for _, err := range []error{f.Spawn(1, 2), g.Spawn(1, 2, result.At(1), 0)} {
				if !errors.Is(err, ErrTeam) {
					return fmt.Errorf("behind the team's end: %v", err)
				}
			}
			return nil
		})
	})
}
