package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// Costs adds up the processor time that building and running each program takes. Methods may be
// called concurrently.
type Costs struct {
	mu    sync.Mutex
	spent map[string]*cost
}

type cost struct{ build, run time.Duration }

// costs are those of this test process.
var costs Costs

// spentBy is the processor time of a command that has ended, and of the processes that it has
// waited for.
func spentBy(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0 // it could not be started
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func (c *Costs) of(program string) *cost {
	if c.spent == nil {
		c.spent = map[string]*cost{}
	}
	if c.spent[program] == nil {
		c.spent[program] = &cost{}
	}
	return c.spent[program]
}

func (c *Costs) built(program string, spent time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of(program).build += spent
}

func (c *Costs) ran(program string, spent time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of(program).run += spent
}

// String has the sums in its first line, then a line for each program, the dearest first.
func (c *Costs) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all cost
	for _, x := range c.spent {
		all.build += x.build
		all.run += x.run
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d programs: %.1f s of processor time to build them, %.1f s to run them\n",
		len(c.spent), all.build.Seconds(), all.run.Seconds())
	names := slices.SortedFunc(maps.Keys(c.spent), func(x, y string) int {
		a, b := c.spent[x], c.spent[y]
		return cmp.Or(cmp.Compare(b.build+b.run, a.build+a.run), cmp.Compare(x, y))
	})
	for _, name := range names {
		fmt.Fprintf(&b, "%8.2f %8.2f  %s\n", c.spent[name].build.Seconds(),
			c.spent[name].run.Seconds(), name)
	}
	return b.String()
}
