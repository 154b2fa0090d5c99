package deadlock

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ways start three images of one machine otherwise than by Coral's launcher. Slurm's srun need not
// be there: the images know it by its environment.
var ways = []struct{ name, shell string }{
	{"mpiexec.mpich", `exec mpiexec.mpich -n 3 "$@"`},
	{"mpirun.openmpi", `exec mpirun.openmpi --allow-run-as-root --oversubscribe -n 3 "$@"`},
	{"slurm",
		`export SLURM_STEP_NUM_TASKS=3 SLURM_NODEID=0 SLURM_STEP_TASKS_PER_NODE=3 SLURM_JOB_ID=$$ SLURM_STEP_ID=0
for i in 0 1 2; do SLURM_PROCID=$i SLURM_LOCALID=$i "$@" & all="$all $!"; done
code=0; for one in $all; do wait $one || code=$?; done; exit $code`},
}

// Images that wait for goroutines of their own, where no launcher knows what they wait for.
func TestOtherLaunchers(t *testing.T) {
	executable := buildGo(t, t.TempDir(), nil)
	for w, way := range ways {
		if _, err := exec.LookPath(way.name); err != nil && way.name != "slurm" {
			t.Logf("%s is not there", way.name)
			continue
		}
		for i, s := range goScenes {
			// A third of the sample with each launcher.
			if *caseFlag == "" && !*allFlag && i%(len(ways)*3) != w*3 ||
				!strings.Contains(s.name, *caseFlag) {
				continue
			}
			t.Run(way.name+"/"+s.name, func(t *testing.T) {
				t.Parallel() // a run waits most of its time
				s.runBy(t, way.shell, executable)
			})
		}
	}
}

// runBy is run with another launcher, which says something itself when a run fails.
func (s scene) runBy(t *testing.T, shell, executable string) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", shell, "sh", executable, s.name)
	cmd.Env = append(os.Environ(), "CORAL_DEADLOCK="+limit)
	cmd.Dir = filepath.Dir(executable)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%v, %v\n%s", err, ctx.Err(), &output)
	}
	if (err == nil) != (len(s.told) == 0) {
		t.Errorf("%v\n%s", err, &output)
	}
	for _, part := range s.told {
		if !says(output.String(), part) {
			t.Errorf("no %q in\n%s", part, &output)
		}
	}
	if len(s.told) == 0 && strings.Contains(output.String(), "coral:") {
		t.Errorf("something is told:\n%s", &output)
	}
}
