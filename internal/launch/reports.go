package launch

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/coral-pgas/coral/internal/waitstate"
)

// Reports of images. When a program goes wrong, it often does so on all images at once, and each
// writes the same message and backtrace. So what an image writes to standard error from the first
// line of such a message on is held back until its process has ended; equal reports are then
// written once, with the images that have made them.

const (
	// holdTime is how long a report is held back of an image that lives: then it is written as it
	// is. To name the lines of backtraces takes many seconds when many images do it at once.
	holdTime = time.Minute
	// doubtTime is the same of what may be a warning, after which the image goes on.
	doubtTime = time.Second
	// blankTime is the same of an empty line, which may be the first of a report.
	blankTime = promptDelay
	// maxReport bounds what is held back of an image.
	maxReport = 64 << 10
	// maxSame bounds how many different reports are compared.
	maxSame = 64
)

// reportBegins are the first words of what runtime libraries, and Coral's own, write before they
// end a program.
var reportBegins = []string{
	"coral: image ", "coral: error: image ", "ERROR STOP", "Fortran runtime error", "At line ",
	"Program received signal", "Error termination", "Backtrace for this error",
	"Program aborted. Backtrace:", "Operating system error", "In file '",
	"fatal Fortran runtime error", "Fortran ERROR STOP", "terminate called", "*** ", "free(): ",
	"malloc(): ", "realloc(): ", "double free", "munmap_chunk(): ", "corrupted ", "panic: ",
	"fatal error: ", "runtime: goroutine stack exceeds", "SIGSEGV", "AddressSanitizer", "==",
}

// doubtful are those of them that begin warnings too. gfortran's errors say what they are in the
// next line.
var doubtful = []string{"At line ", "*** ", "=="}

func (h *held) doubtful() bool {
	text := bytes.TrimPrefix(h.text, []byte("\n"))
	return hasAnyPrefix(text, doubtful) && !bytes.Contains(text, []byte("\nFortran runtime error"))
}

func beginsReport(line []byte) bool {
	return hasAnyPrefix(line, reportBegins) || tellsAtStop(line)
}

// tellsAtStop tells whether a text begins with what an image says at STOP of IEEE exceptions
// (capi/core/exceptions.c) or of its stop code (capi/core/stop.c). Behind that it says nothing
// more, and is no reason for the run to end.
func tellsAtStop(text []byte) bool {
	rest, is := bytes.CutPrefix(text, []byte("coral: note: image "))
	rest = bytes.TrimLeft(rest, "0123456789")
	return is && hasAnyPrefix(rest,
		[]string{": the following floating-point exceptions ", ": the stop code "})
}

func hasAnyPrefix(text []byte, prefixes []string) bool {
	return slices.ContainsFunc(prefixes,
		func(p string) bool { return bytes.HasPrefix(text, []byte(p)) })
}

// withLine begins what an image says of its own fault with the source line, which only the launcher
// can name: the note has it. Other messages have their line already.
func withLine(text []byte, image int, note string) []byte {
	who := fmt.Sprintf("coral: image %d: ", image)
	_, where, stood := strings.Cut(note, fmt.Sprintf("coral: note: image %d stood at ", image))
	at, rest, is := bytes.Cut(text, []byte(who))
	if !stood || !is || !ofFault(rest) || len(at) > 0 && at[len(at)-1] != '\n' {
		return text
	}
	line := placeIn(where)
	if line == "" {
		return text
	}
	if waitstate.IsCAF2(line[:max(0, strings.LastIndexByte(line, ':'))]) {
		rest = inRanks(rest)
	}
	return slices.Concat(at, []byte(who+line+": "), rest)
}

// placeIn is the file and line with which a text begins, or "". The name of the file may have any
// characters.
func placeIn(text string) string {
	for at := 0; at < len(text); at++ {
		if text[at] != ':' {
			continue
		}
		rest := strings.TrimLeft(text[at+1:], "0123456789")
		if end := len(text) - len(rest); end > at+1 && strings.IndexAny(rest, " ,\n") == 0 {
			return text[:end]
		}
	}
	return ""
}

// inRanks gives the message of an image selector that no image has the help of CAF 2.0
// (help_for_caf2 in capi/core/error.c): the image that has the fault does not know the language.
func inRanks(message []byte) []byte {
	const help, code = "coral: help: ", "[R0203]\n"
	first, rest, is := bytes.Cut(message, []byte(code+help))
	if !is || bytes.IndexByte(first, '\n') >= 0 {
		return message
	}
	_, behind, _ := bytes.Cut(rest, []byte("\n"))
	return slices.Concat(first, []byte(code+help+helpInRanks+"\n"), behind)
}

const helpInRanks = "messages count images from 1; in CAF 2.0 an image selector has a rank, " +
	"from 0 to team_size() - 1"

// faultOf tells whether a text begins with what an image says of its own fault.
func faultOf(text []byte, image int) bool {
	message, is := bytes.CutPrefix(text, fmt.Appendf(nil, "coral: image %d: ", image))
	return is && ofFault(message)
}

// ofFault tells whether a message is one of a fault (capi/core/fault.c).
func ofFault(message []byte) bool {
	return hasAnyPrefix(message, []string{"memory was used ", "memory of image ",
		"the stack is full", "a procedure was called "})
}

// held is what is held back of one image's standard error.
type held struct {
	text  []byte
	since time.Time
}

func (h *held) blank() bool { return string(h.text) == "\n" }

// due tells whether it is not to be held back any longer.
func (h *held) due(now time.Time) bool {
	limit := holdTime
	switch {
	case h.blank():
		limit = blankTime
	case h.doubtful():
		limit = doubtTime
	}
	return len(h.text) > 0 && now.Sub(h.since) >= limit
}

// same is a report that images have in common.
type same struct {
	key    string // the text without what differs between images: their numbers, and addresses
	fault  string // where a fault has ended the images (ending.Fault)
	silent bool   // none of them has come to report that: the text is the launcher's
	text   []byte // of the first image
	first  int
	images []int // that have made it since it was written, or all
	shown  bool
}

// reports collects what images report.
type reports struct {
	sinkOf func(image int) *sink // where what an image was the first to report is written
	all    []*same
	added  int // reports, in all
}

// waiting are the images whose reports have not been written.
func (c *reports) waiting() map[int]bool {
	images := map[int]bool{}
	for _, s := range c.all {
		for _, image := range s.images {
			images[image] = true
		}
	}
	return images
}

// add takes the report of an image. One that another has made to its end, as where a signal has
// ended its process meanwhile, counts as the same.
func (c *reports) add(image int, text []byte, fault string) {
	c.added++
	text = shortGo(withoutLibraryFrames(text))
	key := reportKey(image, text)
	for _, s := range c.all {
		switch {
		case strings.HasPrefix(s.key, key):
		case !s.shown && (strings.HasPrefix(key, s.key) || s.silent && s.fault == fault):
			s.key, s.text, s.first, s.silent = key, bytes.Clone(text), image, false
		default:
			continue
		}
		s.images = append(s.images, image)
		if fault != "" {
			s.fault = fault
		}
		return
	}
	c.begins(&same{key: key, fault: fault, text: bytes.Clone(text), first: image,
		images: []int{image}})
}

// addSilent takes an image that a fault has ended, and that has not come to report it: the
// language's runtime takes seconds for a backtrace where many images do it at once, and a launcher
// does not wait for all. It counts to those whose reports are of the same fault.
func (c *reports) addSilent(image int, at ending) {
	c.added++
	for _, s := range c.all {
		if s.fault == at.Fault {
			s.images = append(s.images, image)
			return
		}
	}
	c.begins(&same{key: reportKey(image, []byte(at.Place)), fault: at.Fault, silent: true,
		text: []byte(at.Place), first: image, images: []int{image}})
}

func (c *reports) begins(s *same) {
	if len(c.all) == maxSame {
		c.show()
		c.all = nil
	}
	c.all = append(c.all, s)
}

// begin takes a report that has been written already.
func (c *reports) begin(image int, text []byte, fault string) {
	c.all = append(c.all, &same{key: reportKey(image, text), fault: fault, first: image,
		shown: true})
}

// differ tells whether there is a report of a fault that is not written and is like none that is.
func (c *reports) differ() bool {
	return slices.ContainsFunc(c.all,
		func(s *same) bool { return !s.shown && !tellsAtStop(s.text) })
}

// show writes what has not been written.
func (c *reports) show() {
	for _, s := range c.all {
		if len(s.images) == 0 {
			continue
		}
		c.sinkOf(s.images[0]).writeReport(s)
		s.shown, s.images = true, nil
	}
}

// reportKey is the text of an image's report without its number and without addresses.
func reportKey(image int, text []byte) string {
	return withoutAddresses(renamed(string(text), image, "image ?"))
}

// withoutLibraryFrames takes those frames out of a backtrace of gfortran's runtime library that say
// nothing of the program: frames without a name, and those of the C library, whose files were
// compiled in its own directory.
func withoutLibraryFrames(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	var kept []byte
	for i := 0; i < len(lines); i++ {
		line := bytes.TrimSuffix(lines[i], []byte("\n"))
		if isFrame(line) && i+1 < len(lines) && bytes.HasPrefix(lines[i+1], []byte("\tat ")) {
			if !ofLibrary(lines[i+1]) {
				kept = append(append(kept, lines[i]...), lines[i+1]...)
			}
			i++
			continue
		}
		if !isFrame(line) || !bytes.HasSuffix(line, []byte(" in ???")) {
			kept = append(kept, lines[i]...)
		}
	}
	return kept
}

// framesOfGo is how many frames are told of a Go program's fault: those of the program itself.
const framesOfGo = 4

// shortGo leaves of what Go's runtime writes before it ends a program the message and the first
// goroutine, the one that has caused it, without the runtime's own frames. (For its own faults,
// such as a stack that is full, the runtime writes hundreds of lines, whatever GOTRACEBACK says.)
// If GOTRACEBACK asks for all goroutines, all are shown.
func shortGo(text []byte) []byte {
	if slices.Contains([]string{"all", "system", "crash", "1", "2"}, os.Getenv("GOTRACEBACK")) {
		return text
	}
	message, rest, found := bytes.Cut(text, []byte("\n\n"))
	if !found || !bytes.Contains(rest, []byte("goroutine ")) {
		return text
	}
	for paragraph := range bytes.SplitSeq(rest, []byte("\n\n")) {
		if bytes.HasPrefix(paragraph, []byte("goroutine ")) {
			return slices.Concat(message, []byte("\n\n"), ownFrames(paragraph))
		}
	}
	return text
}

// ownFrames is a goroutine, whose number means nothing to a user and differs between images, with
// the first frames of the program.
func ownFrames(goroutine []byte) []byte {
	lines := bytes.SplitAfter(bytes.TrimSuffix(goroutine, []byte("\n")), []byte("\n"))
	_, state, _ := bytes.Cut(lines[0], []byte(" ["))
	state, _, _ = bytes.Cut(state, []byte("]"))
	kept := fmt.Appendf(nil, "goroutine [%s]:\n", state)
	frames := 0
	for i := 1; i+1 < len(lines) && frames < framesOfGo; i += 2 {
		if hasAnyPrefix(lines[i], notTheProgram) || !bytes.HasPrefix(lines[i+1], []byte("\t")) {
			continue
		}
		place, _, _ := bytes.Cut(bytes.TrimSuffix(lines[i+1], []byte("\n")), []byte(" +0x"))
		kept = slices.Concat(kept, lines[i], place, []byte("\n"))
		frames++
	}
	return kept
}

// notTheProgram are the first words of frames of Go's runtime and of Coral.
var notTheProgram = []string{"runtime.", "internal/runtime/",
	"github.com/coral-pgas/coral/coarray.", "github.com/coral-pgas/coral/internal/"}

// isFrame tells whether a line is a frame's first: "#3  0x55f62ec0a7f3 in name".
func isFrame(line []byte) bool {
	number, rest, found := bytes.Cut(line, []byte("  0x"))
	return found && len(number) > 1 && number[0] == '#' && bytes.Contains(rest, []byte(" in "))
}

// ofLibrary tells whether the second line of a frame names a file of the C library's, or that of
// the free which Coral has in its place (capi/mem/local.c).
func ofLibrary(line []byte) bool {
	place := bytes.TrimPrefix(line, []byte("\tat "))
	for _, directory := range []string{"../sysdeps/", "./signal/", "./nptl/", "./stdlib/",
		"./malloc/", "./csu/", "./string/", "./libio/", "./stdio-common/", "./debug/",
		"./assert/"} {
		if bytes.HasPrefix(place, []byte(directory)) {
			return true
		}
	}
	return bytes.Contains(place, []byte("coral/capi/mem/local.c:"))
}

// beforeImage is what lines of Coral's messages begin with, before the image.
var beforeImage = []string{"coral: ", "coral: error: ", "coral: note: "}

// renamed puts something else in place of "image 3" where a line of Coral's begins with it and it
// is the image's own number. Elsewhere in a text all images name the same one.
func renamed(text string, image int, by string) string {
	name := fmt.Sprintf("image %d", image)
	var b strings.Builder
	for line := range strings.Lines(text) {
		for _, before := range beforeImage {
			rest, is := strings.CutPrefix(line, before+name)
			if is && (rest == "" || rest[0] < '0' || rest[0] > '9') {
				line = before + by + rest
				break
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// withoutAddresses takes the digits of hexadecimal numbers out of a text.
func withoutAddresses(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "0x")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("0x")
		text = strings.TrimLeft(after, "0123456789abcdef")
	}
}

// writeReport writes a report with its images: where lines are tagged by the tags, else in the
// place of the image in its text, or above.
func (k *sink) writeReport(s *same) {
	images := waitstate.Sorted(s.images)
	if s.shown {
		k.writeText(fmt.Sprintf("coral: note: %s: the same as image %d\n", named(images), s.first))
		return
	}
	text := string(s.text)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if len(images) > 1 {
		text = renamed(text, s.first, named(images))
	}
	switch {
	case k.tagged:
		tag := "[" + waitstate.Ranges(images) + "] "
		text = tag + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+tag) + "\n"
	case strings.Contains(s.key, "image ?"), strings.HasPrefix(s.key, "coral: error: "):
		// of another image
	default:
		text = "coral: note: " + named(images) + ":\n" + text
	}
	k.writeText(text)
}

func named(images []int) string {
	if len(images) == 1 {
		return fmt.Sprintf("image %d", images[0])
	}
	return "images " + waitstate.Ranges(images)
}

// writeText writes whole lines, after the end of one that somebody has not finished.
func (k *sink) writeText(text string) {
	k.buffer = k.buffer[:0]
	if k.owner != nil && (k.terminal || k.tagged) {
		k.buffer = append(k.buffer, '\n')
	}
	k.owner = nil
	k.buffer = append(k.buffer, text...)
	k.write()
}
