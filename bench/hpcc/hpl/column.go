package hpl

import (
	"context"

	"github.com/coral-pgas/coral/coarray"
)

// column is what the images of a column of the grid do together. They are not those of the current
// team, which is the row.
type column struct {
	*layout
	events *coarray.Events // two to meet at in turn
	turn   int             // of the next meeting
}

func newColumn(ctx context.Context, me *coarray.Image, l *layout) (*column, error) {
	events, err := coarray.NewEvents(ctx, me, 2)
	return &column{layout: l, events: events}, err
}

// others does something for each other row of the grid.
func (c *column) others(f func(row int) error) error {
	for row := range c.p {
		if row == c.row {
			continue
		}
		if err := f(row); err != nil {
			return err
		}
	}
	return nil
}

// next is which of two places for what is shown at the next meeting is free: the one that was not
// used for the last.
func (c *column) next() int { return c.turn & 1 }

// meet waits until all images of the column have come to it, and shows them what this one has
// written before. Nobody is two turns ahead of another.
func (c *column) meet(ctx context.Context) error {
	event := c.next()
	c.turn++
	if err := c.others(
		func(row int) error { return c.events.Post(c.image(row), event) }); err != nil || c.p == 1 {
		return err
	}
	return c.events.WaitN(ctx, event, c.p-1)
}
