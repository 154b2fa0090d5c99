package turns

import (
	"flag"
	"sync/atomic"
	"testing"
	"time"
)

var budgetFlag = flag.Duration("budget", -1,
	"begin variants that have their turn for so long, in place of each test's own time; 0: all")

// Budget bounds how long a test begins variants that have their turn: on a machine that is slow, or
// has something else to do, those that are left have it another day. A nil one bounds nothing.
type Budget struct {
	end         time.Time
	begun, left atomic.Int32
}

// NewBudget is for a test that begins variants for so long from now on. It bounds nothing with -all
// and with -budget 0. When some are left, the test's log tells how many.
func NewBudget(t testing.TB, most time.Duration) *Budget {
	if *budgetFlag >= 0 {
		most = *budgetFlag
	}
	if *allFlag || *budgetFlag == 0 {
		return nil
	}
	b := &Budget{end: time.Now().Add(most)}
	t.Cleanup(func() {
		if left := b.left.Load(); left > 0 {
			t.Logf("%d variants were begun within %v; %d others have their turn another day "+
				"(-budget 0: today)", b.begun.Load(), most, left)
		}
	})
	return b
}

// Over says, when a variant is about to begin, whether the time for that is over. Any goroutine may
// call it.
func (b *Budget) Over() bool {
	if b == nil {
		return false
	}
	if time.Now().After(b.end) {
		b.left.Add(1)
		return true
	}
	b.begun.Add(1)
	return false
}

// Order is the order in which n variants of a test begin: another one each turn, and such that any
// part of it has variants from everywhere.
func Order(name string, n int) []int {
	order := make([]int, n)
	stride := max(1, n*618/1000)
	for divisor(stride, n) > 1 {
		stride++
	}
	at := 0
	if n > 0 {
		at = place(name, n) * stride % n
	}
	for i := range order {
		order[i] = at
		at = (at + stride) % n
	}
	return order
}

// divisor is the greatest common divisor of two positive numbers, or of one and 0.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
