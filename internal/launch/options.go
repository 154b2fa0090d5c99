package launch

import (
	"os"
	"runtime"
	"time"

	"github.com/coral-pgas/coral/internal/config"
)

// Options say what to start and how.
type Options struct {
	Images   int    // 0: one for each core
	Unmapped bool   // images treat each other as not mapped
	Tag      bool   // prefix lines of output by the image
	Pin      string // a choice of config.Pin
	Verbose  bool   // say what is done beside the program
	Grace    time.Duration
	Named    bool          // see imageArgs
	Deadlock time.Duration // how long all images must have waited for each other; 0: no limit
	Debug    int           // the image that waits for a debugger; 0: none

	Executable string   // "": /proc/self/exe
	Args       []string // nil: this process's, with the program's name as first
	Env        []string // nil: this process's

	Stdin, Stdout, Stderr *os.File // nil: this process's
}

// FromEnvironment gives the options that the settings ask for.
func FromEnvironment() (o Options, err error) {
	if o.Images, err = config.NumImages.Int(); err != nil {
		return o, err
	}
	if o.Tag, err = config.Tag.Bool(); err != nil {
		return o, err
	}
	if o.Unmapped, err = config.Unmapped.Bool(); err != nil {
		return o, err
	}
	if o.Pin, err = config.Pin.Choose(); err != nil {
		return o, err
	}
	if o.Verbose, err = config.Verbose.Bool(); err != nil {
		return o, err
	}
	if o.Grace, err = config.Grace.Time(); err != nil {
		return o, err
	}
	if o.Debug, err = config.Debug.Int(); err != nil {
		return o, err
	}
	if o.Deadlock, err = config.Deadlock.Time(); o.Debug > 0 {
		o.Deadlock = 0 // images wait for one that stands still in a debugger
	}
	return o, err
}

func (o Options) complete() Options {
	if o.Images == 0 {
		o.Images = Cores()
	}
	if o.Executable == "" {
		o.Executable = ownExecutable()
	}
	if o.Args == nil {
		o.Args = os.Args
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	if o.Stdin == nil {
		o.Stdin = os.Stdin
	}
	if o.Stdout == nil {
		o.Stdout = os.Stdout
	}
	if o.Stderr == nil {
		o.Stderr = os.Stderr
	}
	return o
}

// Cores is how many cores this process can really use: those it may run on, or fewer where a
// control group limits its share of them (the Go runtime reads that limit, unless GOMAXPROCS
// overrides it).
func Cores() int {
	if os.Getenv("GOMAXPROCS") != "" {
		return runtime.NumCPU()
	}
	return min(runtime.GOMAXPROCS(0), runtime.NumCPU())
}
