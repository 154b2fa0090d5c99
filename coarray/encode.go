package coarray

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
)

// codec is how values of a type travel: as they lie in memory if they hold no Go pointers (flat),
// and else part by part: the length of a string, slice or map before what it holds.
type codec struct {
	t    reflect.Type
	flat bool
}

// errTruncated: a message of a shipped function ends too early. Images that agree on its types
// never see it.
var errTruncated = errors.New("the arguments of a shipped function are incomplete")

// codecFor says whether and how values of a type travel.
func codecFor(t reflect.Type) (codec, error) {
	if checkElement(t) == nil {
		return codec{t, true}, nil
	}
	if path, bad := untraveling(t, t.String(), nil); bad == t {
		return codec{}, fmt.Errorf("%w: %v cannot travel", ErrArgument, t)
	} else if bad != nil {
		return codec{}, fmt.Errorf("%w: %v cannot travel, since %s is of type %v", ErrArgument, t,
			path, bad)
	}
	return codec{t, false}, nil
}

// untraveling finds the first part of a type that cannot travel. outer are the types around it:
// one that holds itself, by a slice or a map, is looked at once.
func untraveling(t reflect.Type, path string, outer []reflect.Type) (string, reflect.Type) {
	for _, o := range outer {
		if o == t {
			return "", nil
		}
	}
	outer = append(outer, t)
	switch t.Kind() {
	case reflect.Array, reflect.Slice:
		return untraveling(t.Elem(), path+"[]", outer)
	case reflect.Map:
		if where, bad := untraveling(t.Key(), "a key of "+path, outer); bad != nil {
			return where, bad
		}
		return untraveling(t.Elem(), path+"[]", outer)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if where, bad := untraveling(f.Type, path+"."+f.Name, outer); bad != nil {
				return where, bad
			}
		}
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan, reflect.Func, reflect.Interface:
		return path, t
	}
	return "", nil
}

// encode gives the bytes of a value that is not flat: those of a flat one are its own.
func encode[A any](v A) []byte { return appendValue(nil, reflect.ValueOf(&v).Elem()) }

// decode gives a value of its bytes.
func decode[A any](c codec, message []byte) (v A, err error) {
	if !c.flat {
		return decodeParts[A](message)
	}
	if copy(bytesAt(&v), message) != sizeOf[A]() {
		err = errTruncated
	}
	return v, err
}

// decodeParts is the inverse of encode.
func decodeParts[A any](message []byte) (v A, err error) {
	d := decoder{message}
	if !d.value(reflect.ValueOf(&v).Elem()) {
		err = errTruncated
	}
	return v, err
}

// appendValue appends a value that has an address.
func appendValue(b []byte, v reflect.Value) []byte {
	t := v.Type()
	if checkElement(t) == nil {
		return append(b, valueBytes(v, 1)...)
	}
	switch t.Kind() {
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Slice:
		if v.IsNil() {
			return binary.AppendUvarint(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		if v.Len() > 0 && checkElement(t.Elem()) == nil {
			return append(b, valueBytes(v.Index(0), v.Len())...)
		}
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendValue(b, addressable(v.Field(i)))
		}
	case reflect.Map:
		if v.IsNil() {
			return binary.AppendUvarint(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		for entries := v.MapRange(); entries.Next(); {
			for _, part := range []reflect.Value{entries.Key(), entries.Value()} {
				held := reflect.New(part.Type()).Elem()
				held.Set(part)
				b = appendValue(b, held)
			}
		}
	}
	return b
}

// decoder reads what appendValue has written.
type decoder struct{ left []byte }

func (d *decoder) bytes(n int) ([]byte, bool) {
	if n < 0 || n > len(d.left) {
		return nil, false
	}
	b := d.left[:n]
	d.left = d.left[n:]
	return b, true
}

func (d *decoder) length() (int, bool) {
	n, size := binary.Uvarint(d.left)
	if size <= 0 || n > 1<<62 {
		return 0, false
	}
	d.left = d.left[size:]
	return int(n), true
}

// value reads a value into v, which has an address; false if there is not enough.
func (d *decoder) value(v reflect.Value) bool {
	t := v.Type()
	if checkElement(t) == nil {
		b, ok := d.bytes(int(t.Size()))
		if ok {
			copy(valueBytes(v, 1), b)
		}
		return ok
	}
	switch t.Kind() {
	case reflect.String:
		n, ok := d.length()
		if !ok {
			return false
		}
		b, ok := d.bytes(n)
		v.SetString(string(b))
		return ok
	case reflect.Slice:
		return d.slice(v)
	case reflect.Map:
		return d.mapping(v)
	case reflect.Array:
		for i := range v.Len() {
			if !d.value(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !d.value(addressable(v.Field(i))) {
				return false
			}
		}
	}
	return true
}

func (d *decoder) slice(v reflect.Value) bool {
	n, ok := d.length()
	if !ok || n == 0 {
		return ok
	}
	n--
	element := v.Type().Elem()
	flat := checkElement(element) == nil
	if flat && n > 0 && int(element.Size()) > len(d.left)/n || !flat && n > len(d.left) {
		return false
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	if flat && n > 0 {
		b, ok := d.bytes(n * int(element.Size()))
		copy(valueBytes(v.Index(0), n), b)
		return ok
	}
	for i := range n {
		if !d.value(v.Index(i)) {
			return false
		}
	}
	return true
}

func (d *decoder) mapping(v reflect.Value) bool {
	n, ok := d.length()
	if !ok || n == 0 {
		return ok
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n - 1 {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if !d.value(key) || !d.value(value) {
			return false
		}
		v.SetMapIndex(key, value)
	}
	return true
}
