package coarray_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// late is longer than an image waits before it compares its statement with those of others.
const late = 1500 * time.Millisecond

// onEach runs a program with memory that is mapped, and with memory that is not.
func onEach(t *testing.T, images int,
	program func(ctx context.Context, me *coarray.Image) error) {
	t.Helper()
	for name, options := range map[string][]coarray.Option{"mapped": nil,
		"unmapped": {coarray.Unmapped()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := coarray.Run(t.Context(), images, program, options...); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSyncImagesUnmapped: an image in SyncImages, and the one that it waits for in a statement of
// the team, both get the error with both places where memory is not mapped, too.
func TestSyncImagesUnmapped(t *testing.T) {
	for _, other := range []string{"SyncAll", "New", "Sum", "Finish", "FormTeam", "Free"} {
		for _, images := range []int{2, 4} {
			t.Run(fmt.Sprint(other, images), func(t *testing.T) {
				t.Parallel()
				first, again, err := mismatchWith(t.Context(), images,
					statements["SyncImages of 1"], statements[other], coarray.Unmapped())
				if err != nil {
					t.Error(err)
				}
				for k := range images {
					told(t, k+1, first[k], 2)
					told(t, k+1, again[k], 2)
				}
			})
		}
	}
}

// TestSyncImagesAhead: images that wait long in SyncImages, while others are already in the next
// statement of the team, are told nothing.
func TestSyncImagesAhead(t *testing.T) {
	onEach(t, 4, func(ctx context.Context, me *coarray.Image) error {
		for _, next := range []string{"SyncAll", "Sum", "Finish"} {
			switch me.Index() {
			case 1:
				if err := me.SyncImages(ctx, 2, 3); err != nil {
					return err
				}
			case 2:
				time.Sleep(late)
				fallthrough
			case 3:
				if err := me.SyncImages(ctx, 1); err != nil {
					return err
				}
			}
			if err := statements[next](ctx, me, nil); err != nil {
				return fmt.Errorf("%s: %w", next, err)
			}
		}
		return nil
	})
}

// TestSyncImagesAtRandom: nor are images of a program that mixes the statements, where each is now
// and then late.
func TestSyncImagesAtRandom(t *testing.T) {
	const images, rounds = 5, 200
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	onEach(t, images, func(ctx context.Context, me *coarray.Image) error {
		own := rand.New(rand.NewPCG(seed, uint64(me.Index())))
		all := rand.New(rand.NewPCG(seed, 0)) // alike on all images
		for round := range rounds {
			if own.IntN(rounds*images/3) == 0 {
				time.Sleep(late)
			} else if own.IntN(10) == 0 {
				time.Sleep(3 * time.Millisecond)
			}
			if err := atRandom(ctx, me, all); err != nil {
				return fmt.Errorf("round %d: %w", round, err)
			}
		}
		return nil
	})
}

// atRandom executes a statement that all images draw: of the team, or of some of it.
func atRandom(ctx context.Context, me *coarray.Image, all *rand.Rand) error {
	what, from, distance := all.IntN(6), 1+all.IntN(me.NumImages()), 1+all.IntN(2)
	n := me.NumImages()
	behind := func(k int) int { return (k-1+distance)%n + 1 }
	before := func(k int) int { return (k-1+n-distance)%n + 1 }
	switch what {
	case 0:
		return me.SyncAll(ctx)
	case 1:
		_, err := coarray.Sum(ctx, me, 1)
		return err
	case 2:
		return me.SyncImages(ctx, behind(me.Index()), before(me.Index()))
	case 3: // a star
		if me.Index() == from {
			return me.SyncImagesAll(ctx)
		}
		return me.SyncImages(ctx, from)
	default: // a pair
		switch me.Index() {
		case from:
			return me.SyncImages(ctx, behind(from))
		case behind(from):
			return me.SyncImages(ctx, from)
		}
	}
	return nil
}

// TestSyncImagesMeetsLater: an image in a statement that its context ends comes to the one that
// waits for it in SyncImages; and the other way round.
func TestSyncImagesMeetsLater(t *testing.T) {
	for _, end := range []func(context.Context) (context.Context, context.CancelFunc){
		func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 2*late)
		},
		func(ctx context.Context) (context.Context, context.CancelFunc) {
			ends, cancel := context.WithCancel(ctx)
			time.AfterFunc(2*late, cancel)
			return ends, cancel
		},
	} {
		for _, limited := range []int{1, 2} {
			for _, next := range []string{"SyncAll", "Sum"} {
				onEach(t, 2, func(ctx context.Context, me *coarray.Image) error {
					return meetsLater(ctx, me, limited, next, end)
				})
			}
		}
	}
}

func meetsLater(ctx context.Context, me *coarray.Image, limited int, next string,
	end func(context.Context) (context.Context, context.CancelFunc)) error {
	ends, cancel := ctx, func() {}
	if me.Index() == limited {
		ends, cancel = end(ctx)
	}
	defer cancel()
	var err error
	if me.Index() == 1 {
		err = me.SyncImages(ends, 2)
	} else {
		err = statements[next](ends, me, nil)
	}
	if (err == nil) == (me.Index() == limited) || err != nil && ends.Err() == nil {
		return fmt.Errorf("the first statement: %w", err)
	}
	if me.Index() == limited {
		time.Sleep(late) // the image shows what it executed before
	}
	switch {
	case limited == 2 && me.Index() == 2:
		return me.SyncImages(ctx, 1)
	case limited == 1 && me.Index() == 1:
		return statements[next](ctx, me, nil)
	}
	return nil
}

// TestSyncImagesWithoutSome: a collective of which a member stops ends, and who has waited in it
// comes to the one that waits for it.
func TestSyncImagesWithoutSome(t *testing.T) {
	onEach(t, 3, func(ctx context.Context, me *coarray.Image) error {
		switch me.Index() {
		case 1:
			return me.SyncImages(ctx, 2)
		case 2:
			_, err := coarray.Sum(ctx, me, 1)
			if !errors.Is(err, coarray.ErrStoppedImage) {
				return fmt.Errorf("a sum without image 3: %w", err)
			}
			time.Sleep(late)
			return me.SyncImages(ctx, 1)
		}
		time.Sleep(2 * late)
		return nil
	})
}
