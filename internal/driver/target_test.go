package driver

import "testing"

func TestTargets(t *testing.T) {
	for target, want := range map[string]bool{
		"x86_64-linux-gnu": true, "x86_64-pc-linux-gnu": true, "x86_64-redhat-linux": true,
		"x86_64-suse-linux": true, "x86_64-unknown-linux-gnu": true, "": true,
		"unknown option '-dumpmachine'": true,
		"aarch64-linux-gnu":             false, "powerpc64le-linux-gnu": false,
		"riscv64-linux-gnu":        false,
		"x86_64-alpine-linux-musl": false, "x86_64-linux-gnux32": false, "i686-linux-gnu": false,
		"x86_64-apple-darwin23": false, "x86_64-w64-mingw32": false,
	} {
		if fits(target) != want {
			t.Errorf("%q: %v", target, !want)
		}
	}
}
