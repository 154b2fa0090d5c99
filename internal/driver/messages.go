package driver

import (
	"bytes"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/paint"
)

// show passes on what a tool has printed, as it is; a terminal shows it in colours.
func (b *build) show(text []byte) {
	if len(text) > 0 {
		if !bytes.HasSuffix(text, []byte("\n")) {
			text = append(text, '\n')
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		paint.Write(b.stderr, string(text))
	}
}

// tell shows the translator's own messages.
func (b *build) tell(diags *diag.List) {
	var text bytes.Buffer
	diags.Render(&text) // a buffer takes all
	b.show(text.Bytes())
}

// message is one message of a back end, at a place of the user's.
type message struct {
	file      string
	line, col int
	severity  string // error, warning, note, or as the back end says
	text      string
}

// withoutColours takes the terminal's escape sequences from a compiler's messages: colours, which
// meson and CMake ask for in files of messages, too, and links.
func withoutColours(text string) string {
	const escape, end = '\x1b', '\a'
	if strings.IndexByte(text, escape) < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != escape || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++
		switch text[i] {
		case '[': // up to a letter
			for i++; i < len(text) && (text[i] < '@' || text[i] > '~'); i++ {
			}
		case ']': // up to BEL or ESC \
			for i++; i < len(text) && text[i] != end && text[i] != escape; i++ {
			}
			if i < len(text) && text[i] == escape {
				i++
			}
		}
	}
	return string(out)
}

// showBackend prints a back end's messages about what it has compiled for a file in Coral's form,
// with the user's own line. The column is marked only where the translator has left the line as it
// was. Lines that are no messages are passed on. Warnings about what the translator has made are
// not shown. It tells whether one that is shown is an error by -Werror, which the back end is not
// told for such text.
func (b *build) showBackend(u *unit, compiled, stderr string) (strict bool) {
	stderr = withoutColours(stderr)
	generated, names := generatedLines(u.input, compiled), markedNames(compiled)
	lowered := sync.OnceValue(func() string { return strings.ToLower(compiled) })
	demands := strictness{}
	if u.changed && b.compiler.Family == GNU {
		demands = strictnessOf(b.request.Compile)
	}
	var out strings.Builder
	var place message // gfortran may give the places of a message on lines of their own
	var first message // the first of two places
	excerpt := 0
	// one statement of the user's may have become several that are wrong in one way
	shown := map[message]bool{}
	wrong := false // an error has been shown
	// the message before has not been shown: nor are flang's further places of it
	dropped := false
	// errors about declarations that the translator has made: what follows from an error in the
	// user's own text
	var held []message
	show := func(m message) {
		key := message{file: m.file, line: m.line, severity: m.severity, text: m.text}
		if !shown[key] {
			shown[key] = true
			wrong = wrong || strings.TrimPrefix(m.severity, "fatal ") == "error"
			writeMessage(&out, u, m, generated)
		}
	}
	for line := range strings.Lines(stderr) {
		line = strings.TrimRight(line, "\r\n")
		if excerpt > 0 && strings.HasPrefix(line, " ") {
			excerpt-- // flang shows the generated line
			continue
		}
		excerpt = 0
		m, ok := parseMessage(placeFirst(line))
		if name, rooted := names[m.file]; rooted {
			m.file = name
		}
		switch {
		case !ok && place.file != "" && strings.Contains(line, ": "):
			severity, text, _ := strings.Cut(line, ": ")
			place.severity, place.text = strings.ToLower(severity), text
			show(place)
			place = message{}
		case !ok:
			if !noise(line) && !dropped {
				out.WriteString(line + "\n")
			}
		case m.severity == "":
			place = m
		case m.text == "(1)": // the message comes with its second place
			first = m
		default:
			if first.file != "" {
				m = atFirst(first, m)
				first = message{}
			}
			if b.compiler.Family == Flang {
				excerpt = 2
			}
			dropped = false
			if b.onlyMessages && m.severity == "warning" { // of what has been left out
				continue
			}
			if m.severity == "warning" && strings.Contains(m.text, "coral_") ||
				strings.HasPrefix(m.text, "in the context: ") {
				dropped = true
				continue // about what the translator has made; or flang's way through its grammar
			}
			if m.severity == "warning" && u.changed &&
				(b.causedByViews(u, m, generated) || ofGeneratedCommon(u, m) ||
					ofGeneratedIntrinsic(u, m, generated) || ofGeneratedPointer(m, generated) ||
					definedByAddress(u, m, lowered)) {
				dropped = true
				continue
			}
			if u.changed && keptLoop(m) {
				continue
			}
			if m.severity == "warning" && demands.isError(m.text) {
				m.severity, strict = "error", true
				m.text = strings.Replace(m.text, "[-W", "[-Werror=", 1)
			}
			if m.severity == "error" && declaresGenerated(m.text) {
				held = append(held, m)
				continue
			}
			show(m)
		}
	}
	if !wrong {
		for _, m := range held {
			show(m)
		}
	}
	u.unplaced = !wrong && b.saysMore(stderr)
	b.show([]byte(out.String()))
	return strict
}

// saysMore tells whether a compiler has written something else than messages about its command
// line, which begin with its name.
func (b *build) saysMore(stderr string) bool {
	name := filepath.Base(b.compiler.Path)
	for line := range strings.Lines(stderr) {
		said, _, _ := strings.Cut(line, ":")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(name, strings.TrimSpace(said)) &&
			!strings.HasPrefix(said, name) {
			return true
		}
	}
	return false
}

// withoutLine is the error that a compiler has failed on a file and named no line of it; nil: it
// has named one.
func (b *build) withoutLine(u *unit) error {
	if !u.unplaced {
		return nil
	}
	return failure(CodeCompile, "%s failed on %s without naming a line", b.compiler.Name(), u.input)
}

// causedByViews tells whether a warning is one that generated text causes by itself, about a line
// that is no longer as the user wrote it.
func (b *build) causedByViews(u *unit, m message, generated map[int][]string) bool {
	if !slices.Contains(ofViews, warningOf(m.text)) || m.file != u.input || m.line < 1 ||
		m.line > u.original.LineCount() {
		return false
	}
	own := u.original.LineRange(m.line).Text()
	return slices.ContainsFunc(generated[m.line], func(g string) bool { return g != own })
}

// ofGeneratedCommon tells whether a warning is that of a COMMON block that the translator has put
// beside the user's declarations: they have none in that line.
func ofGeneratedCommon(u *unit, m message) bool {
	return strings.Contains(m.text, "obsolescent feature: COMMON block") && m.file == u.input &&
		m.line >= 1 && m.line <= u.original.LineCount() &&
		!strings.Contains(strings.ToLower(u.original.LineRange(m.line).Text()), "common")
}

// ofGeneratedIntrinsic tells whether a warning is that of an intrinsic function that generated text
// refers to: one to which the translator gives another name, since the program's own hides it
// (gfortran finds its type in coral_intrinsic), or LOC, which gfortran with -std= finds in the
// module file of a module of the same file.
func ofGeneratedIntrinsic(u *unit, m message, generated map[int][]string) bool {
	if !strings.HasPrefix(m.text, "Type specified for intrinsic function") {
		return false
	}
	own := ""
	if m.file == u.input && m.line >= 1 && m.line <= u.original.LineCount() {
		own = strings.ToLower(u.original.LineRange(m.line).Text())
	}
	return strings.Contains(m.text, "‘loc’") && !strings.Contains(own, "loc") ||
		slices.ContainsFunc(generated[m.line], func(line string) bool {
			return strings.HasPrefix(strings.TrimSpace(line), "use coral_intrinsic,")
		})
}

// ofGeneratedPointer tells whether flang warns that the pointer in a view has no final procedure of
// its rank: the views of a coarray have one dimension more, and nothing finalizes them.
func ofGeneratedPointer(m message, generated map[int][]string) bool {
	return warningOf(m.text) == "final" && startsWithAny(m.text, "'p' of ", "'q' of ", "'o' of ") &&
		slices.ContainsFunc(generated[m.line], func(line string) bool {
			return strings.Contains(line, "pointer") && strings.Contains(line, ":: "+m.text[1:2])
		})
}

// definedByAddress tells whether flang warns that nothing defines the result of a function which
// generated text defines by its address, as in `call coral_copy_run(loc(r), …)`.
func definedByAddress(u *unit, m message, lowered func() string) bool {
	if warningOf(m.text) != "undefined-function-result" || m.file != u.input || m.line < 1 ||
		m.line > u.original.LineCount() {
		return false
	}
	line := strings.ToLower(u.original.LineRange(m.line).Text())
	_, name, found := strings.Cut(line, "function")
	if _, result, is := strings.Cut(name, "result"); is {
		if _, result, is = strings.Cut(result, "("); is {
			name = result
		}
	}
	name = strings.TrimLeft(name, " \t")
	if end := strings.IndexFunc(name, func(r rune) bool {
		return r >= utf8.RuneSelf || !syntax.IsNameByte(byte(r))
	}); end > 0 {
		name = name[:end]
	}
	if !found || name == "" {
		return false
	}
	text := lowered()
	return strings.Contains(text, "(loc("+name+"(") || strings.Contains(text, "(loc("+name+")")
}

// keptLoop tells whether flang says of a loop that it did not do what a directive asks for
// (`!$omp simd`): `warning: file:7:0: loop not vectorized: the optimizer was unable ..`. It says so
// of the text that it has compiled: references to other images in the loop are calls there, which
// the user's text does not have.
func keptLoop(m message) bool {
	return strings.HasPrefix(m.severity, "loop not ") &&
		strings.HasPrefix(m.text, "the optimizer was unable to perform the requested "+
			"transformation")
}

// declaresGenerated tells errors about the declarations that the translator puts beside the user's
// from those about expressions, which have only other names.
func declaresGenerated(text string) bool {
	return strings.Contains(text, "coral_t_") || strings.Contains(text, "coral_") &&
		(strings.Contains(text, "conflicts") || strings.Contains(text, "declared"))
}

// atFirst is a message about two places at the first of them; the second is told by its line.
func atFirst(first, m message) message {
	second := "in line " + strconv.Itoa(m.line)
	if m.file != first.file {
		second += " of " + m.file
	}
	m.text = strings.ReplaceAll(strings.ReplaceAll(m.text, "at (2)", second), "(2)", second)
	m.file, m.line, m.col = first.file, first.line, first.col
	return m
}

// noise are lines that say nothing to the user: what Coral says itself, or names of generated
// files.
func noise(line string) bool {
	return strings.HasPrefix(line, "error: Semantic errors in ") ||
		strings.HasPrefix(line, "error: Could not parse ") ||
		line == "compilation terminated." || strings.TrimSpace(line) == "" ||
		line == "LLVM ERROR: aborting" || // flang's own error stands above
		strings.HasPrefix(line, "f951: some warnings being treated as errors")
}

// placeFirst puts a message of flang's later stages, which have the place behind the severity, into
// the form of the others: `error: loc("file":3:8): text`. The file of flang's own that finds
// something not implemented means nothing to a user.
func placeFirst(line string) string {
	severity, rest, is := strings.Cut(line, `: loc("`)
	place, text, ends := strings.Cut(rest, "): ")
	file, numbers, quoted := strings.Cut(place, `":`)
	if !is || !ends || !quoted || strings.Contains(severity, " ") {
		return line
	}
	if own, what, is := strings.Cut(text, ": not yet implemented: "); is &&
		strings.HasPrefix(own, "flang/") {
		text = "flang has not implemented this yet: " + what
	}
	return file + ":" + numbers + ": " + severity + ": " + text
}

// parseMessage takes "file:line:col: Severity: text" apart; severity and text may be missing.
func parseMessage(line string) (m message, ok bool) {
	for from := 0; ; {
		i := strings.IndexByte(line[from:], ':')
		if i < 0 {
			return m, false
		}
		i += from
		from = i + 1
		number, rest, ok := strings.Cut(line[i+1:], ":")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || i == 0 {
			continue
		}
		m.file, m.line = strings.TrimPrefix(line[:i], "./"), n
		if column, after, ok := strings.Cut(rest, ":"); ok {
			first, _, _ := strings.Cut(column, "-")
			if c, err := strconv.Atoi(first); err == nil {
				m.col, rest = c, after
			}
		}
		rest = strings.TrimSpace(rest)
		if rest == "" {
			return m, true
		}
		severity, text, ok := strings.Cut(rest, ": ")
		if !ok {
			return m, false
		}
		m.severity, m.text = strings.ToLower(severity), text
		return m, true
	}
}

func writeMessage(out *strings.Builder, u *unit, m message, generated map[int][]string) {
	severity := strings.TrimPrefix(m.severity, "fatal ")
	text := userWords(m.text)
	if !strings.Contains(text, "(2)") {
		text = strings.ReplaceAll(text, " at (1)", "") // the place is shown
	}
	level := map[string]diag.Severity{"error": diag.Error, "warning": diag.Warning}
	s, known := level[severity]
	if !known {
		s = diag.Info
		if severity != "note" && severity != "portability" && severity != "because" {
			text = severity + ": " + text
		}
	}
	src := u.original
	if src == nil || m.file != src.Name || m.line < 1 || m.line > src.LineCount() {
		out.WriteString(m.file + ":" + strconv.Itoa(m.line) + ": " + s.String() + ": " + text +
			"\n")
		return
	}
	r := src.LineRange(m.line)
	line := r.Text()
	start := len(line) - len(strings.TrimLeft(line, " \t"))
	d := &diag.Diagnostic{Severity: s, Message: text,
		Range: src.Range(int(r.Start)+start, int(r.End))}
	for _, g := range generated[m.line] {
		if g == line && m.col >= 1 && m.col <= len(line)+1 {
			at := int(r.Start) + m.col - 1
			d.Range = src.Range(at, at)
		}
	}
	out.WriteString(diag.Format(d))
}

// userWords puts back the user's names for the generated ones: coral_u%p is u, and the generic
// procedure coral_sync_images is SYNC IMAGES.
func userWords(text string) string {
	var b strings.Builder
	generic := strings.Contains(text, "pecific subroutine") && strings.Contains(text, "generic")
	for {
		i := strings.Index(text, "coral_")
		if i < 0 {
			return b.String() + text
		}
		rest := text[i+len("coral_"):]
		end := strings.IndexFunc(rest, func(r rune) bool {
			return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		})
		if end < 0 {
			end = len(rest)
		}
		name, after := rest[:end], rest[end:]
		b.WriteString(text[:i])
		switch {
		case strings.HasPrefix(after, "%p"):
			b.WriteString(name)
			after = after[len("%p"):]
		case name == "env" || name == "env_long": // the module in the place of that one
			b.WriteString("iso_fortran_env")
		case generic:
			b.WriteString(strings.ToUpper(strings.ReplaceAll(name, "_", " ")))
			after += ": an argument has a wrong type or rank"
		default:
			b.WriteString("coral_" + name)
		}
		text = after
	}
}

// marker takes a line `# 7 "file"` apart; the name may be missing.
func marker(line string) (number int, file string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "# ")
	if !ok {
		return 0, "", false
	}
	digits, name, _ := strings.Cut(rest, " ")
	number, err := strconv.Atoi(digits)
	return number, strings.Trim(name, `"`), err == nil
}

// rootedMarkers names files from the root: what flang compiles otherwise names them from the
// directory in which flang works, in the messages of its runtime and in debugging information.
func rootedMarkers(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if number, file, ok := marker(line); ok && file != "" {
			line = "# " + strconv.Itoa(number) + ` "` + absolute(file) + "\"\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// markedNames gives the user's names of the files in a compiled text by those of rootedMarkers.
func markedNames(text string) map[string]string {
	names := map[string]string{}
	for line := range strings.Lines(text) {
		if _, file, ok := marker(line); ok && file != "" {
			names[absolute(file)] = file
		}
	}
	return names
}

// generatedLines gives the lines of a compiled text by the user's line number, for the user's own
// file.
func generatedLines(input, compiled string) map[int][]string {
	lines := map[int][]string{}
	file, number := input, 0
	for line := range strings.Lines(compiled) {
		number++
		if n, name, ok := marker(line); ok {
			number = n - 1
			if name != "" {
				file = name
			}
			continue
		}
		if file == input {
			lines[number] = append(lines[number], strings.TrimRight(line, "\r\n"))
		}
	}
	return lines
}
