package diag

// R0xxx: messages of running images. R01xx start, R02xx image control, R03xx memory, R04xx
// collectives and copies; their texts are in capi/core/codes.h, and a test there holds both
// together.
var runtimeCodes = []CodeInfo{
	{"R0101", "Wrong start of an image",
		"A process found CORAL_BOOT in its environment, by which the launcher tells a process " +
			"that it is an image, but what it says does not fit this program. Only the launcher " +
			"sets that variable: unset it. Launcher and images must come from one build of one " +
			"program.",
		"CORAL_BOOT=x ./prog"},
	{"R0102", "Program at a fixed address",
		"The memory of the other images is mapped around the program's own data. That needs a " +
			"position-independent executable. Link the program by `coral build`.",
		"gfortran -no-pie prog.o libcoral.a"},
	{"R0103", "Program too large for a slot",
		"The addresses of one machine are divided evenly among the images. With so many images " +
			"the part of each is smaller than the program's static data, or its text. Run fewer " +
			"images, or make large arrays allocatable.",
		"real :: a(10**9, 10)[*]   ! with 4,000 images"},
	{"R0104", "Memory could not be mapped",
		"The system refused to map the memory that images share. It is sparse: addresses are " +
			"reserved, not memory. A limit of the address space (ulimit -v) or strict " +
			"overcommitment forbids that. Raise the limit, or run fewer images.",
		"ulimit -v 8000000; ./prog"},
	{"R0105", "The connection to an image is lost",
		"The communication library has lost an image that had not stopped: its process has died, " +
			"its machine is down, or the network is cut. The run ends, on all machines. Look for " +
			"an earlier message of that image, and whether its machine answers. The kernel's log " +
			"(dmesg) tells if it ended the process for want of memory.",
		"kill -9 on one image's process, CORAL_CONDUIT=ucx"},
	{"R0106", "The stack is full",
		"Procedures have called each other too deeply, or have local arrays that are too large " +
			"for the stack, which the system lets grow to a limit only. The message names the " +
			"line. Make large arrays allocatable, end the recursion, or raise the limit before " +
			"the run: ulimit -s unlimited.",
		"recursive subroutine s(n)\nreal :: a(100000)\n...\ncall s(n + 1)"},
	{"R0107", "The program has no main program",
		"None of the files on the command line has a main program (of C: a function main). An " +
			"empty file has none either. Name the file that has it.",
		"coral run module.f90   # which has a module alone"},
	{"R0108", "A forked process is not an image",
		"An image has called fork, and the new process executes a statement that involves other " +
			"images, or defines a variable of another image. The other images cannot tell it " +
			"from the image that has forked it, so it ends. It may use its copies of the " +
			"image's variables, write files and end. It may read variables of other images that " +
			"share memory with its image. Let the image itself execute all other statements. If " +
			"the process has assigned to a variable of another image, the message names no line. " +
			"The run goes on without the forked process, whose exit code is 1.",
		"if (c_fork() == 0) sync all   ! c_fork is an interface to the C function fork"},
	{"R0109", "A call through a null procedure pointer",
		"A call went through a procedure pointer, or a procedure pointer component, that is not " +
			"associated, or it called an optional dummy procedure that is not present. In C it " +
			"went through a null function pointer. The message names the line of the call. If " +
			"the call ends its procedure, optimised code has jumped: then the line is that of " +
			"the procedure's caller. Compile with -O0 to see the call itself, and with -g where " +
			"`coral fc` compiles. flang may leave out a call if it finds that the pointer is " +
			"always null. Associate the pointer first, and ask associated(p) or present(p) where " +
			"it may be missing.",
		"procedure(f), pointer :: p => null()\ncall p(x)   ! write before it: p => some_procedure"},
	{"R0201", "An image has stopped",
		"A statement waits for an image that has executed STOP or END PROGRAM and so will never " +
			"come (F2018 11.6.11). Let all images execute the statement before they stop. With " +
			"STAT= the statement returns STAT_STOPPED_IMAGE, and the program goes on.",
		"if (this_image() == 2) stop\nsync all"},
	{"R0202", "An image has failed",
		"A statement involves an image that has executed FAIL IMAGE or has died. With STAT= " +
			"the statement returns STAT_FAILED_IMAGE, and the program can go on without that " +
			"image.",
		"if (this_image() == 2) fail image\nsync all"},
	{"R0203", "No such image",
		"An image index is less than 1 or larger than the number of images in the current team. " +
			"Compare it with num_images(). Where images are mapped, Coral compares the index of " +
			"an image selector only with -check. Without it a wrong index is an address where no " +
			"image is. If the program uses that memory, the run ends with this code: the message " +
			"names the line, and the image that would be there. Compile with -check to see the " +
			"index at the statement.",
		"sync images (num_images() + 1)"},
	{"R0204", "An image is named twice",
		"The values in the set of SYNC IMAGES must be distinct (F2018 11.6.4). So the set has " +
			"at most as many values as the team has images. On two images, the left and the " +
			"right neighbour are the same one. Leave the second one out. In C, xmp_sync_images " +
			"takes the number of images, and an array of their indices.",
		"sync images ([2, 2])"},
	{"R0205", "Lock held already",
		"This image has locked the variable and locks it again. Unlock it first. With STAT= the " +
			"statement returns STAT_LOCKED.",
		"lock (l[1])\nlock (l[1])"},
	{"R0206", "Lock not held",
		"UNLOCK of a lock variable that nobody has locked. Each UNLOCK needs a LOCK before it. " +
			"With STAT= the statement returns STAT_UNLOCKED.",
		"unlock (l[1])"},
	{"R0207", "Lock held by another image",
		"Only the image that has locked a variable may unlock it. Let that image execute UNLOCK. " +
			"With STAT= the statement returns STAT_LOCKED_OTHER_IMAGE.",
		"if (this_image() == 1) lock (l[1])\nsync all\nif (this_image() == 2) unlock (l[1])"},
	{"R0208", "Not a variable of an image",
		"A lock, event or atomic variable must be a coarray, or part of one: only those lie in " +
			"memory that images share. An image index that is far out of range leads to this " +
			"message too: -check compares it.",
		"type(event_type) :: e[*]\nevent post (e[k])   ! k is 100, on two images"},
	{"R0209", "Event of another image",
		"EVENT WAIT waits for an event of the image that executes it. A procedure that waits for " +
			"its dummy argument was called with another image's event. Give it the event without " +
			"image selector.",
		"call receive(e[2])  ! receive has: event wait (ev)"},
	{"R0210", "No such team",
		"FORM TEAM needs a positive team number, and distinct indices from 1 to the number of " +
			"images in the team. CHANGE TEAM needs a team that the current team has formed " +
			"(F2018 11.1.5): execute FORM TEAM before it, in the same team. In CAF 2.0 a " +
			"SPAWN inside of FINISH may only name images of the team of the FINISH. Only these " +
			"wait for each other at its end. To name others, write finish (team_world).",
		"form team (1, t)\nchange team (t)\n  change team (t)   ! t was formed outside"},
	{"R0219", "A team variable that is not defined",
		"A statement, an image selector or an inquiry function names a team variable that has " +
			"no value on this image. The message says which statement or function it is. Before " +
			"it, execute FORM TEAM with this variable on all images of the current team, or " +
			"assign the result of GET_TEAM to the variable.",
		"type(team_type) :: t\nprint *, num_images(t)   ! write before it: form team (1, t)"},
	{"R0220", "No team with this number or level",
		"A team number stands in TEAM_NUMBER= of an image selector, and in NUM_IMAGES and " +
			"IMAGE_INDEX. It is the number of a team that the same FORM TEAM has formed as the " +
			"current team, or -1 for the initial team. In the initial team only -1 is possible. " +
			"The level in GET_TEAM is INITIAL_TEAM, PARENT_TEAM or CURRENT_TEAM of " +
			"ISO_FORTRAN_ENV.",
		"print *, num_images(team_number=7)   ! outside of CHANGE TEAM"},
	{"R0211", "Not a team of this image",
		"A statement of CAF 2.0 names a team that was never made, or team_null, which team_split " +
			"gives for a negative colour. Make the team by team_split with a colour that is not " +
			"negative, or let only its members execute the statement.",
		"team :: t\nteam_split(team_world, -1, 0, t)\nwith team t"},
	{"R0212", "Event sets and lock sets",
		"Initialise a set before its use (eventset_init, lockset_init), and add each member " +
			"once. Wait only for a set whose events are all this image's.",
		"eventset :: es\neventset_add(es, e[1])   ! without eventset_init(es)\n" +
			"eventset_waitall(es)"},
	{"R0213", "Arguments of a collective of CAF 2.0",
		"The root must be a rank of the team. When a collective gathers, its destination " +
			"has room for the sources of all images. When it scatters, its source has a part " +
			"for each image. In other collectives both have the same shape. If they are of type " +
			"character, source and destination have the same length.",
		"integer :: one, all(1)\nteam_gather(one, all, 0)   ! on two images"},
	{"R0214", "Node arrays",
		"A node array of XcalableMP has more nodes than the run, a reference to it goes beyond " +
			"its shape, or a directive in a task names a node that does not execute the task. " +
			"Start at least as many images as the node array has nodes, or declare it with `*`: " +
			"p(*).",
		"#pragma xmp nodes p(4)\n...\n#pragma xmp task on p(5)"},
	{"R0215", "Topologies",
		"The dimensions of a Cartesian topology multiply to the size of the team. Edges of a " +
			"graph lead to ranks of the team, and belong to classes. Who asks for neighbours " +
			"names a team that has been given such a topology. In the example 2 times 2 is not 3.",
		"topology_cartesian(team_world, [2, 2], [.true., .true.])   ! on three images"},
	{"R0216", "Images execute different image control statements",
		"All images of a team must execute the same image control statements and collective " +
			"subroutines in the same order: a SYNC ALL of one image does not correspond to an " +
			"ALLOCATE or a CO_SUM of another. The message names both statements, and their " +
			"lines if they are known. Often one of them stands in an IF construct that only " +
			"some images enter. An image in SYNC IMAGES and another one in such a statement " +
			"make the same mistake: each waits for the other, and neither comes. If images " +
			"deallocate different coarrays, the message says which image deallocates which " +
			"one. The run ends even if the statements have STAT=.",
		"if (this_image() == 1) then\n  sync all\nelse\n  call move_alloc(a, b)   ! coarrays\n" +
			"end if"},
	{"R0218", "A number of events or notifications",
		"In CAF 2.0 event_init(array, n) begins n events, each with no notification: the array " +
			"must have at least n elements. The n of event_notify and event_wait is a number of " +
			"notifications, and is not negative.",
		"event :: e(4)\ncall event_init(e, 5)   ! write: event_init(e, 4)"},
	{"R0301", "Coarray not allocated",
		"A coarray was used with an image selector, but it is not allocated. All images of the " +
			"team execute its ALLOCATE statement first. In C a coarray of a pointer is allocated " +
			"by xmp_malloc, and xmp_free makes the variable null that it is given. With -check " +
			"other pointers to a freed coarray are told, too.",
		"real, allocatable :: u(:)[:]\nprint *, u(1)[2]    ! write before it: allocate (u(10)[*])"},
	{"R0302", "Out of memory",
		"There is not enough memory for an allocation on all images, or for a copy that the " +
			"runtime needs. ALLOCATE with STAT= returns the error, and the program goes on. For " +
			"teams, SYNC IMAGES, and copies the run ends. Each image needs the memory: use " +
			"fewer images, or more machines.",
		"allocate (u(10_8**13)[*])"},
	{"R0303", "Allocated coarray cannot change its shape or length",
		"Assignment to an allocatable coarray may not allocate it anew (F2018 10.2.1.2): its " +
			"address must stay the same on all images. Deallocate and allocate it. A value of " +
			"another character length may be assigned to a substring or section, such as " +
			"s(:) = 'text', which keeps the length.",
		"allocate (u(10)[*])\nu = [u, 1.0]"},
	{"R0304", "Allocation status does not fit",
		"ALLOCATE of a coarray that is allocated, or DEALLOCATE of one that is not. Ask by " +
			"allocated(u) before the statement, or use STAT=.",
		"deallocate (u, v)   ! v is not allocated"},
	{"R0305", "Images allocate differently",
		"All images of the team must execute the same ALLOCATE or DEALLOCATE statement, with the " +
			"same bounds (F2018 9.7.1.2). The message says which image asks for how many bytes. " +
			"If one image executes another statement, the code is R0216.",
		"allocate (u(this_image())[*])"},
	{"R0306", "Coarray outside the shared memory",
		"The memory of a coarray dummy argument is not that of a coarray: an expression or a " +
			"copy was passed, or the variable belongs to a shared library. Pass the coarray " +
			"itself.\n\nCompilers pass copies of some polymorphic arrays to dummy arguments that " +
			"are not polymorphic: gfortran where the dynamic type is an extension, versions 15 " +
			"and 16 also for dummy arguments of explicit shape, of assumed size, or with " +
			"CONTIGUOUS. Declare such a dummy argument class(t).\n\n" +
			"Or an allocatable coarray was defined without having been allocated: an assignment " +
			"does not allocate coarrays (F2018 10.2.1.2), so allocate it first.",
		"real, allocatable :: u(:)[:]\nu = [1.0, 2.0]   ! u is not allocated\nprint *, u(1)[2]"},
	{"R0307", "Component not allocated on another image",
		"An allocatable component of another image's object is not allocated there, or a " +
			"pointer component is not associated. Let that image allocate it, and synchronise " +
			"before the reference; or ask by allocated(x[2]%p).",
		"x[2]%p(1) = 0   ! image 2 has not allocated x%p"},
	{"R0308", "Component outside the shared memory",
		"A component of another image's object points to memory that images do not share: to a " +
			"variable on the stack, or to what a shared library has allocated. The kernel could " +
			"copy it, but does not: nothing is there any more, or the kernel forbids one process " +
			"to read another's memory. Point to a saved variable, or to memory that ALLOCATE has " +
			"made.",
		"x%p => local   ! local is not saved, and its procedure has returned"},
	{"R0309", "Subscript of a coindexed object out of bounds",
		"With -check, subscripts of coindexed objects and of their components are compared with " +
			"the bounds. The message has both. Those of a copointer come from its assignment, as " +
			"in p => u(1:3)[2]. Correct the subscript. In the example u has four elements.",
		"real :: u(4)[*]\nprint *, u(5)[2]"},
	{"R0310", "An upper cobound below the lower one",
		"The cobounds of an ALLOCATE statement, a dummy argument or a CHANGE TEAM statement " +
			"make an empty codimension (F2018 8.5.6.3). Look at the values in the brackets.",
		"allocate (x[n:n-1,*])"},
	{"R0311", "A copointer that refers to nothing",
		"What a copointer refers to was used, but the copointer has not been assigned since the " +
			"program began or since it was nullified, or the coarray was deallocated. Assign it " +
			"first. That the coarray was deallocated is found on the image that has assigned " +
			"the copointer; ASSOCIATED does not tell it.",
		"integer, copointer :: p\np[] = 1             ! write before it: p => a[2]"},
	{"R0312", "An object whose type has no part in images",
		"A polymorphic object of another image is copied, and a polymorphic component broadcast, " +
			"by the layout of its type. The scope that defines the type tells the runtime the " +
			"layout. The dynamic type of this object is of a module that was compiled as one " +
			"without coarrays, or a BLOCK construct defines it, or (in a broadcast) a shared " +
			"library. Compile the module by `caf` or `coral fc -fcoarray=lib`, or move the type " +
			"into a module.",
		"class(t), allocatable :: x[:], y\ny = x[2]   ! x is of a type that extends t elsewhere"},
	{"R0313", "A cosubscript out of bounds",
		"With -check Coral compares each cosubscript of an image selector with its cobounds. " +
			"(The last codimension has no upper cobound: the number of images is its limit.) " +
			"Without -check a cosubscript out of bounds may select an image that exists, but not " +
			"the one that is meant. Correct the cosubscript.",
		"real :: x[2,*]\nprint *, x[3,1]     ! write: x[1,2], which is the same image"},
	{"R0314", "An atomic construct that cannot be atomic between images",
		"Images exchange words of up to 8 bytes in one step. The object of an OpenMP atomic " +
			"construct has more bytes, or lies across two such words, as a component of a " +
			"SEQUENCE type or a COMMON block can. This happens in the run if Coral does not " +
			"know the kind when it compiles: one from an intrinsic function such as " +
			"selected_real_kind, or from a module that was compiled apart. Use an object of at " +
			"most 8 bytes, align it, or put the statement into a CRITICAL construct of Fortran, " +
			"outside the parallel region. LOCK and UNLOCK do not separate threads of one image.",
		"integer, parameter :: k = selected_real_kind(18)\nreal(k) :: z[*]\n" +
			"!$omp atomic\nz[2] = z[2] + 1"},
	{"R0315", "Too many nested atomic constructs",
		"The statement of an OpenMP atomic construct may call a function that executes another " +
			"atomic construct. At most 16 atomic constructs of a thread can be nested like this. " +
			"Call the function before the construct, and use its value there.",
		"integer :: n[*]\n!$omp atomic\nn[2] = n[2] + f(20)   ! f(i) does the same with f(i - 1)"},
	{"R0401", "Images disagree about a collective",
		"All images of the team must call the same collective subroutine with the same type " +
			"and shape, the same length if they are characters, and the same SOURCE_IMAGE or " +
			"RESULT_IMAGE. In XcalableMP all nodes execute the same directive, with the same " +
			"type, number of elements, operation and node. The message says what two images do, " +
			"and at which lines where both are known. For asynchronous collectives (async in " +
			"XcalableMP, names that end in _async in CAF 2.0) the message may name a later " +
			"statement, since images go on without waiting. Between machines, some mistakes " +
			"with asynchronous collectives of CAF 2.0 are found only with -check.",
		"call co_sum(a(1:this_image()))    ! write: call co_sum(a)\n\n/* in C: */\n" +
			"int n; double r;\nif (xmpc_this_image() == 0) {\n#pragma xmp bcast(n)\n} else {\n" +
			"#pragma xmp bcast(r)    /* write: bcast(n) */\n}"},
	{"R0402", "Collective not defined for this type",
		"CO_SUM is for numbers, CO_MIN and CO_MAX for integers, reals and characters. In C the " +
			"operators & | ^ and && || are for integers. Use CO_REDUCE with a function of your " +
			"own, or another type.",
		"double x;\n#pragma xmp reduction(& : x)"},
	{"R0403", "No such image in a collective",
		"RESULT_IMAGE or SOURCE_IMAGE is less than 1 or larger than the number of images.",
		"call co_broadcast(a, source_image=0)"},
	{"R0404", "Sides of an assignment do not fit",
		"The two sides of an assignment with a coindexed array have different shapes, or a " +
			"coindexed allocatable character gets a value of another length, which the standard " +
			"forbids (F2018 10.2.1.2). With -check Coral compares them. Make both sides equally " +
			"long.",
		"v(1:3) = u(1:n)[2]  ! n is 4; write: v(1:n)"},
	{"R0405", "The runtime could not do its work",
		"Something that the runtime relies on did not happen. The message says what. If it names " +
			"no limit of the system, report it with the program.",
		""},
	{"R0406", "An operand of a collective does not exist",
		"The operand of a collective is not allocated, is a pointer that is not associated, or " +
			"is an optional argument that is not present. The message names it. Every image of " +
			"the team passes an operand of the same shape: allocate it on each image before the " +
			"statement. If only some images take part, form a team of these images, and execute " +
			"the statement in that team. SOURCE_IMAGE must exist, too. STAT= does not catch this.",
		"real, allocatable :: a(:)\ncall co_sum(a)   ! write before it: allocate (a(n))"},
	{"R0601", "Asynchronous operation failed",
		"An operation that goes on after its statement met an error, which no statement can " +
			"report: of a shipped procedure, a collective or a copy. The message says which " +
			"operation, and what the error was. Correct that error.",
		"spawn f(x)[1]   ! f ends in an error"},
	{"R0602", "A shipped procedure must not wait",
		"A procedure that another image has shipped runs inside a statement of this one, which " +
			"could not end while the procedure waits for other images. Move the wait after END " +
			"FINISH in the image that has shipped the procedure. A shipped procedure may notify " +
			"events, copy and spawn; events and locks that are free at once do not make it wait.",
		"subroutine shipped()\n  sync all"},
	{"R0603", "A procedure or argument cannot be shipped",
		"The target calls the procedure at its own place in the program, with its own data. A " +
			"section with gaps can be passed only where the dummy argument has assumed shape: " +
			"declare it a(:). The value of a polymorphic argument goes along with its dynamic " +
			"type, which must not have pointers, events or the like: these mean something on " +
			"their own image only.",
		"spawn f(table(1:9:2)[p])[p]   ! the dummy argument is an array of explicit shape"},
}
