package bench

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/test/turns"
)

var coralFlag = flag.String("coral", "../bin/coral", "the coral command")

// imagesFor is how many images the programs are tested on: FFT runs on powers of two.
var imagesFor = map[string][]int{"randomaccess": {1, 2, 3, 4, 5}, "stream": {1, 2, 3, 4},
	"fft": {1, 2, 4, 8}, "hpl": {1, 2, 3, 4, 6}}

// TestHPCCPrograms builds the Fortran programs of the HPC Challenge, which verify themselves, and
// runs small cases on few images.
func TestHPCCPrograms(t *testing.T) {
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(coral); err != nil {
		t.Fatalf("%v: make it by `make build`, or name another by -coral", err)
	}
	compilers, _ := driver.Installed(t.Context())
	tested := map[driver.Family]bool{}
	for _, c := range compilers {
		if tested[c.Family] {
			continue // one of each family
		}
		tested[c.Family] = true
		compiler := c.Path
		// Direct updates lose some, the more the smaller the table is: in one of 2^10 words often
		// more than the 1 % that the rules allow.
		for program, cases := range map[string][]string{
			"randomaccess": {"words=10", "words=5 updates=3001", "words=12 updates=1",
				"words=17 method=direct", "words=9 method=ship verify=scan"},
			"stream": {"elements=1000 repetitions=4"},
			"fft": {"log=4", "log=5 block=1", "log=6", "log=11 block=100 repetitions=2",
				"log=14"},
			"hpl": {"n=1 nb=1", "n=150 nb=32 chunk=50", "n=101 nb=10", "n=3 nb=8"},
		} {
			if first := len(tested) == 1; !first && !turns.Takes(t.Name()+program, 4) {
				continue
			}
			t.Run(c.Name()+" "+program, func(t *testing.T) {
				t.Parallel()
				executable := buildHPCC(t, coral, compiler, program)
				for _, arguments := range cases {
					for _, images := range turns.Of(t.Name()+arguments, imagesFor[program]...) {
						runHPCC(t, executable, program, arguments, images, "0")
					}
					runHPCC(t, executable, program, arguments, 2, "1")
				}
			})
		}
	}
}

func buildHPCC(t *testing.T, coral, compiler, program string) string {
	t.Helper()
	if slices.Contains(hpccPrograms[program], "-lopenblas") && !hasOpenBLAS() {
		t.Skip("OpenBLAS is not installed")
	}
	executable := filepath.Join(t.TempDir(), program)
	command := []string{"build", "-o", executable}
	for _, word := range hpccPrograms[program] {
		if !strings.HasPrefix(word, "-") {
			word, _ = filepath.Abs(filepath.Join("hpcc", "fortran", word))
		}
		command = append(command, word)
	}
	c := exec.Command(coral, command...)
	c.Env = append(os.Environ(), "CORAL_FC="+compiler)
	c.Dir = t.TempDir() // for module files
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("coral %s: %v\n%s", strings.Join(command, " "), err, out)
	}
	return executable
}

// hasOpenBLAS tells whether a program can be linked with it, without compiling one.
func hasOpenBLAS() bool {
	return exec.Command("gcc", "-shared", "-o", os.DevNull, "-lopenblas").Run() == nil
}

func runHPCC(t *testing.T, executable, program, arguments string, images int, unmapped string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, executable, strings.Fields(arguments)...)
	c.Env = append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", images), "CORAL_SMP_UNMAPPED="+
		unmapped, "OPENBLAS_NUM_THREADS=1")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "bench hpcc case="+program) {
		t.Errorf("%s %s on %d images (unmapped=%s): %v\n%s", program, arguments, images, unmapped,
			err, out)
	}
}

func TestSizesFor(t *testing.T) {
	if s := sizesFor(4096); s != (hpccSizes{24, 2796202, 1 << 21}) { // as hpcc 1.5.0 has said
		t.Errorf("%+v", s)
	}
	if s := sizesFor(1000); s != (hpccSizes{19, 166666, 1 << 16}) {
		t.Errorf("%+v", s)
	}
}

func TestParseSummary(t *testing.T) {
	s := parseSummary("Success=0\nBegin of Summary section.\nSuccess=1\nHPL_Tflops=0.04\n" +
		"End of Summary section.\nx=1\n")
	if len(s) != 2 || s["Success"] != "1" || s["HPL_Tflops"] != "0.04" {
		t.Errorf("%v", s)
	}
}

func TestComparedTakesMedianOfRatios(t *testing.T) {
	r := compared("x", "GB/s", []float64{1, 10, 3}, []float64{2, 10, 2}, 0.95)
	if r.ratio != "1.00" || r.value != "3 GB/s" || r.verdict != ok {
		t.Errorf("%+v", r)
	}
	if r := compared("x", "GB/s", []float64{1}, []float64{2}, 0.95); r.verdict != behind {
		t.Errorf("%+v", r)
	}
	if r := compared("x", "GB/s", []float64{1}, nil, 0.95); r.verdict != missing {
		t.Errorf("%+v", r)
	}
}
