package launch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestFrameVersion: what launcher and agents say to each other has the form that belongs to the
// version.
func TestFrameVersion(t *testing.T) {
	source, err := os.ReadFile("frame.go")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(frameVersion, ": ")
	for _, kind := range regexp.MustCompile(`frameKind = '(.)'`).FindAllStringSubmatch(
		string(source), -1) {
		got += kind[1]
	}
	for _, form := range []reflect.Type{reflect.TypeFor[mission](), reflect.TypeFor[version](),
		reflect.TypeFor[hello](), reflect.TypeFor[stop](),
		reflect.TypeFor[death](), reflect.TypeFor[ending]()} {
		for i := range form.NumField() {
			got += fmt.Sprintf(" %s:%v", form.Field(i).Name, form.Field(i).Type)
		}
	}
	const want = "3: hsiwkbpqaoexf Launcher:launch.version First:int Count:int Size:int " +
		"Dir:string Args:[]string Env:[]string Silence:time.Duration Grace:time.Duration" +
		" Frames:int Coral:string Agent:launch.version Executable:string" +
		" Code:int Ask:bool Except:int Status:uint32 Killed:bool Own:bool Signal:int Code:int" +
		" At:launch.ending Hint:string Note:string Place:string Fault:string"
	if got != want {
		t.Errorf("%s\nis not\n%s\nraise frameVersion, here too", got, want)
	}
}

// TestOtherVersion: an agent from another Coral is told of before any image starts, with both
// versions, both hosts and both files.
func TestOtherVersion(t *testing.T) {
	dir := t.TempDir()
	here, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	own := fmt.Sprintf("host %s, is from Coral old", here)
	for _, c := range []struct {
		// what stands in place of ssh does, after the host's name is shifted away
		name, shell string
		want        []string
	}{
		{"same", `exec sh -c "$*"`, nil},
		{"other", `LAUNCH_TEST_VERSION="3 new" exec sh -c "$*"`,
			[]string{"the program on host far is from Coral new, but", own + ": ", "host far: /",
				"bytes of "}},
		{"other frames", `LAUNCH_TEST_VERSION="4 old" exec sh -c "$*"`,
			[]string{"the program on host far is from Coral old (protocol 4), but", own +
				" (protocol 3): "}},
		{"none", `printf 'a\0\0\0\0\0\0\0\0'; exec cat >/dev/null`,
			[]string{"the program on host far is from an older Coral, which does not say its " +
				"version, but", own + ": "}},
		{"noise", `echo 'b\0\0\0\0\0\0\0\0'; exec cat >/dev/null`,
			[]string{"host far is lost, with 1 image from image 1: a frame of kind 'b' comes " +
				"first: something else writes here [R0511]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			shell := filepath.Join(dir, strings.ReplaceAll(c.name, " ", ""))
			if err := os.WriteFile(shell, []byte("#!/bin/sh\nshift\n"+c.shell+"\n"),
				0o700); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("/proc/self/exe", "print=started")
			cmd.Env = append(os.Environ(), "LAUNCH_TEST=1", "LAUNCH_TEST_VERSION=3 old",
				"CORAL_NUM_IMAGES=1", "CORAL_HOSTS=far", "CORAL_RSH="+shell, "CORAL_GRACE=500ms")
			got := finish(t, cmd)
			if c.want == nil {
				if got.code != 0 || !strings.Contains(got.stdout, "started 1") {
					t.Errorf("%+v", got)
				}
				return
			}
			if c.name != "noise" {
				c.want = append(c.want, "under the name by which it is started [R0519]")
			}
			for _, want := range c.want {
				if !strings.Contains(got.stderr, want) {
					t.Errorf("it does not say %q:\n%s", want, got.stderr)
				}
			}
			if got.code != exitLauncher || strings.Contains(got.stdout, "started") ||
				strings.Count(got.stderr, "coral: error: ") != 1 {
				t.Errorf("%+v", got)
			}
		})
	}
}
