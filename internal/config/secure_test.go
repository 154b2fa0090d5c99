package config

import (
	"encoding/binary"
	"errors"
	"testing"
)

// A value that fits no kind is told as the user's, by the name of the variable that has it, for
// each row of the table.
func TestWrongValues(t *testing.T) {
	wrong := map[Kind][]string{
		Count: {"0", "-1", "abc", "1.5"}, Switch: {"2", "maybe"}, Choice: {"none of them"},
		Duration: {"-1", "soon", "1 week"}, Size: {"-1", "much", "1.5G"},
	}
	for _, s := range settings {
		for _, value := range wrong[s.Kind] {
			for _, name := range s.names() {
				t.Run(name+"="+value, func(t *testing.T) {
					t.Setenv(name, value)
					var e *ValueError
					if err := Check(); !errors.As(err, &e) || e.Name != name || e.Value == "" ||
						e.Want == "" {
						t.Errorf("%v", err)
					}
				})
			}
		}
		if len(wrong[s.Kind]) == 0 && s.Kind != Text {
			t.Errorf("%s: no wrong value of kind %v is tried", s.Name, s.Kind)
		}
	}
	if err := Check(); err != nil {
		t.Error(err)
	}
}

// Texts name programs, directories or hosts; those between parts of Coral say what a process is.
func TestTextsAreGuarded(t *testing.T) {
	for _, s := range settings {
		if s.Kind == Text && !s.Guarded && s != Boot { // Boot: capi/boot.c looks from whom it comes
			t.Errorf("%s is not guarded", s.Name)
		}
	}
}

func TestGuardedSettingsInSecureProcess(t *testing.T) {
	defer func(before func() bool) { Secure = before }(Secure)
	for _, s := range settings {
		t.Setenv(s.Name, "7")
	}
	for _, secure := range []bool{false, true} {
		Secure = func() bool { return secure }
		for _, s := range settings {
			if value, _, set := s.Raw(); set == (secure && s.Guarded) || set != (value == "7") {
				t.Errorf("secure %v: %s is %q", secure, s.Name, value)
			}
		}
		if n := len(Ignored()); (n > 0) != secure {
			t.Errorf("secure %v: %d settings are ignored", secure, n)
		}
	}
}

func TestAuxiliaryVector(t *testing.T) {
	vector := func(words ...uint64) (b []byte) {
		for _, w := range words {
			b = binary.NativeEndian.AppendUint64(b, w)
		}
		return b
	}
	for _, test := range []struct {
		vector []byte
		want   bool
	}{{vector(6, 4096, 23, 1, 0, 0), true}, {vector(23, 0), false}, {vector(6, 23),
		false}, {vector(23)[:5], false}, {nil, false}} {
		if got := secureIn(test.vector); got != test.want {
			t.Errorf("%v: %v", test.vector, got)
		}
	}
}
