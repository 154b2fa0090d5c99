// Treesearch walks over a tree of which nobody knows beforehand how large its branches are (the
// binomial tree of the UTS benchmark): an image that has more nodes than it wants to keep ships
// some of them to another, with the function that walks on. Nothing but finish knows when the last
// node has been seen.
//
//	treesearch -n 4 -roots 5000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

var (
	images = flag.Int("n", 0, "images; 0: as the environment says")
	roots  = flag.Int("roots", 2000, "branches at the root")
)

// A node has children with a probability of q, and then m of them: a branch has 1/(1-m*q) nodes on
// average, and some have thousands.
const (
	q = 0.123
	m = 8
)

// node is a node of the tree; the numbers of its children follow from its own.
type node uint64

// child is the node's i-th child: a mix of bits (splitmix64) as random numbers.
func (n node) child(i int) node {
	x := uint64(n) + uint64(i+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return node(x ^ x>>31)
}

func (n node) children() int {
	if float64(n>>11)/(1<<53) < q {
		return m
	}
	return 0
}

// keep is how many nodes an image keeps for itself, ship how many it ships at once.
const (
	keep = 256
	ship = 64
)

// walker is one image's part of the search.
type walker struct {
	walk    *coarray.Function[[]node]
	seen    int
	shipped int
}

// search walks over the branches of the nodes given, and ships what is too much.
func (w *walker) search(at *coarray.Image, open []node) error {
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		w.seen++
		for i := range n.children() {
			open = append(open, n.child(i))
		}
		if len(open) > keep && at.NumImages() > 1 {
			// Any other image will do, since nobody knows who has least: they take turns.
			to := (at.Index()+w.shipped%(at.NumImages()-1))%at.NumImages() + 1
			if err := w.walk.Spawn(to, open[:ship]); err != nil {
				return err
			}
			w.shipped++
			open = open[ship:]
		}
	}
	return nil
}

func program(ctx context.Context, me *coarray.Image) error {
	w := &walker{}
	var err error
	if w.walk, err = coarray.Register(me, "walk", w.search); err != nil {
		return err
	}
	start := time.Now()
	err = me.Finish(ctx, func() error {
		if me.Index() != 1 {
			return nil
		}
		return w.search(me, branches())
	})
	took := time.Since(start)
	if err != nil {
		return err
	}
	total, err := coarray.Sum(ctx, me, w.seen)
	if err != nil {
		return err
	}
	most, err := coarray.Max(ctx, me, w.seen)
	if err != nil || me.Index() != 1 {
		return err
	}
	if want := serial(); total != want {
		return fmt.Errorf("%d nodes seen, the tree has %d", total, want)
	}
	fmt.Printf(
		"%d nodes on %d images, at most %d on one, in %v: as many as the serial search finds\n",
		total, me.NumImages(), most, took.Round(time.Millisecond))
	return nil
}

// serial counts the nodes on one image.
func serial() (seen int) {
	open := branches()
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		seen++
		for i := range n.children() {
			open = append(open, n.child(i))
		}
	}
	return seen
}

// branches are the root's children.
func branches() (open []node) {
	for i := range *roots {
		open = append(open, node(0).child(i))
	}
	return open
}

func main() {
	flag.Parse()
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		if *roots < 1 {
			return errors.New("-roots: at least 1")
		}
		return program(ctx, me)
	}, coarray.Images(*images))
}
