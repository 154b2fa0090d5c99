package config

import (
	"runtime/debug"
	"testing"
)

func TestVersionIn(t *testing.T) {
	coral := debug.Module{Path: module, Version: "v1.2.3"}
	for _, c := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{Main: coral}, "v1.2.3"},
		{debug.BuildInfo{Main: debug.Module{Path: module, Version: "(devel)"}}, Release},
		{debug.BuildInfo{Main: debug.Module{Path: module, Version: "(devel)"},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}}},
			Release + "+0123456"},
		{debug.BuildInfo{Main: debug.Module{Path: "example.org/sim", Version: "v9.0.0"},
			Deps: []*debug.Module{{Path: "golang.org/x/sys", Version: "v0.1.0"}, &coral}},
			"v1.2.3"},
		{debug.BuildInfo{Main: debug.Module{Path: "example.org/sim", Version: "v9.0.0"}},
			Release},
	} {
		if got := VersionIn(&c.info); got != c.want {
			t.Errorf("%+v: %q", c.info, got)
		}
	}
}
