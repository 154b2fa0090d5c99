package cache

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The contents file of an entry has a line for each file, "SIZE CHECKSUM NAME", between a first
// line that names the format and a last one with the checksum of all before it. It is written last.
// Checksums are CRC-32C, for which processors have an instruction: they are there for what disks,
// networks and killed processes do, while against people it is the directory's owner and
// permissions that count.
const (
	contentsName  = ".contents"
	contentsFirst = "coral cache entry 1"
	contentsLast  = "whole"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Damage is what is wrong with an entry.
type Damage struct {
	File string // in the entry; "": none of them
	What string
}

func (d *Damage) Error() string {
	if d.File == "" {
		return d.What
	}
	return d.File + ": " + d.What
}

// fileSum is a line of the contents file.
type fileSum struct {
	name     string
	size     int64
	checksum uint32
}

// check reads an entry whole and compares it with its contents file; *Damage if it differs.
func check(dir string) error {
	path := filepath.Join(dir, contentsName)
	if err := regular(path); err != nil {
		return &Damage{contentsName, cause(err)}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return &Damage{contentsName, cause(err)}
	}
	sums, ok := parseContents(text)
	if !ok {
		return &Damage{contentsName, "it is not what has been written there"}
	}
	for _, want := range sums {
		if err := want.check(filepath.Join(dir, want.name)); err != nil {
			return err
		}
	}
	return nil
}

// regular tells whether a file can be read without waiting, as a pipe could not, and only the user
// or root can change it.
func regular(path string) error {
	info, err := os.Lstat(path)
	if err == nil && (!info.Mode().IsRegular() || !ownedSafely(info)) {
		err = errors.New("it is no file that only you or root can change")
	}
	return err
}

func (want fileSum) check(path string) error {
	if err := regular(path); err != nil {
		return &Damage{want.name, cause(err)}
	}
	got, err := sumOf(path)
	if err != nil {
		return &Damage{want.name, cause(err)}
	}
	if got.size != want.size {
		return &Damage{want.name, fmt.Sprintf("it has %d bytes of %d", got.size, want.size)}
	}
	if got.checksum != want.checksum {
		return &Damage{want.name, "its checksum is wrong"}
	}
	return nil
}

// cause is an error without the path, which the message has already.
func cause(err error) string {
	if path, ok := err.(*os.PathError); ok {
		return path.Err.Error()
	}
	return err.Error()
}

// sumOf reads a file whole.
func sumOf(path string) (fileSum, error) {
	file, err := os.Open(path)
	if err != nil {
		return fileSum{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fileSum{}, err
	}
	sum := crc32.New(castagnoli)
	buffer := make([]byte, min(info.Size()+1, 256<<10)) // most files are small
	size, err := io.CopyBuffer(struct{ io.Writer }{sum}, struct{ io.Reader }{file}, buffer)
	return fileSum{filepath.Base(path), size, sum.Sum32()}, err
}

// parseContents reads a contents file; false if it is damaged itself.
func parseContents(text []byte) (sums []fileSum, ok bool) {
	end := bytes.LastIndex(text, []byte("\n"+contentsLast+" ")) + 1
	if end == 0 || string(text[end:]) != lastLine(text[:end]) {
		return nil, false
	}
	lines := bufio.NewScanner(bytes.NewReader(text[:end]))
	if !lines.Scan() || lines.Text() != contentsFirst {
		return nil, false
	}
	for lines.Scan() {
		fields := strings.SplitN(lines.Text(), " ", 3)
		if len(fields) != 3 || fields[2] != filepath.Base(fields[2]) {
			return nil, false
		}
		size, err := strconv.ParseInt(fields[0], 10, 64)
		checksum, err2 := strconv.ParseUint(fields[1], 16, 32)
		if err != nil || err2 != nil {
			return nil, false
		}
		sums = append(sums, fileSum{fields[2], size, uint32(checksum)})
	}
	return sums, lines.Err() == nil
}

func lastLine(before []byte) string {
	return fmt.Sprintf("%s %08x\n", contentsLast, crc32.Checksum(before, castagnoli))
}

// seal writes the contents file of a directory that has been filled, gives all of it the
// permissions that it is to have, and waits until it has reached the disk.
func seal(dir string, forAll bool) error {
	directory, file := os.FileMode(0o700), os.FileMode(0o600)
	if forAll {
		directory, file = 0o755, 0o644
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintln(&text, contentsFirst)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		sum, err := sumOf(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%d %08x %s\n", sum.size, sum.checksum, sum.name)
		if err := settle(path, file); err != nil {
			return err
		}
	}
	text.WriteString(lastLine(text.Bytes()))
	path := filepath.Join(dir, contentsName)
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return err
	}
	if err := settle(path, file); err != nil {
		return err
	}
	return settle(dir, directory)
}

// settle gives a file or directory its permissions and waits until it has reached the disk.
func settle(path string, mode os.FileMode) error {
	if err := os.Chmod(path, mode); err != nil {
		return err
	}
	return sync(path)
}

func sync(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Sync()
}
