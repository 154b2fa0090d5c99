// Package provider lists the communication libraries that images of several machines can reach each
// other by. Commands, settings, tests and benchmarks take their names from here; what binds
// programs to each of them is made by package native.
package provider

import (
	"fmt"
	"slices"
	"strings"
)

// Provider is a communication library. Its fields say what differs: nobody asks for its name.
type Provider struct {
	Name  string // in CORAL_CONDUIT, of --conduit, of `coral conduit`
	Title string // in messages
	// Number stands for it in layout.Boot.Conduit; it is none of those that package layout has.
	Number int
	// ByMPI: it is the MPI whose launcher starts the images, and the compiler of that MPI knows
	// where it is. Others are found by themselves, and Coral's own launcher can start images that
	// they bring together.
	ByMPI bool
	// Prefix is how the names of its own variables of the environment begin, which images on other
	// hosts must get; "": its launcher sees to them.
	Prefix string
	// Sources are the files of internal/conduit/net/native/src that bind programs to it. The last
	// one fills in the struct of coral_link.h.
	Sources []string
	// Archives are the names of archives, without lib and .a, of which the first that is there is
	// linked into a program when it is built. %s stands for the MPI, openmpi or mpich. none: the
	// library is loaded when the program starts.
	Archives []string
	// Linked are the options by which that is linked with it; none: its compiler knows.
	Linked []string
	// Header and Library are what a directory that it is installed in has below include and lib;
	// "": its compiler knows.
	Header, Library string
	// Described: files of pkg-config, named as the archives, say how programs are compiled and
	// linked with them.
	Described bool
	// Also are other words by which users may mean it.
	Also []string
	// Settings are variables of the environment, NAME=value, that it must find when it is loaded,
	// unless the user has set them.
	Settings []string
	// Packages are Debian's, with its header files; "": it is in none, and users build it.
	Packages string
	Gives    Gives
}

// Gives is what the binding to a library gives, for docs/providers.md. What it gives to the runtime
// is in the struct that it fills in (coral_link.h), which a test compares with this.
type Gives struct {
	Memory  []string // methods of CORAL_MEMORY beside messages
	Default string   // the method of CORAL_MEMORY=auto
	// Ethernet is that method where network adapters do not write memory; "": the same
	Ethernet string
	Atomics  bool     // atomic operations on other images' memory by the library
	Sleeps   bool     // a descriptor by which an image sleeps until something comes
	Starts   []string // what starts the images of several machines
	Death    string   // what the library does by itself when another process dies
	// Survives: the other images go on after the process of an image has died. Programs that ask
	// which images have failed are told at their start where it does not hold.
	Survives bool
	Tried    string // networks on which it was tried
	Untried  string // others that the same code is for
}

// common lists the source files that every provider needs.
var common = []string{"coral_link.h", "locked.h", "pmi.h", "wire.c", "fence.c"}

// The providers. Numbers are not given twice: a command may meet a library of another build.
var (
	MPI = &Provider{Name: "mpi", Title: "MPI", Number: 1, ByMPI: true,
		Also:     []string{"openmpi", "mpich", "pmi"},
		Sources:  with("tcp.h", "window.h", "window.c", "osc.c", "mpi.c"),
		Packages: "libopenmpi-dev or libmpich-dev",
		Gives: Gives{Memory: methods, Default: "messages",
			Starts:  []string{"mpirun, mpiexec", "srun --mpi"},
			Death:   "it ends all",
			Tried:   "TCP, shared memory",
			Untried: "whatever the MPI is built for"}}
	UCX = &Provider{Name: "ucx", Title: "UCX", Number: 3, Prefix: "UCX_",
		Sources: with("tcp.h", "numbered.h", "words.h", "words.c", "pmi.c", "ucx.c"),
		Linked:  []string{"-lucp", "-lucs"},
		Header:  "ucp/api/ucp.h",
		Library: "libucp.so",
		Also:    []string{"openucx", "ucp"},
		// The signals of faults stay with the program's own handlers, which explain them. While it
		// is loaded UCX would write over the first instructions of mmap and others, to learn what
		// is unmapped: another thread that is there then crashes, and Go's runtime has threads.
		Settings: []string{"UCX_HANDLE_ERRORS=none", "UCX_DEBUG_SIGNO=0",
			"UCX_MEM_MMAP_HOOK_MODE=none"},
		Packages: "libucx-dev",
		Gives: Gives{Memory: methods, Default: "rs", Atomics: true, Sleeps: true,
			Starts: []string{"Coral's launcher (ssh)", "mpirun, mpiexec", "srun"},
			Death:  "an error at the next operation that goes there",
			Tried:  "TCP, shared memory", Untried: "InfiniBand, RoCE"}}
	OFI = &Provider{Name: "ofi", Title: "OFI (libfabric)", Number: 4, Prefix: "FI_",
		Header:   "rdma/fabric.h",
		Library:  "libfabric.so",
		Also:     []string{"libfabric", "fabric"},
		Sources:  with("tcp.h", "numbered.h", "words.h", "words.c", "pmi.c", "ofi.c"),
		Linked:   []string{"-lfabric"},
		Packages: "libfabric-dev",
		Gives: Gives{Memory: methods, Default: "messages", Sleeps: true,
			Starts:  []string{"Coral's launcher (ssh)", "mpirun, mpiexec", "srun (not tried)"},
			Death:   "an error at the next operation that goes there",
			Tried:   "TCP, shared memory",
			Untried: "Slingshot (`cxi`), EFA (`efa`), InfiniBand (`verbs`)"}}
)

// ARMCI is linked into programs: Debian has it as an archive that cannot be loaded.
var ARMCI = &Provider{Name: "armci", Title: "ARMCI", Number: 5, ByMPI: true, Prefix: "ARMCI_",
	Header: "armci.h", Archives: []string{"armci-%s", "armci"},
	Also: []string{"armci-mpi", "libarmci"},
	// it reaches only what it allocates, all images together
	Sources:  with("tcp.h", "window.h", "armci.c", "osc.c", "linked.c", "mpi.c"),
	Packages: "libarmci-mpi-dev",
	Gives: Gives{Memory: methods[:1], Default: "rs", Ethernet: "messages",
		Starts:  []string{"mpirun, mpiexec"},
		Death:   "it ends all",
		Tried:   "ARMCI-MPI of Debian over Open MPI and MPICH, by TCP",
		Untried: "whatever the MPI is built for"}}

// GASNet-EX has an archive for each network, its conduit, of which users choose one when they build
// a program. The archives differ by what threads may do: PARSYNC asks for one lock, which Coral
// has, and PAR has locks of its own.
var (
	GASNet = &Provider{Name: "gasnet", Title: "GASNet-EX", Number: 6, Prefix: "GASNET_",
		Header: "gasnetex.h", Archives: []string{"gasnet-udp-parsync", "gasnet-udp-par"},
		Described: true, Linked: []string{"-lstdc++"},
		Also:     []string{"gasnet-udp", "gasnet-ex", "gasnetex"},
		Sources:  gasnetWith("gasnetudp.c"),
		Settings: append([]string{"GASNET_REQUESTTIMEOUT_MAX=0"}, gasnetSettings...),
		Gives: Gives{Memory: methods, Default: "rs", Atomics: true,
			Starts:  []string{"Coral's launcher (ssh)", "mpirun, mpiexec", "srun (not tried)"},
			Death:   "it ends all",
			Tried:   "GASNet-EX 2020.10.0, its conduit udp",
			Untried: "later releases"}}
	GASNetMPI = &Provider{Name: "gasnet-mpi", Title: "GASNet-EX over MPI", Number: 7, ByMPI: true,
		Prefix: "GASNET_",
		Header: "gasnetex.h", Archives: []string{"gasnet-mpi-parsync", "gasnet-mpi-par"},
		Described: true,
		Sources:   gasnetWith("gasnetmpi.c"), Settings: gasnetSettings,
		Gives: Gives{Memory: methods, Default: "rs", Atomics: true,
			Starts:  []string{"mpirun, mpiexec"},
			Death:   "it ends all",
			Tried:   "GASNet-EX 2020.10.0, its conduit mpi over Open MPI and MPICH",
			Untried: "later releases"}}
)

// gasnetSettings leave signals and the end of a process to Coral, and memory of one machine, too.
var gasnetSettings = []string{"GASNET_CATCH_EXIT=0", "GASNET_NO_CATCH_SIGNAL=*",
	"GASNET_SUPERNODE_MAXSIZE=1"}

func gasnetWith(job string) []string {
	return with("numbered.h", "words.h", "words.c", "pmi.c", "job.h", job, "linked.c",
		"gasnet.c")
}

// Template is what a new provider begins with (docs/new-provider.md). It reaches images of one
// machine, and only tests take it.
var Template = &Provider{Name: "template", Title: "the template", Number: 255,
	Sources: with("numbered.h", "words.h", "words.c", "pmi.c", "template.c")}

// methods are those of registering memory: as a whole, each allocation, each variable.
var methods = []string{"rs", "ra", "ca"}

// All are the providers, in the order in which users read of them.
var All = []*Provider{MPI, UCX, OFI, ARMCI, GASNet, GASNetMPI}

// Program is the provider that is linked into this program; nil: none is.
var Program *Provider

// IsLinked says that programs have the library in them when they are built.
func (p *Provider) IsLinked() bool { return len(p.Archives) > 0 }

// FailureNote is what a program is told at its start that asks which images have failed, where the
// others do not go on after a process has died.
func (p *Provider) FailureNote() string {
	return "this program asks which images have failed. With " + p.Title + ", the other images " +
		"go on after one that has failed by itself (FAIL IMAGE; Fail in Go). After an image " +
		"whose process has died, they do not: the run ends"
}

// Source says where its development files come from, for messages.
func (p *Provider) Source() string {
	if p.Packages == "" {
		return "no package of Debian's; build it from its sources"
	}
	return "Debian: " + p.Packages
}

// Adapter is the source that fills in the struct of coral_link.h.
func (p *Provider) Adapter() string { return p.Sources[len(p.Sources)-1] }

func with(names ...string) []string { return slices.Concat(common, names) }

// Named is the provider of a name; nil: there is none.
func Named(name string) *Provider {
	return find(func(p *Provider) bool { return p.Name == name })
}

// Numbered is the provider of a number; nil: there is none.
func Numbered(number int) *Provider {
	return find(func(p *Provider) bool { return p.Number == number })
}

func find(is func(*Provider) bool) *Provider {
	if at := slices.IndexFunc(All, is); at >= 0 {
		return All[at]
	}
	return nil
}

// Names of all providers.
func Names() (names []string) {
	for _, p := range All {
		names = append(names, p.Name)
	}
	return names
}

// Of are the names of the providers of which something holds.
func Of(holds func(*Provider) bool) (names []string) {
	for _, p := range All {
		if holds(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

// Meant is the provider that another word than its name may stand for; nil: there is none.
func Meant(word string) *Provider {
	return find(func(p *Provider) bool { return slices.Contains(p.Also, word) })
}

// List is the names of all providers, or the titles, as a sentence has them: a, b or c.
func List(of func(*Provider) string, word string) string {
	var each []string
	for _, p := range All {
		each = append(each, of(p))
	}
	return Listed(each, word)
}

// HasOwnStart tells whether Coral's own launcher can start images that the provider brings
// together.
func (p *Provider) HasOwnStart() bool { return !p.ByMPI }

// Listed is a list of names as a sentence has them; there is one at least.
func Listed(names []string, word string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return fmt.Sprintf("%s %s %s", strings.Join(names[:last], ", "), word, names[last])
}

// Prefixes are those of all providers' variables.
func Prefixes() (prefixes []string) {
	for _, p := range All {
		if p.Prefix != "" {
			prefixes = append(prefixes, p.Prefix)
		}
	}
	return prefixes
}

// Name and Title are for List.
func Name(p *Provider) string  { return p.Name }
func Title(p *Provider) string { return p.Title }
