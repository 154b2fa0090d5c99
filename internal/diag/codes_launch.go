package diag

// R05xx: messages of the launcher.
var launchCodes = []CodeInfo{
	{"R0501", "An image was killed by a signal",
		"The process of an image ended by a signal: a memory error (SIGSEGV, SIGBUS), abort, or kill. The launcher ends the run, says where the other images stood, and gives the exit code 128 + signal.",
		"kill -9 on one image's process"},
	{"R0502", "An image ended without STOP or ERROR STOP",
		"The process of an image left with an exit code that is not zero: the Fortran runtime does so after an error of its own, whose message stands before. The run ends with that exit code.",
		"open(10, file='missing', status='old')"},
	{"R0503", "The number of images is impossible",
		"One machine divides its address space among the images; see `coral info` for the limit.",
		"CORAL_NUM_IMAGES=1000000 ./prog"},
	{"R0504", "Too few open files are allowed",
		"The launcher reads two pipes from every image. The hard limit of open files (ulimit -Hn) must be twice the number of images and a few more.",
		"ulimit -n 100; CORAL_NUM_IMAGES=64 ./prog"},
	{"R0505", "The memory that images share could not be made",
		"Images share one sparse memory object without a name. A limit of the address space (ulimit -v) or of file sizes (ulimit -f) forbids it although it reserves addresses only.",
		"ulimit -v 8000000; ./prog"},
	{"R0506", "An image could not be started",
		"The system refused another process: the limit of processes (ulimit -u, or the control group's pids.max) or memory.",
		"ulimit -u 50; CORAL_NUM_IMAGES=200 ./prog"},
	{"R0507", "A setting has a value that does not fit",
		"An environment variable of Coral has a value of the wrong form; docs/settings.md lists them all.",
		"CORAL_NUM_IMAGES=many ./prog"},
	{"R0508", "All images have failed",
		"Every image executed FAIL IMAGE; nothing is left to go on. The exit code is 1.",
		"fail image"},
}
