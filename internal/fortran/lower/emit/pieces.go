package emit

import "strings"

// pieces is a text that grows. Unlike a strings.Builder it takes memory for what has been written
// only, and never copies that but once, at the end, when what it was made from has been released.
type pieces struct {
	full []string
	last strings.Builder
}

const pieceSize = 1 << 20

func (p *pieces) WriteString(s string) (int, error) {
	if p.last.Len() > 0 && p.last.Len()+len(s) > pieceSize {
		p.full = append(p.full, p.last.String())
		p.last = strings.Builder{}
		p.last.Grow(pieceSize)
	}
	return p.last.WriteString(s)
}

func (p *pieces) WriteByte(c byte) error {
	if p.last.Len() >= pieceSize {
		_, err := p.WriteString(string([]byte{c}))
		return err
	}
	return p.last.WriteByte(c)
}

func (p *pieces) Write(b []byte) (int, error) { return p.WriteString(string(b)) }

// String is the whole text. Nothing may be written behind that.
func (p *pieces) String() string {
	if len(p.full) == 0 {
		return p.last.String()
	}
	return strings.Join(append(p.full, p.last.String()), "")
}
