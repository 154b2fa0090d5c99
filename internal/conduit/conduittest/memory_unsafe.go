package conduittest

import "unsafe"

// mappedWord is the word at an offset of rank's slot, by the rule of conduit.Mapper.
func (im *Image) mappedWord(rank int, offset uint64) *uint64 {
	s := im.Segment()
	return (*uint64)(unsafe.Add(s.Base, int64(rank-im.Rank())*int64(s.Stride)+int64(offset)))
}
