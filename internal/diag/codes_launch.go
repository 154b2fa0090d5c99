package diag

// R05xx: messages of the launcher.
var launchCodes = []CodeInfo{
	{"R0501", "An image was killed by a signal",
		"The process of an image ended by a signal: a memory error (SIGSEGV, SIGBUS), a " +
			"division of an integer by 0 or a trapped exception of real numbers (SIGFPE), " +
			"abort, or kill. The launcher ends the run, says where the other images stood, and " +
			"gives the exit code 128 + signal. If a Fortran program has a memory error, compile " +
			"it again with checks of subscripts and of arguments that are pointers or " +
			"allocatable. With gfortran: coral run -n 4 -g -fcheck=bounds,pointer prog.f90. " +
			"If free() says that memory was freed twice, the last line of the program that the " +
			"backtrace names has freed it again.",
		"kill -9 on one image's process"},
	{"R0502", "An image ended with an exit code that is not zero",
		"The process of an image left by exit, or from the main function of C; the Fortran " +
			"runtime does so after an error of its own, whose message stands before. The run " +
			"ends with that exit code.",
		"open(10, file='missing', status='old')"},
	{"R0503", "The number of images is impossible",
		"One machine divides its address space among the images. `coral info` tells the limit. " +
			"Start fewer images.",
		"CORAL_NUM_IMAGES=1000000 ./prog"},
	{"R0504", "Too few open files are allowed",
		"The launcher reads two pipes from every image. The hard limit of open files (ulimit " +
			"-Hn) must be twice the number of images and a few more. Raise it, or start fewer " +
			"images.",
		"ulimit -n 100; CORAL_NUM_IMAGES=64 ./prog"},
	{"R0505", "The memory that images share could not be made",
		"Images share one sparse memory object without a name. It reserves addresses, not " +
			"memory, but a limit of the address space (ulimit -v) or of file sizes (ulimit -f) " +
			"forbids it all the same. A limit of data (ulimit -d) may be too low for the " +
			"program itself. How much that needs depends on the stack limit (ulimit -s), " +
			"because Go's runtime has a stack for each of its threads. Raise the limit that the " +
			"message names (ulimit -v, -f or -d), or lower ulimit -s.",
		"ulimit -v 8000000; ./prog"},
	{"R0506", "An image could not be started",
		"The system refused another process or thread: the limit of processes (ulimit -u, or " +
			"the control group's pids.max), or memory. For the stack of a thread, ulimit -d or " +
			"-v may be too low, or ulimit -s too high. Change the limit that the message names, " +
			"or start fewer images. The launcher also needs /proc, and a system that allows " +
			"waitid, epoll_create1 and eventfd2, which a sandbox may forbid. On several hosts: " +
			"the program is not on one of them, or may not be executed there. Copy it there, " +
			"under the same name.",
		"ulimit -u 50; CORAL_NUM_IMAGES=200 ./prog"},
	{"R0507", "A setting has a value that does not fit",
		"An environment variable of Coral has a value of the wrong form. A size is a whole " +
			"number, of bytes or with K, M, G or T (64M, not 64MB). A name is one of those that " +
			"the message lists, as it stands there (CORAL_CONDUIT=ucx). " +
			"A duration is a number of seconds, or one with a unit (500ms, 2s). A switch is 0 " +
			"or 1. docs/settings.md lists all variables.",
		"CORAL_NUM_IMAGES=many ./prog"},
	{"R0508", "All images have failed",
		"Every image executed FAIL IMAGE, so none is left to go on. The exit code is 1. Let at " +
			"least one image go on to END PROGRAM.",
		"fail image"},
	{"R0509", "All images wait, and nothing can wake them",
		"A deadlock: every image that has not stopped waits for another one, and has done " +
			"so for as long as CORAL_DEADLOCK says (3 s if it is not set). The launcher says " +
			"where each image waits, at which line and for what, and ends the run with the exit " +
			"code 1. Compare these lines. Typical reasons: SYNC IMAGES (in Go SyncImages) of " +
			"one image that the other does not execute, an event that nobody posts, a lock " +
			"whose holder has stopped or waits for another lock, a collective subroutine that " +
			"not all images of the team call. An image that polls a variable in a loop does not " +
			"wait: such a run goes on. Between machines, a mistake with collectives of CAF 2.0 " +
			"may appear as this deadlock. Compile with -check to have it named.",
		"event wait (e)   ! and no image posts it\n\n" +
			"err = events.Wait(ctx, 0) // the same in Go"},
	{"R0510", "The output could not be written",
		"What the images print goes through the launcher, and the system refused to take it: " +
			"the disk is full, or a quota is used up. The run is ended with the exit code 1, " +
			"since its results would be lost. A pipe whose reader has gone (./prog | head) " +
			"ends it without this message.",
		"./prog > /dev/full"},
	{"R0511", "A host is lost",
		"The launcher cannot start images on one of CORAL_HOSTS, or hears nothing of it any " +
			"more. Try `ssh -o BatchMode=yes HOST true` (or the command of CORAL_RSH): it must " +
			"work without a password. The program must be on the host under the same name. A " +
			"slow host may need a longer CORAL_CONNECT. A host that is down or cut off for " +
			"CORAL_HEARTBEAT_TIMEOUT is lost. The run ends on all hosts.",
		"CORAL_HOSTS=nowhere CORAL_NUM_IMAGES=2 ./prog"},
	{"R0512", "Another machine is silent",
		"In a run over several machines each machine sends the next one a heartbeat every " +
			"second. None has come for as long as CORAL_HEARTBEAT_TIMEOUT says: the machine is " +
			"down, its images are suspended, or the network between them is cut. The run is " +
			"ended with the exit code 1. What the lost machine still runs ends by itself, since " +
			"it misses the others. Look whether that machine answers. If images are suspended on " +
			"purpose, as by a debugger, set CORAL_HEARTBEAT_TIMEOUT=0.",
		"mpirun -H a,b -n 2 ./prog   # and the cable of b is pulled"},
	{"R0513", "Machines run different executables",
		"Coarrays lie where the linker has put them, the same place on all images, so all must " +
			"run the same file. One machine has an older or newer build under the same name. The " +
			"notes say which images run what: the file, its size, date and checksum, and the " +
			"Coral whose runtime is in it. Copy one file to all machines.",
		"mpirun -H a,b -n 2 ./prog   # b has another ./prog"},
	{"R0514", "The communication library does not end",
		"All images have ended, but the communication library has not ended within " +
			"CORAL_HEARTBEAT_TIMEOUT: the network was cut at that moment, or the library has a " +
			"fault. The images leave without it, with the exit codes that they have. The " +
			"library's launcher may give the run another one. If it happens again and again, try " +
			"a longer CORAL_HEARTBEAT_TIMEOUT or another library.",
		"mpirun -H a,b -n 2 ./prog   # and the cable of b is pulled when the program has printed " +
			"its result"},
	{"R0515", "The launcher of the images died",
		"The launcher of a communication library has started the images. Its process on this " +
			"machine, the agent (hydra_pmi_proxy, orted, slurmstepd), has died or was killed. " +
			"Output can no longer be delivered, so the images end the run with the exit code 1. " +
			"Look in the launcher's own output and in the batch system's log for what ended it, " +
			"such as a time limit.",
		"mpirun -H a,b -n 2 ./prog   # and on b: pkill -KILL orted"},
	{"R0516", "An image cannot be bound to the communication library",
		"Images on several machines call a communication library: MPI, UCX, OFI (libfabric), " +
			"ARMCI or GASNet-EX. On the host that the message names, an image could not load " +
			"it, and the run ended on all hosts. The usual reasons: the library is not " +
			"installed there; the compiler or the header files are missing, by which Coral " +
			"makes its adapter at first use; the directory where the adapter is kept " +
			"(CORAL_CACHE) cannot be written; the host has another MPI than the launcher's; " +
			"or FI_PROVIDER names a network that libfabric does not have there. A program " +
			"with ARMCI or GASNet-EX linked into it must be started by the mpirun of the MPI " +
			"with which it was built; for another MPI, build it again, with " +
			"CORAL_MPICC=mpicc.mpich, for example.",
		"mpirun -H a,b -n 2 ./prog   # and b has neither mpicc nor what it has made"},
	{"R0517", "Images have different values of CORAL_MEMORY",
		"All images must tell the library of their memory by the same method. The setting has " +
			"reached some of them only: launchers differ in what they pass on of the " +
			"environment. Use Open MPI's `mpirun -x CORAL_MEMORY`, or MPICH's `mpiexec -genv " +
			"CORAL_MEMORY ra`.",
		"CORAL_MEMORY=ra mpirun -H a,b -n 2 ./prog   # without -x CORAL_MEMORY"},
	{"R0518", "The communication library cannot do what CORAL_MEMORY says",
		"CORAL_MEMORY chooses how the library learns of the images' memory, so that puts and " +
			"gets need no message. Not every library can do it in each way. Leave the setting " +
			"out, and Coral chooses a way that the library has; CORAL_MEMORY=messages is " +
			"possible with every library. ARMCI has rs alone, GASNet-EX has ra and ca alone. " +
			"An MPI needs one-sided communication (MPI-3) for rs, ra and ca. Open MPI has " +
			"several components for it; none may fit the network, or OMPI_MCA_osc may exclude " +
			"those that do.",
		"OMPI_MCA_osc=rdma CORAL_MEMORY=ra mpirun --mca btl tcp,self -H a,b -n 2 ./prog"},
	{"R0519", "Hosts have programs from different versions of Coral",
		"With CORAL_HOSTS the program is its own launcher, and starts itself on each host " +
			"under the same name. What it finds there was built by another version of Coral, " +
			"so that launcher and program would not understand each other. The notes say which " +
			"file each has. Build the program by one Coral, and put that file on all hosts.",
		"CORAL_HOSTS=a,b CORAL_NUM_IMAGES=2 ./prog   # and b has a ./prog built last year"},
	{"R0520", "The communication library is not in the program",
		"Some libraries are archives, which are linked into the program when it is built: " +
			"`coral conduit` shows which. CORAL_CONDUIT or --conduit names one, and the program " +
			"was built without it. Build it by `coral build --conduit NAME`, or run the source " +
			"by `coral run --conduit NAME`.",
		"coral build -o prog a.f90     # write: coral build --conduit armci -o prog a.f90\n" +
			"CORAL_CONDUIT=armci mpirun -n 2 ./prog"},
}
