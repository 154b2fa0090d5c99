package coarray

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/coral-pgas/coral/internal/layout"
)

// answerWhere says in an image's public state where its program is, whenever somebody asks by
// layout.SignalAsk (internal/standing). It is called by the goroutine that runs the program.
func answerWhere(s *layout.Status) {
	own := make([]byte, 64)
	own = own[:runtime.Stack(own, false)]
	header, _, found := bytes.Cut(own, []byte(" ["))
	if !found {
		return
	}
	questions := make(chan os.Signal, 1)
	signal.Notify(questions, syscall.Signal(layout.SignalAsk))
	go func() {
		for range questions {
			text := append([]byte(userPlace(stackOf(string(header)))), 0)
			if len(text) > len(s.PlaceText) {
				text = text[len(text)-len(s.PlaceText):] // the end has the line
			}
			copy(s.PlaceText[:], text)
			atomic.AddUint32(&s.Answers, 1)
		}
	}()
}

// mostStacks bounds what the stacks of all goroutines may take.
const mostStacks = 8 << 20

// stackOf is the stack of a goroutine, as the runtime prints it, without its header.
func stackOf(header string) string {
	for size := 64 << 10; size <= mostStacks; size *= 4 {
		all := make([]byte, size)
		n := runtime.Stack(all, true)
		_, rest, found := strings.Cut("\n\n"+string(all[:n]), "\n\n"+header+" [")
		if !found && n == size {
			continue
		}
		stack, _, _ := strings.Cut(rest, "\n\n")
		_, frames, _ := strings.Cut(stack, "\n")
		return frames
	}
	return ""
}

// userPlace is the innermost place in a stack that belongs neither to Coral nor to Go's library; each
// frame is a line with the function and one with its place.
func userPlace(frames string) string {
	lines := strings.Split(frames, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		call := lines[i]
		function := call
		if end := strings.LastIndexByte(call, '('); end > 0 {
			function = call[:end]
		}
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		if isOurs(function) || inGo(place) {
			continue
		}
		return fmt.Sprintf("%s in %s", place, function[strings.LastIndexByte(function, '/')+1:])
	}
	return "a place outside the program"
}

// inGo tells whether a file is of Go's own library: it is below GOROOT, or has no path from the root
// in a program that was built with -trimpath, and no module's name.
func inGo(place string) bool {
	if root, _, is := strings.Cut(place, "/src/"); is && strings.HasSuffix(root, "go") {
		_, rest, _ := strings.Cut(place, "/src/")
		return !strings.Contains(strings.SplitN(rest, "/", 2)[0], ".")
	}
	for _, std := range []string{"runtime/", "sync/", "time/", "internal/", "os/", "syscall/", "fmt/", "io/", "math/", "sort/", "slices/"} {
		if strings.HasPrefix(place, std) {
			return true
		}
	}
	return false
}
