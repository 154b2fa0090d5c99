// Package executable tells what file this process runs, so that machines which run different ones
// find that out, and how they differ.
package executable

import (
	"bytes"
	"fmt"
	"hash/crc64"
	"io"
	"os"
	"time"

	"github.com/coral-pgas/coral/internal/config"
)

// self is the file, even where another one has taken its name.
const self = "/proc/self/exe"

// Sum is a sum of all of it.
func Sum() (uint64, error) {
	f, err := os.Open(self)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	_, err = io.Copy(sum, f)
	return sum.Sum64(), err
}

// Words says what file it is, in words by which a user tells two of them apart.
func Words() string {
	path, err := os.Readlink(self)
	if err != nil {
		return err.Error()
	}
	words := path
	if info, err := os.Stat(self); err == nil {
		words += fmt.Sprintf(", %d bytes of %s", info.Size(),
			info.ModTime().UTC().Format(time.DateTime+" MST"))
	}
	if sum, err := Sum(); err == nil {
		words += fmt.Sprintf(", checksum %016x", sum)
	}
	return words + ", Coral " + config.Version()
}

// PageSize is how much of its words an image can tell others at once, and Pages how often it does
// so.
const (
	PageSize = 64
	Pages    = 5
)

// Paged is text in pages, filled up with zeros. Of one that is too long the beginning is left out:
// of a long path the end says most.
func Paged(text string) (pages [Pages][PageSize]byte) {
	const most = Pages * PageSize
	if len(text) > most {
		text = "..." + text[len(text)-most+len("..."):]
	}
	for i := range pages {
		text = text[copy(pages[i][:], text):]
	}
	return pages
}

// Unpaged is the text of some pages.
func Unpaged(pages []byte) string { return string(bytes.TrimRight(pages, "\x00")) }
