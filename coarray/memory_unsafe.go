package coarray

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/coral-pgas/coral/internal/layout"
)

// Coindexed is the part of a coarray on one image. It is a small value: four words.
type Coindexed[T any] struct {
	// of the first element; nil where the image is not mapped, or does not exist
	memory unsafe.Pointer
	bounds *bounds[T] // Coarray.near where memory is not nil, else far; nil of no coarray
	image  int
	// Coarray.store, storeFar: Store would not be inlined if it called it by name, nor has it room
	// to look for it in bounds.
	store func(r Coindexed[T], i int, v T)
}

// bounds is how far accesses of a coarray's parts may reach. Free changes it, for the parts that
// were made before, too; so their accesses need no test for that besides the one of the index.
type bounds[T any] struct {
	// n is the number of elements that are mapped; 0 once they are freed. Any goroutine may read
	// it while Free sets it: atomically in programs that the race detector watches, and else it is
	// one load of a word either way.
	n    uintptr
	c    *Coarray[T]
	load func(r Coindexed[T], i int) T // loadFar: Load would not be inlined if it called it by name
}

// coarray is the coarray, nil if there is none.
func (r Coindexed[T]) coarray() *Coarray[T] {
	if r.bounds == nil {
		return nil
	}
	return r.bounds.c
}

// mapped is how many elements there are that are mapped and not freed.
func (r Coindexed[T]) mapped() uint {
	if r.bounds == nil {
		return 0
	}
	return uint(atomic.LoadUintptr(&r.bounds.n))
}

// mapped is how many elements the coarray has on each image; 0 once it is freed.
func (c *Coarray[T]) mapped() uint { return uint(atomic.LoadUintptr(&c.near.n)) }

// setLocal gives the coarray its n elements on this image.
func (c *Coarray[T]) setLocal(n int) {
	c.local = unsafe.Slice((*T)(c.me.w.Address(c.me.w.Rank(), c.offset)), n)
	c.near.n = uintptr(n)
	c.direct = c.findDirect()
}

// setBounds prepares a coarray for At.
func (c *Coarray[T]) setBounds() {
	c.near = bounds[T]{c: c, load: loadFar[T]}
	c.far, c.store = c.near, storeFar[T]
}

// direct says where a coarray's part on any image of its team is, if all images of the run are
// mapped and the team's are equally far apart: the part of image k is (k-1)*stride bytes behind
// first.
type direct struct {
	first  unsafe.Pointer
	stride int
	images uint // 0: it is not so

	rank, step int // the rank of image 1 in the initial team, and from one image's to the next
}

// word is the first word of variable i on an image; nil where that is not mapped, or does not
// exist.
func (v variables) word(image, i int) *uint64 {
	d := &v.c.direct
	if uint(image-1) < d.images && uint(i) < v.c.mapped() {
		return (*uint64)(unsafe.Add(d.first,
			(image-1)*d.stride+i*int(unsafe.Sizeof(layout.Event{}))))
	}
	return nil
}

// wordOf is the first word of a variable.
func wordOf(v *[2]int64) *uint64 { return (*uint64)(unsafe.Pointer(v)) }

func (c *Coarray[T]) findDirect() direct {
	w, t := c.me.w, c.team
	if !w.Mapped() || !t.regular {
		return direct{}
	}
	rank, err := t.rank(1)
	if err != nil {
		return direct{}
	}
	d := direct{first: w.Address(rank, c.offset), images: uint(t.size), rank: rank, step: t.step}
	if t.size > 1 {
		d.stride = int(uintptr(w.Address(rank+t.step, c.offset)) - uintptr(d.first))
	}
	return d
}

// At is the coarray's part on an image of the team that has made it (see In for others). That
// there is such an image is checked where the part is used, and that the coarray has not been
// freed.
func (c *Coarray[T]) At(image int) Coindexed[T] {
	r := Coindexed[T]{image: image}
	if c != nil {
		r.bounds, r.store = &c.far, c.store
		if uint(image-1) < c.direct.images {
			r.memory = unsafe.Add(c.direct.first, (image-1)*c.direct.stride)
			r.bounds = &c.near
		}
	}
	return r
}

// resolve is r with its memory if that is mapped: At leaves it to the part's use to look for what
// direct does not know.
func (r Coindexed[T]) resolve() (Coindexed[T], error) {
	rank, err := r.rank()
	if err != nil {
		return r.elsewhere(), err
	}
	if r.memory == nil {
		c := r.coarray()
		if r.memory = c.me.w.Address(rank, c.offset); r.memory != nil {
			r.bounds = &c.near
		}
	}
	return r, nil
}

// elsewhere is r as a part that is not mapped.
func (r Coindexed[T]) elsewhere() Coindexed[T] {
	r.memory = nil
	if c := r.coarray(); c != nil {
		r.bounds = &c.far
	}
	return r
}

// own is this image's part, which may be no member of the coarray's team.
func (c *Coarray[T]) own() Coindexed[T] {
	if c.usable() != nil {
		return c.At(NoImage)
	}
	return Coindexed[T]{dataOf(c.local), &c.near, c.team.index, c.store}
}

// Slice is the image's memory itself, if it is mapped here, and else nil. Programs
// that run on one machine only may range over it like over any slice.
func (r Coindexed[T]) Slice() []T {
	if r.memory == nil {
		r, _ = r.resolve()
	}
	n := r.mapped()
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(r.memory), n)
}

// element is an element that is mapped.
func (r Coindexed[T]) element(at int) *T { return (*T)(element[T](r.memory, at)) }

// here says whether n elements from at on are mapped; part is these.
func (r Coindexed[T]) here(at, n int) bool {
	have := r.mapped()
	return uint(at) < have && uint(n) <= have-uint(at)
}

func (r Coindexed[T]) part(at, n int) []T {
	return unsafe.Slice((*T)(element[T](r.memory, at)), n)
}

// Put copies src to the elements from at on, as Local counts them. When it returns src may be
// changed; who else has to see the elements, synchronizes.
func (r Coindexed[T]) Put(at int, src []T) error {
	if n := r.mapped(); uint(at) < n && uint(len(src)) <= n-uint(at) {
		copy(unsafe.Slice((*T)(element[T](r.memory, at)), len(src)), src)
		return nil
	}
	return r.putFar(at, src)
}

// Get copies the elements from at on, as Local counts them, to dst.
func (r Coindexed[T]) Get(at int, dst []T) error {
	if n := r.mapped(); uint(at) < n && uint(len(dst)) <= n-uint(at) {
		copy(dst, unsafe.Slice((*T)(element[T](r.memory, at)), len(dst)))
		return nil
	}
	return r.getFar(at, dst)
}

// byteOffset is the offset of element i in a slot.
func (c *Coarray[T]) byteOffset(i int) uint64 {
	var v T
	return c.offset + uint64(i)*uint64(unsafe.Sizeof(v))
}

// bytesOf is the memory of a slice.
func bytesOf[T any](s []T) []byte {
	var v T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(v)))
}

// sizeOf is the bytes of an element.
func sizeOf[T any]() int {
	var v T
	return int(unsafe.Sizeof(v))
}

// bytesAt is the memory of a value.
func bytesAt[T any](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
}

// elementsAt is bytes, elements of a reduction, as what they are.
func elementsAt[T any](b []byte) []T {
	var v T
	if len(b) == 0 {
		// what an empty slice points to need not have room for a T, which the race detector's
		// checks of pointers find
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))),
		len(b)/max(1, int(unsafe.Sizeof(v))))
}

// bitsOf is a value in the first bytes of a word, as far as it has room there, and fromBits the
// value again.
func bitsOf[T any](v T) (bits uint64) {
	if unsafe.Sizeof(v) <= 8 {
		*(*T)(unsafe.Pointer(&bits)) = v
	}
	return bits
}

func fromBits[T any](bits uint64) (v T) {
	if unsafe.Sizeof(v) <= 8 {
		v = *(*T)(unsafe.Pointer(&bits))
	}
	return v
}

// word is a value of 4 or 8 bytes as an atomic operation's operand, and back.
func word[T Word](v T) uint64 {
	if unsafe.Sizeof(v) == 4 {
		return uint64(*(*uint32)(unsafe.Pointer(&v)))
	}
	return *(*uint64)(unsafe.Pointer(&v))
}

func fromWord[T Word](bits uint64) T {
	var v T
	if unsafe.Sizeof(v) == 4 {
		low := uint32(bits)
		return *(*T)(unsafe.Pointer(&low))
	}
	return *(*T)(unsafe.Pointer(&bits))
}

// element is the address of element i of memory.
func element[T any](memory unsafe.Pointer, i int) unsafe.Pointer {
	var v T
	return unsafe.Add(memory, i*int(unsafe.Sizeof(v)))
}

func dataOf[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// memoryAt is n elements at an offset of the image's own slot.
func memoryAt[T any](me *Image, offset uint64, n int) []T {
	return unsafe.Slice((*T)(me.w.Address(me.w.Rank(), offset)), n)
}

// addressable is a field of a value that has an address, whether the field is exported or not.
func addressable(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
}

// valueBytes is the memory of n values of a type that begins with v, which has an address.
func valueBytes(v reflect.Value, n int) []byte {
	return unsafe.Slice((*byte)(v.Addr().UnsafePointer()), n*int(v.Type().Size()))
}
