package diag

// C03xx: command line, files, back ends.
var driverCodes = []CodeInfo{
	{"C0301", "No Fortran compiler was found",
		"Coral translates coarrays and leaves the rest to a Fortran compiler: gfortran 12 or " +
			"later, or flang 19 or later. " +
			"It is looked for in PATH; CORAL_FC or -fc names another one.", "coral run -fc " +
			"gfortran-13 prog.f90"},
	{"C0302", "The Fortran compiler cannot be used",
		"Coral needs gfortran 12 or later, or flang 19 or later, " +
			"that compiles for x86-64 and glibc. The compiler that was found is older, of " +
			"another kind, or for another processor or C library. " +
			"CORAL_FC or -fc names another one.", "CORAL_FC=/usr/bin/gfortran-9 coral run " +
			"prog.f90"},
	{"C0303", "The command line is wrong",
		"An option or its argument is missing, unknown, or does not fit. The message says which. " +
			"Options that are not Coral's own go to the compilers. `coral help run` lists " +
			"Coral's. A file that is read cannot be one that an option names for output, such as " +
			"-o, -MF or -Wl,-Map=.",
		"coral run -n 0 prog.f90"},
	{"C0304", "A file cannot be used",
		"A file of the command line cannot be read, is a directory, or has an ending that Coral " +
			"does not know. Fortran sources end in .f90, .F90, .f and the like, C sources in .c, " +
			"Coarray Fortran 2.0 in .caf or .CAF. Correct the name. `coral info PROGRAM` says it " +
			"of a file without Coral's runtime, such as a program without coarrays that `coral " +
			"fc` or `caf` has linked: nothing of Coral is in it.",
		"coral run prog.txt"},
	{"C0305", "Something cannot be written",
		"The output file, or the directory for temporary files, cannot be written. The message " +
			"names it. Choose another output by -o, or another directory by TMPDIR.",
		"coral build -o /proc/prog prog.f90"},
	{"C0306", "An option cannot be obeyed",
		"Coarray programs cannot be built with some options, such as -static and -std=f2003. " +
			"Some options are not there in this command. Others do not fit an object that is " +
			"linked: -fno-lto leaves out objects of gcc's -flto, and so do the linkers of clang " +
			"and lld. The linker gold is refused. Coral does not drop an option silently. The " +
			"message says what to use instead; docs/limits.md lists such options.",
		"coral build -static prog.f90"},
	{"C0307", "A module is defined twice",
		"Two of the files define the same module or submodule. Leave one of the files out, or " +
			"rename one module.",
		"coral build a.f90 copy_of_a.f90"},
	{"C0308", "Files use each other's modules in a circle",
		"No order of compilation is possible. Move what both files need into a module of its " +
			"own, which both use.",
		"coral build a.f90 b.f90   # a uses b's module, b uses a's"},
	{"C0309", "Preprocessing failed",
		"The C preprocessor of the Fortran compiler could not be run. With -v Coral prints the " +
			"commands that it runs. Run the last one by itself, to see what it says.",
		"coral build -v prog.F90"},
	{"C0310", "Compiling failed",
		"The compiler could not be run, or it failed without naming a line of the program. " +
			"The message names the file. The compiler's own text, if it printed any, stands " +
			"above. Typical causes are an internal error of the compiler and a lack of memory. " +
			"With -v Coral prints the commands that it runs, and with --keep it leaves the files " +
			"that they read. Run the last command by itself to see how it ends.",
		"coral build -v prog.f90"},
	{"C0311", "Linking failed",
		"The linker's own messages stand before this one. An \"undefined reference\" is a " +
			"procedure that is in none of the files: name its file, or its library by -l and -L. " +
			"Where relocations are truncated, static data take more than 2 GiB: compile and link " +
			"with -mcmodel=medium.",
		"coral build prog.f90 -llapack"},
	{"C0312", "The runtime is missing or does not fit",
		"The coral command was built without its runtime, or the Fortran compiler cannot compile " +
			"Coral's module. Build the command by `make build` in its source tree. CORAL_RUNTIME " +
			"names the runtime of another tree (build/libcoral.a).",
		"CORAL_RUNTIME=/src/coral/build/libcoral.a coral run prog.f90"},
	{"C0313", "An unknown dialect", "The option -dialect takes standard or legacy. " +
		"The ending .caf of a file's name chooses Coarray Fortran 2.0. XcalableMP needs no " +
		"option: its directives are taken wherever they stand.", "coral run -dialect=xmp prog.f90"},
	{"C0314", "A module's interface cannot be used",
		"Beside the compiler's module files, `coral fc` leaves NAME.cmod with the coarrays and " +
			"interfaces of each module. " +
			"One is damaged, another version of Coral has written it, or it belongs to another " +
			"module file than the one that the compiler finds first: compile the module " +
			"again. Or the module file is another compiler's: gfortran reads none of flang's, " +
			"nor flang one of gfortran's.",
		"coral fc -c user.f90   # after an update of Coral"},
	{"C0315", "The launcher of MPI cannot be used",
		"`--conduit mpi`, `--conduit ucx` without `--hosts`, and `--hosts` without `--conduit " +
			"ucx` start images by mpirun or mpiexec. It was not found, or is neither Open MPI's " +
			"nor MPICH's. Install one, or name it by CORAL_MPIRUN. `--conduit ucx --hosts a,b` " +
			"needs no MPI.",
		"CORAL_MPIRUN=/opt/mpi/bin/mpirun coral run --conduit mpi -n 4 prog.f90"},
	{"C0316", "Coral cannot be bound to the communication library",
		"Coral compiles a small adapter, by which programs call the library. The compiler is " +
			"that of the MPI (mpicc, or what CORAL_MPICC names), or the C compiler for libraries " +
			"that need no MPI. Either that compiler is not installed, or the library's header " +
			"files or archive are not; the message says which, and what the compiler said. " +
			"Install what is missing, or name the directory where it is (--with NAME=DIR). " +
			"A library that stands on MPI must be built for the MPI whose mpicc is used. " +
			"`coral conduit` shows what Coral finds.",
		"coral conduit build ucx   # without libucx-dev\n" +
			"coral build --conduit gasnet --with gasnet=/opt/gasnet prog.f90   # nothing is there"},
	{"C0317", "The Fortran compiler behaves differently from what Coral needs",
		"Coral takes for granted a few things about a compiler that the standard leaves open: " +
			"docs/assumptions.md. " +
			"Each has a probe, a small program that is run once for each compiler. The message " +
			"names the probes that failed. Use another version of the compiler; STATUS.md " +
			"lists those that have been tested.", ""},
	{"C0398", "The translated text breaks a rule",
		"With CORAL_VERIFY=1 Coral audits the Fortran that it has written, before a compiler " +
			"sees it. The message names the rule that the text breaks, the place, and a path " +
			"through the program on which it does. The program is not to blame; a report with " +
			"the source helps. Without CORAL_VERIFY=1 the text is compiled as it is, and " +
			"`coral translate` prints it. docs/design/audit.md lists the rules.", ""},
	{"C0399", "A fault of Coral",
		"Coral has met a state that it does not expect. The program is not to blame; a report " +
			"with the source and what -v prints helps.", ""},
}
