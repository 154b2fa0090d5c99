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
	if len(images) != 16 {
		t.Fatalf("%d images", len(images))
	}
	// Until all wait, they open and close some: on a busy machine that takes long.
	differences := []string{"not looked at"}
	for end := time.Now().Add(settles); len(differences) > 0 && time.Now().Before(end); {
		time.Sleep(500 * time.Millisecond)
		differences = unlike(images)
	}
	for _, text := range differences {
		t.Error(text)
	}
	if first := descriptorsOf(images[0]); len(first) < 3 {
		t.Errorf("image 1 has %v", first)
	}
	stdin.Close()
	s.await(c)
}

// settles is how long images may take to come to where all of them wait.
const settles = time.Minute

// unlike says which images have other descriptors than the first.
func unlike(images []int) (differences []string) {
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
			differences = append(differences,
				fmt.Sprintf("image %d has %s, image 1 %s", i+1, got, first))
		}
	}
	return differences
}
