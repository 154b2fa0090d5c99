package abuse

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// TestDescriptors: the last of many images has no descriptor more than the first: none of the
// launcher's own, nor of other images, comes to it.
func TestDescriptors(t *testing.T) {
	s := newScene(t)
	c := s.command([]string{"CORAL_NUM_IMAGES=16"}, s.build("waits"))
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var images []int
	for end := time.Now().Add(patience); len(images) < 16 &&
		time.Now().Before(end); images = childrenOf(c.Process.Pid) {
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(500 * time.Millisecond)
	var first string
	for i, pid := range images {
		names := descriptorsOf(pid)
		for k, name := range names {
			if name == "/dev/null" { // what all but the first have as standard input
				names[k] = "pipe"
			}
		}
		slices.Sort(names)
		if i == 0 {
			first = fmt.Sprint(names)
		} else if got := fmt.Sprint(names); got != first {
			t.Errorf("image %d has %s, image 1 %s", i+1, got, first)
		}
	}
	if len(images) != 16 || len(first) < 10 {
		t.Errorf("%d images, descriptors %s", len(images), first)
	}
	stdin.Close()
	s.await(c)
}
