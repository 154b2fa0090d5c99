package config

import "runtime/debug"

// version is set by the linker; see the Makefile.
var version string

// module is the path by which programs in Go name Coral.
const module = "github.com/coral-pgas/coral"

// Version is that of this Coral: of the command, or of the runtime that is part of a program.
func Version() string {
	if version != "" {
		return version
	}
	info, known := debug.ReadBuildInfo()
	if !known {
		return "unknown"
	}
	return versionIn(info)
}

// versionIn is that of a program in Go, where Coral is one of its modules.
func versionIn(info *debug.BuildInfo) string {
	found := info.Main
	for _, m := range info.Deps {
		if m.Path == module {
			found = *m
		}
	}
	if found.Path != module || found.Version == "" || found.Version == "(devel)" {
		return "unknown"
	}
	return found.Version
}
