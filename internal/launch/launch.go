// Package launch starts the images of a run, passes their output on, and sees to their end.
//
// It is the launcher's side of ARCHITECTURE.md, "A run": a program started without CORAL_BOOT calls
// Main, which never returns. The launcher owns its process: it waits for every child, whoever
// started it.
//
// Four goroutines share the work. The spawner keeps one thread for the whole run, because the
// kernel ties a child's parent-death signal to the thread that started it. The output loop reads
// all pipes. The reaper reports children that have ended. The coordinator (Run) alone decides: it
// owns every field of run.
package launch

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/coral-pgas/coral/internal/config"
)

// exitLauncher is the exit code when the launcher itself could not do its work.
const exitLauncher = 127

// Main is the launcher with the settings of the environment. It never returns; it prints what went
// wrong. It is called in a program that was started without CORAL_BOOT, before anything else of the
// program runs. A program that can run on a certain number of images only gives it; 0: the
// environment says it. named: its images take the image's number from the name by which they are
// started (imageArgs).
func Main(images int, named bool) {
	if config.Agent.String() != "" {
		agentMain()
	}
	reporterMain(config.Reporter.String())
	for _, pair := range config.Misspelt(os.Environ()) {
		fmt.Fprintf(os.Stderr,
			"coral: warning: %s is not a setting, and is ignored; did you mean %s?\n",
			pair[0], pair[1])
	}
	for _, pair := range config.Renamed() {
		fmt.Fprintf(os.Stderr, "coral: note: %s is called %s now\n", pair[0], pair[1])
	}
	for _, name := range config.Ignored() {
		fmt.Fprintf(os.Stderr,
			"coral: warning: %s is not obeyed: this program has more rights than its user "+
				"(docs/settings.md)\n", name)
	}
	if err := config.Check(); err != nil {
		report(os.Stderr, &Error{CodeSetting, err})
		os.Exit(exitLauncher)
	}
	if p, is, err := underLibrary(); err != nil {
		report(os.Stderr, settingError(err))
		os.Exit(exitLauncher)
	} else if is {
		if images > 0 && images != p.size {
			report(os.Stderr, failure(CodeImages,
				"the program asks for %d images, but %d have been started", images, p.size))
		} else {
			report(os.Stderr, joinLibrary(p, named))
		}
		os.Exit(exitLauncher)
	}
	options, err := FromEnvironment()
	options.Named = named
	if err != nil {
		report(os.Stderr, &Error{CodeSetting, err})
		os.Exit(exitLauncher)
	}
	if images > 0 {
		options.Images = images
	}
	start := Run
	if list := config.Hosts.String(); list != "" {
		start = onHosts(list)
	}
	code, err := start(options)
	if err != nil {
		report(os.Stderr, err)
	}
	os.Exit(code)
}

// onHosts is Run on the hosts of a list.
func onHosts(list string) func(Options) (int, error) {
	return func(o Options) (int, error) {
		if o.Debug > 0 {
			return exitLauncher, failure(CodeSetting,
				"%s cannot be obeyed for images that Coral starts on several machines: start "+
					"them by mpirun or srun, or on one machine", config.Debug.Name)
		}
		names, err := HostNames(list)
		if err != nil {
			return exitLauncher, &Error{CodeSetting, err}
		}
		conduit, err := config.Conduit.Choose()
		if err != nil {
			return exitLauncher, &Error{CodeSetting, err}
		}
		library, err := Together(conduit)
		if err != nil {
			return exitLauncher, &Error{CodeSetting, err}
		}
		if err := checkLinked(library); err != nil {
			return exitLauncher, err
		}
		return RunHosts(o, names, strings.Fields(config.Shell.String()), library)
	}
}

// report prints an error of the launcher.
func report(w io.Writer, err error) {
	fmt.Fprintf(w, "coral: error: %v\n", err)
}
