package coarray

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// programVariable names the program of programs that the test binary runs instead of its tests.
const programVariable = "COARRAY_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if program, ok := programs[os.Getenv(programVariable)]; ok {
		Main(program)
	}
	os.Exit(turns.Main(m, 3))
}

var programs = map[string]func(ctx context.Context, me *Image) error{
	"hello": func(ctx context.Context, me *Image) error {
		sum, err := Sum(ctx, me, me.Index())
		fmt.Printf("%v of %d: sum %d\n", me, me.NumImages(), sum)
		return err
	},
	"panic": func(ctx context.Context, me *Image) error {
		if me.Index() == 2 {
			var none []int
			none[me.Index()]++
		}
		return me.SyncAll(ctx)
	},
	"error": func(ctx context.Context, me *Image) error {
		if me.Index() == 2 {
			return errors.New("there is no input")
		}
		return me.SyncAll(ctx)
	},
	"goexit": func(ctx context.Context, me *Image) error {
		if me.Index() == 2 {
			runtime.Goexit()
		}
		return me.SyncAll(ctx)
	},
	"deadlock": func(ctx context.Context, me *Image) error {
		events, err := NewEvents(ctx, me, 1)
		if err != nil {
			return err
		}
		if me.Index() == 1 {
			return me.SyncImages(ctx, 2)
		}
		return events.Wait(ctx, 0)
	},
	"goroutine": func(ctx context.Context, me *Image) error {
		events, err := NewEvents(ctx, me, 1)
		if err != nil {
			return err
		}
		go func() {
			time.Sleep(3 * time.Second)
			events.Post(me.Index(), 0)
		}()
		return events.Wait(ctx, 0)
	},
	"errorstop": func(ctx context.Context, me *Image) error {
		if me.Index() == 2 {
			me.ErrorStop(7)
		}
		return me.SyncAll(ctx)
	},
	"errorstop 0":   func(ctx context.Context, me *Image) error { me.ErrorStop(0); return nil },
	"stop":          func(ctx context.Context, me *Image) error { return StopCode(me.Index() + 2) },
	"errorstop 256": func(ctx context.Context, me *Image) error { me.ErrorStop(256); return nil },
	"stop 512":      func(ctx context.Context, me *Image) error { return StopCode(512) },
	"memory": func(ctx context.Context, me *Image) error {
		_, err := New[float64](ctx, me, 1<<37)
		return err
	},
	"teams": func(ctx context.Context, me *Image) error {
		err := teamProgram(ctx, me)
		if err == nil {
			fmt.Println("good")
		}
		return err
	},
	"ring": func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 1000)
		if err != nil {
			return err
		}
		for i := range u.Local() {
			u.Local()[i] = me.Index()
		}
		for step := range me.NumImages() {
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
			got := make([]int, 1000)
			if err := u.At((me.Index()+step)%me.NumImages()+1).Get(0, got); err != nil {
				return err
			}
			if want := (me.Index()+step)%me.NumImages() +
				1; !slices.Equal(got, slices.Repeat([]int{want}, 1000)) {
				return fmt.Errorf("got %v, want %d", got[:3], want)
			}
		}
		fmt.Println("good")
		return nil
	},
}

// runProgram runs a program of the table on n images and gives what it printed and its exit code.
func runProgram(t *testing.T, program string, n int, env ...string) (stdout, stderr string,
	code int) {
	t.Helper()
	c := exec.Command("/proc/self/exe")
	c.Env = append(os.Environ(), programVariable+"="+program, fmt.Sprintf("CORAL_NUM_IMAGES=%d", n))
	// under the race detector every process would end a second later
	c.Env = append(c.Env, "GORACE=atexit_sleep_ms=0")
	c.Env = append(c.Env, env...)
	var out, messages strings.Builder
	c.Stdout, c.Stderr = &out, &messages
	_ = c.Run() // the exit code says all
	return out.String(), messages.String(), c.ProcessState.ExitCode()
}

func TestMainStartsImages(t *testing.T) {
	out, messages, code := runProgram(t, "hello", 3)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	slices.Sort(lines)
	want := []string{"image 1 of 3: sum 6", "image 2 of 3: sum 6", "image 3 of 3: sum 6"}
	if code != 0 || messages != "" || !slices.Equal(lines, want) {
		t.Errorf("exit code %d, %q, %q", code, lines, messages)
	}
	for _, unmapped := range []string{"0", "1"} {
		for _, program := range []string{"ring", "teams"} {
			out, messages, code := runProgram(t, program, 5, "CORAL_SMP_UNMAPPED="+unmapped)
			if code != 0 || strings.Count(out, "good") != 5 {
				t.Errorf("%s, unmapped=%s: exit code %d, %q, %q", program, unmapped, code, out,
					messages)
			}
		}
	}
}

func TestMainSaysWhatWentWrong(t *testing.T) {
	for _, test := range []struct {
		program, message string
		code             int
	}{
		{"panic",
			"coral: error: image 2: panic: runtime error: index out of range [2] with length 0", 2},
		{"error", "coral: error: image 2: there is no input\n", 1},
		{"goexit", "coral: error: image 2: the function of the image has called runtime.Goexit", 1},
		{"memory", "the symmetric heap has no room for 1099511627776 bytes: ", 1},
		{"stop", "", 3},
		{"stop 512", "", 1},
		{"errorstop 256", "ErrorStop(256)", 1},
		{"errorstop", "coral: error: image 2: ErrorStop(7), at ", 7},
		{"errorstop 0", "", 0},
	} {
		out, messages, code := runProgram(t, test.program, 2)
		if code != test.code || !strings.Contains(messages, test.message) || test.message == "" &&
			messages != "" {
			t.Errorf("%s: exit code %d, want %d, %q, %q, want %q", test.program, code, test.code,
				out, messages, test.message)
		}
		if strings.Contains(messages, "goroutine ") {
			t.Errorf("%s: a Go trace reached the user: %s", test.program, messages)
		}
	}
}

// Images that wait for each other end the run; one with a goroutine that will post does not.
func TestMainDeadlock(t *testing.T) {
	for _, unmapped := range []string{"0", "1"} {
		t.Run("deadlock/unmapped="+unmapped, func(t *testing.T) {
			t.Parallel() // a run waits most of its time
			_, messages, code := runProgram(t, "deadlock", 2, "CORAL_DEADLOCK=1",
				"CORAL_SMP_UNMAPPED="+unmapped)
			if code != 1 || !strings.Contains(messages, "[R0509]") ||
				!strings.Contains(messages, "image 1: waiting in SyncImages for image 2 at ") {
				t.Errorf("exit code %d, %q", code, messages)
			}
		})
		t.Run("goroutine/unmapped="+unmapped, func(t *testing.T) {
			t.Parallel()
			_, messages, code := runProgram(t, "goroutine", 2, "CORAL_DEADLOCK=1",
				"CORAL_SMP_UNMAPPED="+unmapped)
			if code != 0 || messages != "" {
				t.Errorf("exit code %d, %q", code, messages)
			}
		})
	}
}

// TestGoexit: an image whose function neither returns nor panics ends the run; those that end by a
// statement, which does so too, do as they did.
func TestGoexit(t *testing.T) {
	for name, c := range map[string]struct {
		program func(ctx context.Context, me *Image) error
		want    error
	}{
		"goexit": {programs["goexit"], ErrGoexit},
		"all": {func(ctx context.Context, me *Image) error { runtime.Goexit(); return nil },
			ErrGoexit},
		"error stop 0": {func(ctx context.Context, me *Image) error { me.ErrorStop(0); return nil },
			nil},
		"error stop": {func(ctx context.Context, me *Image) error { me.ErrorStop(3); return nil },
			StopCode(3)},
		"fail": {func(ctx context.Context, me *Image) error {
			if me.Index() == 2 {
				me.Fail()
			}
			return nil
		}, nil},
	} {
		for path, options := range map[string][]Option{"mapped": nil, "unmapped": {Unmapped()}} {
			if err := Run(t.Context(), 3, c.program, options...); !errors.Is(err, c.want) {
				t.Errorf("%s, %s: %v, want %v", name, path, err, c.want)
			}
		}
	}
}
