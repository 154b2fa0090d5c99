package config

import (
	"runtime/debug"
	"strings"
)

// Release is the release that this source is, or becomes. All that tells a version has it from
// here, the Makefile too.
const Release = "v0.2.0"

// stamp is set by the linker (Makefile): coral-version=RELEASE+COMMIT and a semicolon, as `coral
// info` and strings find it in the file of a program.
var stamp string

// module is the path by which programs in Go name Coral.
const module = "github.com/coral-pgas/coral"

// Version is that of this Coral, of the command or of the runtime that is part of a program, with
// the commit where that is known.
func Version() string {
	if _, version, is := strings.Cut(stamp, "="); is {
		return strings.TrimSuffix(version, ";")
	}
	info, known := debug.ReadBuildInfo()
	if !known {
		return Release
	}
	return VersionIn(info)
}

// VersionIn is that of a program in Go, where Coral is one of its modules, or the command's own.
func VersionIn(info *debug.BuildInfo) string {
	found := info.Main
	for _, m := range info.Deps {
		if m.Path == module {
			found = *m
		}
	}
	switch {
	case found.Path != module || found.Replace != nil || found.Version == "" ||
		strings.HasPrefix(found.Version, "v0.0.0-00010101000000"):
		return Release // of a directory that has taken the module's place
	case found.Version == "(devel)":
		return Release + revision(info)
	}
	return found.Version
}

// revision is the commit of a program that go has built in Coral's own tree.
func revision(info *debug.BuildInfo) string {
	const digits = 7
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= digits {
			return "+" + s.Value[:digits]
		}
	}
	return ""
}
