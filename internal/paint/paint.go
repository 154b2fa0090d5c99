// Package paint gives messages the colours in which a terminal shows them: the place in bold, what
// kind of message it is in a colour of its own, and the marks under a line of the source.
package paint

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// kinds are the words by which messages say what they are (diag.Severity; gfortran's own).
var kinds = []struct {
	word   string
	colour text.Color
}{
	{"fatal error", text.FgRed}, {"error", text.FgRed}, {"warning", text.FgMagenta},
	{"note", text.FgCyan}, {"help", text.FgCyan},
}

// Write writes messages to w as they are, with colours if w is a terminal that knows them. The
// environment has its say: NO_COLOR, and TERM=dumb, ask for none (no-color.org).
func Write(w io.Writer, messages string) error {
	if file, is := w.(*os.File); is && term.IsTerminal(int(file.Fd())) {
		messages = painted(messages)
	}
	_, err := io.WriteString(w, messages)
	return err
}

// Fprintf formats a message and writes it so.
func Fprintf(w io.Writer, format string, values ...any) error {
	return Write(w, fmt.Sprintf(format, values...))
}

// painted gives the text of messages with colours.
func painted(messages string) string {
	if strings.Contains(messages, "\x1b[") { // a tool's own colours
		return messages
	}
	var b strings.Builder
	for line := range strings.Lines(messages) {
		body := strings.TrimRight(line, "\n")
		b.WriteString(paintedLine(body))
		b.WriteString(line[len(body):])
	}
	return b.String()
}

// paintedLine gives one line with colours. A line of the source stands after its number and a bar;
// whatever it says, it is no message.
func paintedLine(line string) string {
	number, shown, is := strings.Cut(line, " | ")
	if is && strings.Trim(number, " 0123456789") == "" {
		if strings.TrimSpace(number) == "" && strings.Trim(shown, "\t ^~") == "" {
			marks := strings.TrimLeft(shown, "\t ")
			return line[:len(line)-len(marks)] + bold(marks, text.FgGreen)
		}
		return line
	}
	at := 0
	for {
		for _, k := range kinds { // the first word of that kind
			if message, is := strings.CutPrefix(line[at:], k.word+": "); is {
				place := strings.TrimSuffix(line[:at], " ")
				return bold(place) + line[len(place):at] + bold(k.word+":", k.colour) + " " +
					message
			}
		}
		next := strings.Index(line[at:], ": ")
		if next < 0 {
			return line
		}
		at += next + len(": ")
	}
}

func bold(s string, colour ...text.Color) string {
	if s == "" {
		return s
	}
	return text.Colors(append(colour, text.Bold)).Sprint(s)
}
