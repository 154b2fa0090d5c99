package sys

import (
	"reflect"
	"runtime"
	"testing"
)

// The functions of this package, of others and of the runtime are inside, data are not.
func TestCode(t *testing.T) {
	from, to := Code()
	for _, f := range []any{Code, TestCode, runtime.GC, reflect.ValueOf} {
		if at := reflect.ValueOf(f).Pointer(); at < from || at >= to {
			t.Errorf("%s at %#x is not in %#x..%#x", runtime.FuncForPC(at).Name(), at, from, to)
		}
	}
	if data := reflect.ValueOf(new(int)).Pointer(); data >= from && data < to || to-from > 1<<30 {
		t.Errorf("%#x..%#x", from, to)
	}
}
