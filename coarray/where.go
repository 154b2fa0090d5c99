package coarray

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// answerWhere says in an image's public state where its program is, whenever somebody asks
// (layout.Status.Questions, internal/waitstate). It is called by the goroutine that runs the
// program.
func answerWhere(s *layout.Status) {
	name := goroutineName()
	if name == "" {
		return
	}
	from, to := sys.Code()
	atomic.StoreUint64(&s.TextEnd, uint64(to))
	atomic.StoreUint64(&s.Text, uint64(from))
	seen := atomic.LoadUint32(&s.Questions)
	atomic.StoreUint32(&s.Hears, 1)
	go func() {
		for ; ; sys.FutexWait(&s.Questions, seen, questionSleep) {
			if asked := atomic.LoadUint32(&s.Questions); asked != seen {
				seen = asked
				answer(s, name)
			}
		}
	}()
}

// questionSleep bounds one sleep of the goroutine that answers questions. Its thread wakes so
// seldom that this costs nothing.
const questionSleep = time.Hour

// answer answers one question.
func answer(s *layout.Status, image string) {
	stuck := stuckHere()
	place, doing := "", ""
	if g := named(goroutines(), image); g.frames != "" {
		place, doing = userPlace(g.frames), g.doing()
	}
	put(s.PlaceText[:], place[max(0, len(place)-len(s.PlaceText)+1):]) // the end has the line
	put(s.Doing[:], doing)
	atomic.StoreUint32(&s.Stuck, map[bool]uint32{true: 1}[stuck])
	atomic.AddUint32(&s.Answers, 1)
}

// put stores a text that ends with a zero byte.
func put(to []byte, text string) {
	n := copy(to[:len(to)-1], text)
	to[n] = 0
}

// userPlace is the innermost place in a stack that belongs neither to Coral nor to Go's library;
// each frame is a line with the function and one with its place.
func userPlace(frames string) string {
	lines := strings.Split(frames, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		function := functionOf(lines[i])
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		if isOurs(function) || inGo(function, place) {
			continue
		}
		return fmt.Sprintf("%s in %s", place, function[strings.LastIndexByte(function, '/')+1:])
	}
	return "a place outside the program"
}

// inGo tells whether a function, with its file, is of Go's own library.
func inGo(function, file string) bool {
	return inGoOf(library, modules, function, file)
}

// inGoOf is inGo for a library's directory, or where it is "", in a program that was built with
// -trimpath, for the paths of the program's modules. A file's name begins there with its package's
// path, of which Go's library has those whose first part is no domain's name.
func inGoOf(library string, modules []string, function, file string) bool {
	if library != "" {
		return strings.HasPrefix(file, library)
	}
	first, _, nested := strings.Cut(file, "/")
	if !nested || first == "" || strings.Contains(first, ".") ||
		strings.HasPrefix(function, "main.") {
		return false
	}
	return !slices.ContainsFunc(modules, func(m string) bool {
		return strings.HasPrefix(file, m+"/") || strings.HasPrefix(file, m+"@")
	})
}

// modules are the paths of the program's modules.
var modules = func() (list []string) {
	info, known := debug.ReadBuildInfo()
	if !known {
		return nil
	}
	list = append(list, info.Main.Path, "command-line-arguments")
	for _, m := range info.Deps {
		list = append(list, m.Path)
	}
	return slices.DeleteFunc(list, func(path string) bool { return path == "" })
}()

// library is the directory of Go's library, as frames have it, with a slash at its end: a program
// may be in a directory that looks like one, such as ~/go/src/heat. "": built with -trimpath.
var library = func() string {
	var counters [1]uintptr
	runtime.Callers(0, counters[:]) // runtime.Callers itself comes first
	frame, _ := runtime.CallersFrames(counters[:]).Next()
	root, _, _ := strings.Cut(frame.File, "runtime/"+filepath.Base(frame.File))
	return root
}()
