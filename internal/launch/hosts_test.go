package launch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/coral-pgas/coral/internal/config"
)

func TestFrames(t *testing.T) {
	var b bytes.Buffer
	to := frameWriter{w: &b}
	sent := []frame{{frameWords, 3, []byte("a")}, {frameInput, 0, []byte{}},
		{frameOutput, 1 << 20, bytes.Repeat([]byte("x"), 70000)}}
	for _, f := range sent {
		if err := to.send(f.kind, f.rank, f.data); err != nil {
			t.Fatal(err)
		}
	}
	in := bufio.NewReader(&b)
	for _, want := range sent {
		got, err := readFrame(in)
		if err != nil || got.kind != want.kind || got.rank != want.rank ||
			!bytes.Equal(got.data, want.data) {
			t.Errorf("%c %d, %d bytes, %v", got.kind, got.rank, len(got.data), err)
		}
	}
	if _, err := readFrame(in); err != io.EOF {
		t.Error(err)
	}
	if _, err := readFrame(
		bufio.NewReader(
			bytes.NewReader([]byte("Welcome to this host! All work is recorded.")))); err == nil ||
		errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("what a shell says before is taken for a frame: %v", err)
	}
}

func TestHostNames(t *testing.T) {
	for list, want := range map[string][]string{"a": {"a"}, "a, b,a": {"a", "b", "a"}, "": nil,
		"a,,b": nil, "-oProxyCommand=x": nil} {
		got, err := HostNames(list)
		if !slices.Equal(got, want) || errors.Is(err, config.ErrBadValue) != (want == nil) {
			t.Errorf("%q: %q, %v", list, got, err)
		}
	}
}

// TestQueue: who reads slowly holds up nobody, and gets all.
func TestQueue(t *testing.T) {
	from, r, w := make(chan []byte), (*io.PipeReader)(nil), (*io.PipeWriter)(nil)
	r, w = io.Pipe()
	go queue(from, w)
	var want bytes.Buffer
	for i := range 1000 {
		piece := fmt.Appendf(nil, "%d ", i)
		want.Write(piece)
		from <- piece // nobody has read yet
	}
	from <- nil
	got, err := io.ReadAll(r)
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%d bytes of %d, %v", len(got), want.Len(), err)
	}
}

func TestQuoted(t *testing.T) {
	if got := quoted("it's"); got != `'it'\''s'` {
		t.Error(got)
	}
}
