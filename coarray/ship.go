package coarray

import (
	"fmt"
	"hash/fnv"
	"io"
	"reflect"

	"github.com/coral-pgas/coral/internal/rt/async"
)

// Function is a function that any image of a team can have any other execute.
type Function[A any] struct {
	me   *Image
	f    *async.Function
	args codec
}

// Register makes f a function that can be shipped among the images of the team. All of them
// register the same functions, of the same types under the same names, in the same order; it
// synchronizes nothing.
//
// f is executed on the image to which it is shipped, with that image's own f, so that what f refers
// to, its coarrays for one, is that image's. It runs on the goroutine of the image's function, one
// at a time, in calls that wait and in Advance, and never beside the image's own code: nothing
// needs a lock. It may copy, post events, and ship functions; what would have to wait for another
// image is the error ErrInShipped. An error that f returns, or its panic, ends the run. It may be
// called as soon as f is registered, before this image has entered the Finish in which another has
// shipped it.
//
// Arguments travel by value: numbers, strings, arrays, slices, maps and structs of such. Pointers,
// interfaces, channels and functions do not; Register says so. A coarray travels as a Ref.
func Register[A any](me *Image, name string, f func(at *Image, args A) error) (*Function[A],
	error) {
	if err := me.mayRegister(f == nil); err != nil {
		return nil, err
	}
	args, err := codecFor(reflect.TypeFor[A]())
	if err != nil {
		return nil, placed("function %q: %w", name, err)
	}
	run := func(_ int, message []byte) ([]byte, error) {
		a, err := decode[A](args, message)
		if err != nil {
			return nil, err
		}
		return nil, guarded(func() error { return f(me, a) })
	}
	hash := signature(name, reflect.TypeFor[A](), nil)
	return &Function[A]{me, me.engine.Register(me.team.t, name, hash, run), args}, nil
}

// mayRegister says whether the caller may register a function, which is nil or not.
func (me *Image) mayRegister(none bool) error {
	if err := me.ready(); err != nil {
		return err
	}
	if none {
		return noFunction("Register", "the function")
	}
	return me.owned()
}

// maySpawn says whether the caller may ship the functions that the image has registered.
func (me *Image) maySpawn() error {
	if err := me.ready(); err != nil {
		return err
	}
	return me.owned()
}

// Spawn has an image execute the function with the arguments, and returns. With After an event
// tells that the function has returned there; without, the innermost Finish knows when it, and all
// that it has begun, is complete.
func (f *Function[A]) Spawn(image int, args A, options ...Option) error {
	if f == nil || f.me == nil {
		return unset("Function", "Register")
	}
	if err := f.me.maySpawn(); err != nil {
		return err
	}
	after, err := f.me.afterOf("Spawn", options)
	if err != nil {
		return err
	}
	nowhere := async.Place{Rank: -1}
	if f.args.flat {
		return begun(options, f.f.Ship(image-1, bytesAt(&args), nowhere, after))
	}
	return begun(options, f.f.Ship(image-1, encode(args), nowhere, after))
}

// ResultFunction is a Function with a result.
type ResultFunction[A, R any] struct {
	me   *Image
	f    *async.Function
	args codec
}

// RegisterResult is Register of a function with a result, which goes into an element of a coarray.
func RegisterResult[A, R any](me *Image, name string,
	f func(at *Image, args A) (R, error)) (*ResultFunction[A, R], error) {
	if err := me.mayRegister(f == nil); err != nil {
		return nil, err
	}
	args, err := codecFor(reflect.TypeFor[A]())
	if err == nil {
		err = checkElement(reflect.TypeFor[R]())
	}
	if err != nil {
		return nil, placed("function %q: %w", name, err)
	}
	run := func(_ int, message []byte) (result []byte, err error) {
		a, err := decode[A](args, message)
		if err != nil {
			return nil, err
		}
		err = guarded(func() error {
			r, err := f(me, a)
			result = bytesAt(&r)
			return err
		})
		return result, err
	}
	hash := signature(name, reflect.TypeFor[A](), reflect.TypeFor[R]())
	return &ResultFunction[A, R]{me, me.engine.Register(me.team.t, name, hash, run), args}, nil
}

// Spawn has an image execute the function; its result becomes element i of dst, which may be on any
// image. It is there when the function is complete, as Function.Spawn tells it.
func (f *ResultFunction[A, R]) Spawn(image int, args A, dst Coindexed[R], i int,
	options ...Option) error {
	if f == nil || f.me == nil {
		return unset("ResultFunction", "RegisterResult")
	}
	if err := f.me.maySpawn(); err != nil {
		return err
	}
	after, err := f.me.afterOf("Spawn", options)
	if err != nil {
		return err
	}
	if err := dst.check(i, 1); err != nil {
		return err
	}
	rank, err := dst.rank()
	if err != nil {
		return err
	}
	place := async.Place{Rank: rank, Offset: dst.coarray().byteOffset(i)}
	if f.args.flat {
		return begun(options, f.f.Ship(image-1, bytesAt(&args), place, after))
	}
	return begun(options, f.f.Ship(image-1, encode(args), place, after))
}

// signature is a number by which images compare what they have registered.
func signature(name string, args, result reflect.Type) uint32 {
	return digest(fmt.Sprintf("%s(%v) %v", name, args, result))
}

// digest is a number that tells texts apart.
func digest(text string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, text)
	return h.Sum32()
}

// Ref names a coarray in the arguments of a shipped function: there it stands for the part of the
// image that executes it.
type Ref[T any] struct {
	offset uint64 // in the slot of every image
	length int
}

// Ref is what stands for the coarray in the arguments of a shipped function.
func (c *Coarray[T]) Ref() Ref[T] { return Ref[T]{c.offset, len(c.Local())} }

// On is the coarray's part on the image that executes a shipped function.
func (r Ref[T]) On(at *Image) ([]T, error) {
	if err := at.ready(); err != nil {
		return nil, err
	}
	if r == (Ref[T]{}) {
		return nil, unset("a Ref", "Coarray.Ref")
	}
	have, ok := at.w.HeapSize(r.offset)
	if !ok || r.length < 0 || uint64(r.length)*uint64(sizeOf[T]()) > have {
		return nil, placed("%w: that of a Ref", ErrFreed)
	}
	return memoryAt[T](at, r.offset, r.length), nil
}
