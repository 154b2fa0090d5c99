// Wordcount counts the words of texts in a table that is divided among the images: which image has
// a word follows from the word. Counting ships the words there, many in one function, inside of
// finish; looking up ships a question, and the answer comes into a coarray.
//
//	wordcount -n 4 README.md docs/progress.md
package main

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"unicode"

	"github.com/coral-pgas/coral/coarray"
)

var images = flag.Int("n", 0, "images; 0: as the environment says")

// batch is how many different words are shipped at once.
const batch = 200

// answer is what the table knows of a word. It goes into a coarray, and so holds no pointers.
type answer struct {
	Count int64
	Image int32 // that has it
}

// table is one image's part of the counts, and how one reaches the others'.
type table struct {
	counts map[string]int
	add    *coarray.Function[map[string]int]
	find   *coarray.ResultFunction[string, answer]
}

func newTable(me *coarray.Image) (*table, error) {
	t := &table{counts: map[string]int{}}
	var err error
	// Both run on the image that has the words, between its own statements: they need no lock for
	// its map.
	if t.add, err = coarray.Register(me, "add", func(_ *coarray.Image, words map[string]int) error {
		for word, n := range words {
			t.counts[word] += n
		}
		return nil
	}); err != nil {
		return nil, err
	}
	t.find, err = coarray.RegisterResult(me, "find",
		func(at *coarray.Image, word string) (answer, error) {
			return answer{int64(t.counts[word]), int32(at.Index())}, nil
		})
	return t, err
}

// owner is the image that has a word.
func owner(me *coarray.Image, word string) int {
	h := fnv.New32a()
	h.Write([]byte(word))
	return int(h.Sum32())%me.NumImages() + 1
}

// count adds words, each of which is shipped with others to its image. All images of the team call
// it together, each with words of its own.
func (t *table) count(ctx context.Context, me *coarray.Image, words []string) error {
	return me.Finish(ctx, func() error {
		waiting := make([]map[string]int, me.NumImages()+1)
		for _, word := range words {
			to := owner(me, word)
			if waiting[to] == nil {
				waiting[to] = map[string]int{}
			}
			waiting[to][word]++
			if len(waiting[to]) == batch {
				if err := t.add.Spawn(to, waiting[to]); err != nil {
					return err
				}
				waiting[to] = nil
			}
		}
		for to, some := range waiting {
			if some != nil {
				if err := t.add.Spawn(to, some); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// lookUp asks for all words at once, and waits until all answers are there: an event counts them.
func (t *table) lookUp(ctx context.Context, me *coarray.Image, words []string,
	answers *coarray.Coarray[answer],
	there *coarray.Events) error {
	for i, word := range words {
		if err := t.find.Spawn(owner(me, word), word, answers.At(me.Index()), i,
			coarray.After(there.Own(0))); err != nil {
			return err
		}
	}
	for range words {
		if err := there.Wait(ctx, 0); err != nil {
			return err
		}
	}
	return nil
}

func program(ctx context.Context, me *coarray.Image) error {
	t, err := newTable(me)
	if err != nil {
		return err
	}
	var all []string
	for _, name := range flag.Args() {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		all = append(all, strings.FieldsFunc(strings.ToLower(string(text)),
			func(r rune) bool { return !unicode.IsLetter(r) })...)
	}
	// Each image has every n-th word.
	var own []string
	for i := me.Index() - 1; i < len(all); i += me.NumImages() {
		own = append(own, all[i])
	}
	if err := t.count(ctx, me, own); err != nil {
		return err
	}
	different, err := coarray.Sum(ctx, me, len(t.counts))
	if err != nil {
		return err
	}
	// the same on all images, not len(own)
	answers, err := coarray.New[answer](ctx, me, len(all)/me.NumImages()+1)
	if err != nil {
		return err
	}
	there, err := coarray.NewLocalEvents(me, 1)
	if err != nil {
		return err
	}
	if err := t.lookUp(ctx, me, own, answers, there); err != nil {
		return err
	}
	serial := map[string]int{}
	for _, word := range all {
		serial[word]++
	}
	for i, word := range own {
		if a := answers.Local()[i]; int(a.Count) != serial[word] ||
			int(a.Image) != owner(me, word) {
			return fmt.Errorf("%q is found %d times on image %d, and is there %d times", word,
				a.Count, a.Image, serial[word])
		}
	}
	if different != len(serial) {
		return fmt.Errorf("%d different words, not %d", different, len(serial))
	}
	if me.Index() == 1 {
		fmt.Printf("%d words, %d different ones, on %d images: as many as one image counts\n",
			len(all), different, me.NumImages())
	}
	return nil
}

func main() {
	flag.Parse()
	coarray.Main(program, coarray.Images(*images))
}
