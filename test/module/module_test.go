// Package module tests Coral as a module that others install: from a module proxy that is made of
// this tree, as `go install …/cmd/coral` and `go get` of a published release would find it.
package module

import (
	"archive/zip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/config"
)

var installFlag = flag.Bool("install", false,
	"install the command from a module proxy, which takes a minute or two")

const module = "github.com/coral-pgas/coral"

// tracked are the files that a release has, as paths from the root of the tree.
func tracked(t *testing.T, root string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "-z",
		"--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("git does not tell which files belong to the tree: %v", err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// proxy makes the files of a module proxy that has this tree as its only version.
func proxy(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	versions := filepath.Join(dir, module, "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := json.Marshal(map[string]any{"Version": config.Release, "Time": time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"list": config.Release + "\n",
		config.Release + ".info": string(info), config.Release + ".mod": string(mod)} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(versions, config.Release+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for _, path := range tracked(t, root) {
		if err := add(archive, root, path); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// add adds a file of the tree. Modules have regular files only.
func add(archive *zip.Writer, root, path string) error {
	status, err := os.Lstat(filepath.Join(root, path))
	if os.IsNotExist(err) || err == nil && !status.Mode().IsRegular() {
		return nil // removed, and not committed yet; or a link
	}
	if err != nil {
		return err
	}
	to, err := archive.Create(module + "@" + config.Release + "/" + path)
	if err != nil {
		return err
	}
	from, err := os.Open(filepath.Join(root, path))
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(to, from)
	return err
}

// goEnv is a variable of go's own.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// user is somebody who has go, a proxy, and none of Coral's files.
type user struct {
	t   *testing.T
	dir string
	env []string
}

func newUser(t *testing.T) *user {
	t.Helper()
	if !*installFlag {
		t.Skip("-install runs it (make module)")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	// What Coral requires has been downloaded already, as a rule.
	proxies := []string{"file://" + proxy(t, root),
		"file://" + filepath.Join(goEnv(t, "GOMODCACHE"), "cache/download"), goEnv(t, "GOPROXY")}
	return &user{t: t, dir: dir, env: append(os.Environ(),
		"GOPROXY="+strings.Join(proxies, ","), "GONOSUMDB="+module, "GOFLAGS=-modcacherw -trimpath",
		"GOMODCACHE="+filepath.Join(dir, "modules"), "GOBIN="+dir, "GOWORK=off", "GOSUMDB=off",
		"CORAL_CACHE="+filepath.Join(dir, "cache"), "HOME="+dir,
		"GOCACHE="+goEnv(t, "GOCACHE"), "PATH="+dir+":"+os.Getenv("PATH"))}
}

// run runs a command in the user's directory and gives what it has written.
func (u *user) run(name string, args ...string) string {
	u.t.Helper()
	ctx, cancel := context.WithTimeout(u.t.Context(), 5*time.Minute)
	defer cancel()
	if name == "coral" {
		name = filepath.Join(u.dir, name)
	}
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = u.dir, u.env
	out, err := c.CombinedOutput()
	if err != nil {
		u.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// write writes a file into the user's directory.
func (u *user) write(name, text string) {
	u.t.Helper()
	if err := os.WriteFile(filepath.Join(u.dir, name), []byte(text), 0o666); err != nil {
		u.t.Fatal(err)
	}
}

// TestInstall: the command that `go install` makes has no runtime in it, makes it at first use, and
// compiles and runs a program by it.
func TestInstall(t *testing.T) {
	u := newUser(t)
	u.run("go", "install", module+"/cmd/coral@"+config.Release)
	if got := u.run("coral", "version"); !strings.Contains(got, config.Release) {
		t.Errorf("coral version: %s", got)
	}
	if _, err := exec.LookPath("gfortran"); err != nil {
		t.Skip(err)
	}
	u.write("hello.f90", `program hello
  implicit none
  integer :: x[*]
  x = 0
  sync all
  x[merge(1, this_image() + 1, this_image() == num_images())] = this_image()
  sync all
  print '(a,i0,a,i0)', 'image ', this_image(), ' has ', x
end program
`)
	for run, note := range []bool{true, false} {
		out := u.run("coral", "run", "-n", "3", "hello.f90")
		for k := 1; k <= 3; k++ {
			line := fmt.Sprintf("image %d has %d\n", k, (k+1)%3+1)
			if !strings.Contains(out, line) {
				t.Errorf("run %d: no line %q in\n%s", run, line, out)
			}
		}
		if got := strings.Contains(out, "the runtime of "+module); got != note {
			t.Errorf("run %d: the runtime is compiled: %v\n%s", run, got, out)
		}
	}
}

// TestGet: a program of another module gets the Go API by `go get`, and runs.
func TestGet(t *testing.T) {
	u := newUser(t)
	u.run("go", "mod", "init", "example.com/ring")
	u.run("go", "get", module+"/coarray@"+config.Release)
	u.write("main.go", `package main

import (
	"context"
	"fmt"

	"`+module+`/coarray"
)

func main() {
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		left, err := coarray.New[int](ctx, me)
		if err != nil {
			return err
		}
		left.At(me.Index()%me.NumImages()+1).Store(0, me.Index())
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		fmt.Printf("image %d has %d\n", me.Index(), left.Local()[0])
		return nil
	})
}
`)
	u.run("go", "build", "-o", "ring", ".")
	u.env = append(u.env, "CORAL_NUM_IMAGES=3")
	lines := strings.Split(strings.TrimSpace(u.run("./ring")), "\n")
	slices.Sort(lines)
	if want := []string{"image 1 has 3", "image 2 has 1", "image 3 has 2"}; !slices.Equal(lines,
		want) {
		t.Errorf("%q", lines)
	}
}
