package rt

import "slices"

// Freed memory of the symmetric heap goes back to the system only above a limit: pages that come
// again cost some times as much as an allocation of ordinary memory, which C libraries keep too. A
// program that allocates work arrays in a loop would pay for them each time.

// discardFrom is the size from which freed blocks are kept account of. Smaller ones stay as they
// are: what they hold together is little beside the work of giving them back.
const discardFrom = 1 << 20

// freed is what this image has freed and not given back, the oldest first.
type freed struct {
	blocks []freedBlock
	bytes  uint64
}

type freedBlock struct{ start, end uint64 }

// add notes that a block is free, and gives what is to go back so that no more than most bytes are
// kept.
func (f *freed) add(start, size, most uint64) (back []freedBlock) {
	f.blocks = append(f.blocks, freedBlock{start, start + size})
	f.bytes += size
	for f.bytes > most {
		back = append(back, f.blocks[0])
		f.bytes -= f.blocks[0].end - f.blocks[0].start
		f.blocks = f.blocks[1:]
	}
	return back
}

// use notes that memory is allocated again.
func (f *freed) use(start, size uint64) {
	end := start + size
	var left []freedBlock
	f.blocks = slices.DeleteFunc(f.blocks, func(b freedBlock) bool {
		if b.end <= start || end <= b.start {
			return false
		}
		f.bytes -= b.end - b.start
		if b.start < start {
			left = append(left, freedBlock{b.start, start})
		}
		if end < b.end {
			left = append(left, freedBlock{end, b.end})
		}
		return true
	})
	for _, b := range left {
		f.blocks = append(f.blocks, b)
		f.bytes += b.end - b.start
	}
}
