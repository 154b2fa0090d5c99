package config

import "github.com/coral-pgas/coral/internal/provider"

// What a user can set in the environment. One variable each, so that code names a setting and the
// compiler checks it.
var (
	NumImages = &Setting{
		Name: "CORAL_NUM_IMAGES", Also: []string{"FOR_COARRAY_NUM_IMAGES", "GFORTRAN_NUM_IMAGES"},
		Kind: Count,
		Meaning: "How many images a program starts. Without it: one for each core that the " +
			"process may use.",
	}
	Tag = &Setting{
		Name: "CORAL_TAG", Kind: Switch, Default: "0",
		Meaning: "Begin each line of output with the image it comes from, as in `[3] `. Where " +
			"mpirun or srun starts the images, its own option does so (--tag-output of Open MPI, " +
			"-prepend-rank of MPICH, --label of srun).",
	}
	Verbose = &Setting{
		Name: "CORAL_VERBOSE", Kind: Switch, Default: "0",
		Meaning: "The launcher says what it does beside the program, such as that an image is " +
			"not held to its core any more. Image 1 names the library, and its provider, by " +
			"which images of several machines reach each other. `coral run -v` sets it.",
	}
	Statistics = &Setting{
		Name: "CORAL_STATISTICS", Kind: Switch, Default: "0",
		Meaning: "Each image prints at its end by which ways its data went to other machines " +
			"and came from them. See clusters.md.",
	}
	Notes = &Setting{
		Name: "CORAL_NOTES", Kind: Switch, Default: "1",
		Meaning: "A program that asks which images have failed prints one note at its start. The " +
			"note is for images on several machines: the run ends there when a process dies, " +
			"and only FAIL IMAGE lets the others go on.",
	}
	Pin = &Setting{
		Name: "CORAL_PIN", Kind: Choice, Choices: []string{"share", "core", "off"},
		Default: "share",
		Meaning: "Where images may run when there are not more images than cores. `share`: the " +
			"cores are divided evenly, and each image stays on its share, which is one core when " +
			"images and cores are equal in number. Helpers that move the data of very long " +
			"asynchronous copies use other cores, too. `core`: one core each, and the others " +
			"stay free. `off`: anywhere. Soon after the start, an image whose cores are busy " +
			"with other work gets a free core for one of them. An image that has to wait for " +
			"its core because something else uses it may run anywhere from then on. With more " +
			"images than cores they may run anywhere, too: each goes back now and then to the " +
			"core on which it and its neighbours began, but not with `off`.",
	}
	Grace = &Setting{
		Name: "CORAL_GRACE", Kind: Duration, Default: "2s",
		Meaning: "How long images have for ending by themselves after an interrupt or the " +
			"failure of another image, before they are killed.",
	}
	Deadlock = &Setting{
		Name: "CORAL_DEADLOCK", Kind: Duration, Default: "3s",
		Meaning: "How long all images must have waited for each other, with nothing that could " +
			"wake them, until the launcher ends the run as a deadlock. 0: never.",
	}
	Debug = &Setting{
		Name: "CORAL_DEBUG", Guarded: true, Kind: Count,
		Meaning: "The number of an image that waits at its start until a debugger is attached to " +
			"it. On a terminal the launcher starts gdb (for programs in Go dlv); elsewhere it " +
			"prints the process and the command. Deadlocks are not reported in such a run. " +
			"See debugging.md.",
	}
	Progress = &Setting{
		Name: "CORAL_PROGRESS", Kind: Choice, Choices: []string{"restart", "once"},
		Default: "restart",
		Meaning: "How asynchronous operations are advanced in a runtime call. `restart`: all " +
			"that are pending, again and again as long as one progressed. `once`: each once.",
	}
	ScheduleFuzz = &Setting{
		Name: "CORAL_SCHEDULE_FUZZ", Was: []string{"CORAL_DELAYS"}, Kind: Count,
		Meaning: "Delay about half of the steps of asynchronous operations, chosen at random, " +
			"to expose missing waits. The number is the seed of the choice. Short copies are " +
			"delayed, too; without the setting they are complete at once. Each image reports, " +
			"when it ends, operations that were never completed. For tests.",
	}
	Unmapped = &Setting{
		Name: "CORAL_SMP_UNMAPPED", Kind: Switch, Default: "0",
		Meaning: "Treat the other images as if their memory were not mapped, as on another " +
			"machine: every access takes the library path. For tests.",
	}
	Conduit = &Setting{
		Name: "CORAL_CONDUIT", Guarded: true, Kind: Choice,
		Choices: append([]string{"auto", "smp"}, provider.Names()...), Default: "auto",
		Meaning: "The communication backend. `auto` is `mpi` if mpirun or another launcher of " +
			"MPI has started the program on several machines, each of its processes an image. " +
			"It is `ucx` if srun has, else `smp`, the memory of one machine. `ucx` and `ofi` " +
			"are also for programs that mpirun or mpiexec has started.",
	}
	HeartbeatTimeout = &Setting{
		Name: "CORAL_HEARTBEAT_TIMEOUT", Was: []string{"CORAL_SILENCE"}, Kind: Duration,
		Default: "10s",
		Meaning: "A run over several machines ends when no heartbeat has come from a machine " +
			"for this long. Such a machine is down, or the network is cut. 0 turns this off, " +
			"as a debugger needs. An image that is suspended (SIGSTOP) for this long ends the " +
			"run, too. With CORAL_HOSTS, a value between 0 and 3 s counts as 3 s.",
	}
	Put = &Setting{
		Name: "CORAL_PUT", Kind: Choice, Choices: []string{"nonblocking", "blocking"},
		Default: "nonblocking",
		Meaning: "When definitions of other images' variables are complete, where those are " +
			"not mapped. `nonblocking`: by the end of the segment, or when the image refers to " +
			"the same memory again. `blocking`: each before the next statement.",
	}
	Memory = &Setting{
		Name: "CORAL_MEMORY", Kind: Choice, Choices: []string{"auto", "messages", "rs", "ra", "ca"},
		Default: "auto",
		Meaning: "How a library is told of the memory of images on other machines, so that it " +
			"reaches them without messages of Coral's. All images must have the same value. " +
			"`messages`: not at all. `rs`: each image's memory as a whole, at the start. `ra`: " +
			"that of all static coarrays at the start, and each allocation by itself. `ca`: " +
			"each static coarray by itself, when it is first referred to, and each allocation. " +
			"Memory that cannot be made known is reached by messages. `auto`: " + automatic() +
			". `coral bench memory` compares them.",
	}
	BounceBuffer = &Setting{
		Name: "CORAL_BOUNCE_BUFFER", Was: []string{"CORAL_BUFFER"}, Kind: Size, Default: "2M",
		Meaning: "The size of each image's buffer for puts to other machines. A put of at most " +
			"an eighth of this size is copied to the buffer, and returns then. A longer put " +
			"returns when its data have been sent. Adjacent puts become one message of at most " +
			"half of this size. With 0 there is no buffer.",
	}
	KeepFreed = &Setting{
		Name: "CORAL_KEEP_FREED", Kind: Size, Default: "64M",
		Meaning: "Up to this much memory of deallocated coarrays stays with each image and is " +
			"used again. " +
			"Memory above this goes back to the system, the oldest first. 0: nothing stays, so " +
			"that each allocation gets new pages, which takes longer.",
	}
	MPICC = &Setting{
		Name: "CORAL_MPICC", Guarded: true, Kind: Text,
		Meaning: "The C compiler of the MPI that starts programs, by which Coral is bound to " +
			"that MPI at first use. Without it: mpicc.openmpi or mpicc.mpich, whichever " +
			"belongs to the launcher, else mpicc.",
	}
	UCX = &Setting{
		Name: "CORAL_UCX", Guarded: true, Kind: Text,
		Meaning: "The directory of the UCX to use, with include and lib in it. Without it: the " +
			"system's. What UCX does is set by its own variables, UCX_TLS and so on (`ucx_info " +
			"-cf`).",
	}
	OFI = &Setting{
		Name: "CORAL_OFI", Guarded: true, Kind: Text,
		Meaning: "The directory of the libfabric to use, with include and lib in it. Without it: " +
			"the system's. What libfabric does is set by its own variables, FI_PROVIDER and so " +
			"on (`fi_info -e`).",
	}
	GASNet = &Setting{
		Name: "CORAL_GASNET", Guarded: true, Kind: Text,
		Meaning: "The directory of the GASNet-EX with which `coral build --conduit gasnet` and " +
			"`gasnet-mpi` link, with lib/pkgconfig in it. --with gasnet=DIR and " +
			"gasnet-mpi=DIR say the same. Without it: what pkg-config finds.",
	}
	ARMCI = &Setting{
		Name: "CORAL_ARMCI", Guarded: true, Kind: Text,
		Meaning: "The directory of the ARMCI with which `coral build --conduit armci` links, with " +
			"include and lib in it. --with armci=DIR says the same. Without it: the system's.",
	}
	MPIRun = &Setting{
		Name: "CORAL_MPIRUN", Guarded: true, Kind: Text,
		Meaning: "The launcher of MPI by which `coral run --conduit` starts images. Without " +
			"it: mpirun, else mpiexec, whichever is found first in PATH.",
	}
	FC = &Setting{
		Name: "CORAL_FC", Guarded: true, Kind: Text,
		Meaning: "The Fortran compiler that does the local part. Without it: gfortran, else " +
			"flang, whichever is found first in PATH.",
	}
	CC = &Setting{
		Name: "CORAL_CC", Guarded: true, Kind: Text,
		Meaning: "The C compiler for .c files given to `coral run` and `coral build`. Without " +
			"it: gcc, else clang, else cc.",
	}
	Cache = &Setting{
		Name: "CORAL_CACHE", Guarded: true, Kind: Text,
		Meaning: "The directory for the unpacked runtime and the adapters of communication " +
			"libraries. Without it: coral in XDG_CACHE_HOME, else in ~/.cache. It must be the " +
			"user's own or root's, and nobody else may write there. " +
			"One of root's serves all users (`coral conduit build --system DIR`); what it " +
			"lacks is kept in the user's own.",
	}
	Verify = &Setting{
		Name: "CORAL_VERIFY", Kind: Switch, Default: "0",
		Meaning: "The `coral` command audits the Fortran that it has written before a compiler " +
			"sees it. What breaks a rule is an error (C0398). It would be a fault of Coral. " +
			"For developers of Coral. See design/audit.md.",
	}
	Runtime = &Setting{
		Name: "CORAL_RUNTIME", Guarded: true, Kind: Text,
		Meaning: "A runtime archive (libcoral.a) to use instead of the one inside the coral " +
			"command. For developers of Coral.",
	}
	Hosts = &Setting{
		Name: "CORAL_HOSTS", Guarded: true, Kind: Text,
		Meaning: "Hosts, with commas between, on which a program starts its images by itself, " +
			"without MPI. The hosts get equal parts in this order, one image each if no number " +
			"is given. " +
			"Images reach each other by UCX, or by OFI with CORAL_CONDUIT=ofi. MPI has a " +
			"launcher of its own. All hosts see program and working directory under the same " +
			"names. `coral run` takes them like --hosts with `--conduit ucx`.",
	}
	Shell = &Setting{
		Name: "CORAL_RSH", Guarded: true, Kind: Text, Default: "ssh -o BatchMode=yes",
		Meaning: "The command that reaches a host of CORAL_HOSTS, instead of ssh. The host and " +
			"the command to run there are added to it. `coral run --hosts` gives it to mpirun, " +
			"too. With MPICH's mpirun it must be the name of a program, without arguments.",
	}
	Connect = &Setting{
		Name: "CORAL_CONNECT", Kind: Duration, Default: "1m",
		Meaning: "How long one of CORAL_HOSTS may take until its images begin to start, remote " +
			"shell included. A host that takes longer is given up, and the run with it. Where a " +
			"library's launcher has started the images, they wait for each other for so long " +
			"while the library starts. 0: for ever.",
	}
	Agent = &Setting{
		Name: "CORAL_AGENT", Guarded: true, Kind: Text, Private: true,
		Meaning: "From the launcher to the program on another host: it starts images there.",
	}
	Reporter = &Setting{
		Name: "CORAL_REPORTER", Guarded: true, Kind: Text, Private: true,
		Meaning: "From images that a library's launcher starts to the process that merges " +
			"their reports.",
	}
	Question = &Setting{
		Name: "CORAL_QUESTION", Kind: Switch, Default: "0", Private: true,
		Meaning: "From `coral run` to images that a library's launcher starts: SIGUSR1, which " +
			"that passes on to them, asks where they stand.",
	}
	Boot = &Setting{
		Name: "CORAL_BOOT", Kind: Text, Private: true,
		Meaning: "From the launcher to an image: who it is and how memory is divided.",
	}
)

var settings = []*Setting{NumImages, Tag, Verbose, Statistics, Notes, Pin, Grace, Deadlock,
	Debug, Progress, ScheduleFuzz, Unmapped, Conduit, HeartbeatTimeout, Put, Memory, BounceBuffer,
	KeepFreed, MPICC, MPIRun, UCX, OFI, ARMCI, GASNet, FC, CC, Cache,
	Verify, Runtime, Hosts, Shell, Connect, Agent, Reporter, Question, Boot}
