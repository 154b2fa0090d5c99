//go:build cgo

package shutdown

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// graceOfOthers is how much later than this machine others may have begun to wait, which are to
// name their images too before the run is ended.
const graceOfOthers = 2 * time.Second

// AwaitStart ends this image when the images have not met within a limit, 0: for ever. Libraries
// wait without end for an image that does not come, and nothing else watches yet.
func AwaitStart(seg *conduit.Segment, rank int, limit time.Duration, started <-chan struct{}) {
	for waited := time.Duration(0); limit == 0 || waited <= limit; waited += countEach {
		select {
		case <-started:
			return
		case <-time.After(countEach):
		}
	}
	// once on each machine
	if !atomic.CompareAndSwapUint32(&seg.JobArea().EndedBy, 0, uint32(rank+1)) {
		leaveToOther()
	}
	host, _ := os.Hostname()
	who := "image"
	here := imagesHere(seg)
	if len(here) > 1 {
		who = "images"
	}
	fmt.Fprintf(os.Stderr,
		"coral: error: %s %s on host %s waited %v for those on other machines, of which some "+
			"have not come: a machine is down, could not start the program, or the network is "+
			"cut (%s sets how long) [R0512]\n",
		who, waitstate.Ranges(here), host, limit, config.Connect.Name)
	time.Sleep(graceOfOthers)
	leaveToLauncher(seg.JobArea())
}

// imagesHere are the images of this machine. Each machine names its own: those that no machine
// names have not come, of which nobody knows more.
func imagesHere(seg *conduit.Segment) (images []int) {
	for rank := range seg.Images {
		if atomic.LoadUint32(&seg.Status(rank).Here) != 0 {
			images = append(images, rank+1)
		}
	}
	return images
}

// codeBind is the code of an error that has none of its own.
const codeBind = "R0516"

// AbortStart ends a run in which this image cannot be bound to the library. The others wait for it,
// in the library's start, where nothing of Coral's reaches them; so the launcher is asked to end
// them. Open MPI's and Coral's do so when a process leaves like this; MPICH's only if it is told,
// and srun not at all. One image of each machine says why. It does not return.
func AbortStart(seg *conduit.Segment, boot layout.Boot, err error) {
	job := seg.JobArea()
	if !atomic.CompareAndSwapUint32(&job.EndedBy, 0, uint32(boot.Image)) {
		leaveToOther()
	}
	fmt.Fprint(os.Stderr, whyNot(boot, err))
	atomic.StoreInt32(&job.ExitCode, 1)
	atomic.StoreUint32(&job.Ending, 1)
	leaveToLauncher(job)
}

// leaveToLauncher waits until what has been written has been read, has the launcher end all images,
// and does not return.
func leaveToLauncher(job *layout.Job) {
	awaitReaders(job, unix.Stdout, unix.Stderr)
	time.Sleep(grace)
	if askToEnd() {
		time.Sleep(abortTime)
	}
	os.Exit(1)
}

// leaveToOther ends this image where another one of its machine ends the run, after that one: the
// first process of a host that leaves has Hydra kill the rest there, and no other host is told.
func leaveToOther() {
	time.Sleep(graceOfOthers + grace + abortPatience + abortTime)
	os.Exit(1)
}

// whyNot is the message. What a compiler has said, and notes, stand below.
func whyNot(boot layout.Boot, err error) string {
	why, rest, _ := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	if rest != "" {
		rest += "\n"
	}
	if strings.HasSuffix(why, "]") {
		return fmt.Sprintf("coral: error: %s\n%s", why, rest)
	}
	host, _ := os.Hostname()
	library := "its library"
	if p := provider.Numbered(boot.Conduit); p != nil {
		library = p.Title
	}
	return fmt.Sprintf("coral: error: image %d on host %s cannot be bound to %s: %s [%s]\n%s",
		boot.Image, host, library, why, codeBind, rest)
}

// askToEnd asks the launcher to end all images, by a line of PMI-1 or by Slurm's command for it.
// false: it needs no asking, or there is no way.
func askToEnd() bool {
	if bySrun() {
		ctx, cancel := context.WithTimeout(context.Background(), abortTime)
		defer cancel()
		return exec.CommandContext(ctx, "scancel", os.Getenv("SLURM_JOB_ID")+"."+
			os.Getenv("SLURM_STEP_ID")).Run() == nil
	}
	wire, err := strconv.Atoi(os.Getenv("PMI_FD"))
	if err != nil {
		return false
	}
	_, err = unix.Write(wire, []byte("cmd=abort exitcode=1\n"))
	return err == nil
}
