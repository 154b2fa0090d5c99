package coarray

import (
	"fmt"
	"reflect"
)

// checkElement says whether values of a type may lie in memory that other
// processes see: they must hold no Go pointers.
func checkElement(t reflect.Type) error {
	if k := t.Kind(); k >= reflect.Bool && k <= reflect.Complex128 {
		return nil
	}
	if path, bad := pointerIn(t, t.String()); bad != nil {
		if bad == t {
			return fmt.Errorf("%w: %v holds a Go pointer", ErrElement, t)
		}
		return fmt.Errorf("%w: %v holds a Go pointer in %s, of type %v", ErrElement, t, path, bad)
	}
	return nil
}

// pointerIn finds the first part of a type that is or holds a pointer.
func pointerIn(t reflect.Type, path string) (string, reflect.Type) {
	switch t.Kind() {
	case reflect.Array:
		if t.Len() == 0 {
			return "", nil
		}
		return pointerIn(t.Elem(), path+"[0]")
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if where, bad := pointerIn(f.Type, path+"."+f.Name); bad != nil {
				return where, bad
			}
		}
		return "", nil
	case reflect.Pointer, reflect.UnsafePointer, reflect.String, reflect.Slice, reflect.Map,
		reflect.Chan, reflect.Func, reflect.Interface:
		return path, t
	}
	return "", nil
}
