package diag

// C01xx: names, types, coranks, constraints.
var resolveCodes = []CodeInfo{
	{"C0101", "A name begins with coral_",
		"Names that begin with coral_ belong to the code that Coral generates.",
		"real :: coral_me"},
	{"C0102", "An image selector behind something that is no coarray",
		"Only an entity declared with a codimension can be selected on another image. Declare it " +
			"as a coarray (real :: x[*]), or leave the selector out.",
		"real :: x\nx[2] = 1.0"},
	{"C0103", "A name from a module that is not among the files",
		"Coral must read the declaration of a coarray to translate references to it. Give it " +
			"the file with the module too.",
		"use grid          ! grid.f90 is not on the command line\nu(1)[2] = 0"},
	{"C0104", "A local coarray without SAVE",
		"A coarray in a procedure or BLOCK DATA must be saved, allocatable or a dummy argument " +
			"(F2018 C827). Pre-standard compilers took it as saved, and so does Coral, with " +
			"this warning.",
		"subroutine work\n  integer :: count[*]"},
	{"C0105", "An allocatable coarray with a coshape",
		"An allocatable coarray is declared with a deferred coshape, `[:]`; its cobounds are " +
			"given by ALLOCATE.",
		"real, allocatable :: u(:)[*]"},
	{"C0106", "A deferred coshape without ALLOCATABLE",
		"`[:]` is for allocatable coarrays; all others end in `[*]`.",
		"real :: u(10)[:]"},
	{"C0107", "Wrong number of cosubscripts",
		"An image selector, and the coshape in ALLOCATE, must have as many cosubscripts as the " +
			"coarray has codimensions.",
		"real :: u(4)[2,*]\nu(1)[3] = 0"},
	{"C0109", "A coarray with the POINTER attribute",
		"Coarrays cannot be pointers (F2018 C825). A coarray of a type with a pointer " +
			"component can take its place.",
		"real, pointer :: p(:)[:]"},
	{"C0110", "A function result with a codimension",
		"A function result cannot be a coarray (F2018 C824), nor can a procedure. A subroutine " +
			"can define a coarray dummy argument.",
		"integer function f()\n  integer :: f[*]"},
	{"C0111", "A named constant with a codimension",
		"PARAMETER and a codimension exclude each other: a constant is the same on all images.",
		"integer, parameter :: n[*] = 3"},
	{"C0112", "A coarray in a COMMON block or EQUIVALENCE set",
		"Storage association is not for coarrays (F2018 C8110, C8119). Put the coarray into a " +
			"module.",
		"common /grid/ u"},
	{"C0113", "Image control in a pure procedure",
		"A pure procedure must not synchronise (F2018 C1599). Leave PURE out, or synchronise in " +
			"the procedure that calls it.",
		"pure subroutine p()\n  sync all"},
	{"C0114", "Image control in a CRITICAL construct",
		"Only one image is in the construct: a second image control statement in it could " +
			"never be matched (F2018 C1117).",
		"critical\n  sync all\nend critical"},
	{"C0115", "Image control in DO CONCURRENT",
		"Iterations have no order, so they cannot synchronise (F2018 C1137).",
		"do concurrent (i = 1:n)\n  sync all\nend do"},
	{"C0116", "A pure procedure defines a coindexed object",
		"That would be a side effect on another image (F2018 C1594). Leave PURE out.",
		"pure subroutine p(k)\n  x[k] = 1"},
	{"C0117", "An event or lock statement with a variable of another type",
		"The variable must be of EVENT_TYPE or LOCK_TYPE from ISO_FORTRAN_ENV, which must be used.",
		"integer :: e[*]\nevent post (e[2])"},
	{"C0118", "Waiting for an event of another image",
		"An image waits for and inquires events of its own only; it posts to those of others.",
		"event wait (e[2])"},
	{"C0119", "An event or lock variable that is no coarray",
		"Variables of these types must be coarrays, or components of one (F2018 C1604, C1608).",
		"type(event_type) :: e"},
	{"C0120", "ALLOCATE with or without a coshape",
		"A coarray is allocated with a coshape, an ordinary variable without.",
		"real, allocatable :: u(:)[:]\nallocate (u(10))"},
	{"C0121", "Pointer assignment with a coindexed object",
		"A pointer is valid on its own image only (F2018 C1018, C1020). Copy the object of the " +
			"other image, or name it where it is used.",
		"p => u(1)[2]"},
	{"C0122", "ALLOCATE or DEALLOCATE of a coindexed object",
		"Each image allocates its own objects (F2018 C936).",
		"deallocate (u[2]%list)"},
	{"C0123", "A coindexed stat= or errmsg= variable",
		"The outcome of a statement is reported on the image that executes it (F2018 C1173).",
		"sync all (stat=s[2])"},
	{"C0124", "A coindexed array without subscripts",
		"The standard wants the section written out (F2018 C916); without -std=f2018 the short " +
			"form is taken.",
		"real :: u(4)[*], v(4)\nv = u[2]"},
	{"C0125", "A coindexed object in DATA",
		"Each image initialises its own variables (F2018 C876). Subscripts and loop bounds of " +
			"DATA are constant but for the variables of the loops.",
		"data x[1] /3/"},
	{"C0126", "A branch out of or into a CRITICAL construct",
		"RETURN, EXIT, CYCLE and GO TO cannot leave it (F2018 C1118); no branch leads into it " +
			"(F2018 11.1.2.1).",
		"critical\n  return\nend critical"},
	{"C0127", "A coarray dummy argument with VALUE",
		"A copy has no counterpart on other images (F2018 C862). Use INTENT(IN).",
		"integer, value :: x[*]"},
	{"C0131", "A cosubscript or cobound that is not a scalar integer",
		"One reference selects one image (F2018 R925), and cobounds are scalar integers, as " +
			"bounds are (R1028, R935, R936).",
		"x[1:2] = 0"},
	{"C0197", "A cosubscript outside of its cobounds",
		"A cosubscript lies within the cobounds of its codimension (F2018 9.6). Without a lower " +
			"cobound the first image is 1.",
		"integer :: x[*]\nx[0] = 1"},
	{"C0198", "A definition of what INTENT(IN) or PROTECTED forbids to define",
		"A dummy argument with INTENT(IN) is not defined, neither this image's nor another's " +
			"(F2018 C844), and a PROTECTED variable outside of its module neither " +
			"(F2018 8.5.15). LOCK, UNLOCK, EVENT POST, EVENT WAIT, " +
			"atomic subroutines and STAT= define their " +
			"variables, too.",
		"subroutine put(a)\n  integer, intent(in) :: a[*]\n  a[1] = 3"},
	{"C0199", "A procedure about images without its underscores",
		"Nothing declares a procedure of this name, and an intrinsic procedure has the same name " +
			"with underscores: this_image, num_images, co_sum. Write the underscores. If the " +
			"name is that of an external procedure, declare it EXTERNAL.",
		"me = thisimage()"},
	{"C0195", "A function about images without parentheses",
		"A name without parentheses is no reference to a function: THIS_IMAGE is then a " +
			"variable that nothing has defined, by the implicit rules (F2018 8.7). Write " +
			"this_image().",
		"me = this_image"},
	{"C0196", "A name that IMPORT keeps away or cannot have",
		"In a BLOCK construct or a contained procedure with IMPORT, NONE or IMPORT, ONLY, the " +
			"host's other entities are not accessible (F2018 8.8). " +
			"Coral does not give the statement to the Fortran compiler, since most know it in " +
			"interface bodies only. So a name of the host's that is not imported has to be " +
			"declared there, also without IMPLICIT NONE, and the name of an intrinsic procedure " +
			"must not have another meaning in the host. " +
			"What is imported must exist, and is not declared anew.",
		"block\n  import, only: a\n  a = b\nend block"},
	{"C0182", "Codimensions that are given twice",
		"One statement gives an entity its codimensions (F2018 C815). In a type declaration, " +
			"those behind the name replace those of the attribute.",
		"real :: u[*]\ncodimension u[2,*]"},
	{"C0132", "An allocatable coarray with INTENT(OUT)",
		"It would be deallocated at entry, on each image for itself (F2018 C830). Use " +
			"INTENT(INOUT).",
		"real, allocatable, intent(out) :: u(:)[:]"},
	{"C0134", "Wrong number of subscripts",
		"A coindexed array needs as many subscripts as it has dimensions.",
		"real :: u(4,4)[*]\nu(1)[2] = 0"},
	{"C0135", "A deferred shape without ALLOCATABLE",
		"The shape of a coarray that is not allocatable must be given.",
		"real, save :: u(:)[*]"},
	{"C0136", "An automatic coarray",
		"The bounds of a coarray that is neither allocatable nor a dummy argument must be " +
			"constant, and so must its cobounds unless it belongs to a procedure or BLOCK " +
			"construct. Make it allocatable.",
		"subroutine s(n)\n  real, save :: u(n)[*]"},
	{"C0137", "ASSOCIATE with a coindexed object",
		"Its selector must not be coindexed (F2018 C1105); an expression in parentheses may.",
		"associate (v => u(:)[2])"},
	{"C0138", "The image set of SYNC IMAGES",
		"It is `*`, an integer scalar or a rank-one integer array.",
		"sync images (1.5)"},
	{"C0139", "An argument that does not fit a coarray dummy",
		"A coarray dummy argument needs a coarray as its actual argument. These are none: an " +
			"expression, a coindexed object, a section by a vector subscript, and what an " +
			"allocatable or pointer component holds. If the dummy argument is contiguous, the " +
			"section may not have gaps. A coindexed object cannot be the actual argument of an " +
			"allocatable or pointer dummy argument. If it has an allocatable component, the " +
			"dummy argument may not be changed (F2018 15.5.2.4, 15.5.2.8).",
		"call exchange(u(:)[2])"},
	{"C0140", "An inquiry about something that is no coarray",
		"LCOBOUND, UCOBOUND, COSHAPE, IMAGE_INDEX and THIS_IMAGE inquire coarrays, without " +
			"image selector.",
		"print *, lcobound(x[2])"},
	{"C0141", "A missing argument of a collective subroutine",
		"The argument named is not optional.",
		"call co_reduce(x)"},
	{"C0142", "A collective of early compilers",
		"Early compilers had CO_SUM(source, result), where the standard reduces in place: write " +
			"total = x, then call co_sum(total). The technical specification had OPERATOR= of " +
			"CO_REDUCE, which the standard calls OPERATION=.",
		"call co_sum(x, total)"},
	{"C0143", "A procedure with coarray dummies and an implicit interface",
		"The standard asks for an explicit interface (F2018 15.4.2.2); assumed shape and " +
			"allocatable dummies cannot do without. Put the procedure into a module, or write an " +
			"interface block.",
		"external exchange\ncall exchange(u)"},
	{"C0144", "An argument that a collective subroutine cannot have",
		"A collective works on the object of each image itself, so its argument is not " +
			"coindexed. It is not polymorphic either (F2018 16.9.46 as corrected).",
		"call co_sum(x[2])"},
	{"C0145", "The ATOM argument of an atomic subroutine",
		"It must be a coarray or coindexed object of type integer(atomic_int_kind) or " +
			"logical(atomic_logical_kind).",
		"integer(int64) :: n[*]\ncall atomic_add(n[1], 1)"},
	{"C0177", "An argument of an atomic subroutine or of EVENT_QUERY",
		"VALUE of operations and STAT are scalar integers of any kind; OLD, and VALUE of " +
			"ATOMIC_DEFINE and ATOMIC_REF, are scalars of ATOM's type; COMPARE and NEW have " +
			"its kind, too (others are converted without -std=f2018). What the subroutine " +
			"defines is a variable.",
		"integer :: n[*]\ncall atomic_add(n[1], 1.5)"},
	{"C0146", "DIM outside of the corank",
		"DIM of an inquiry must be from 1 to the corank.",
		"integer :: x[*]\nprint *, lcobound(x, 2)"},
	{"C0147", "A specifier that is given twice",
		"Each of STAT=, ERRMSG= and so on may stand once.",
		"sync all (stat=a, stat=b)"},
	{"C0148", "A synchronisation subroutine of early compilers",
		"SYNC_ALL and the like are statements in the standard: write sync all.",
		"call sync_all()"},
	{"C0149", "NOTIFY= at the wrong place",
		"NOTIFY= counts a put: it may stand only in the variable of an assignment that is not " +
			"masked, and names a notify variable that is a coarray.",
		"type(notify_type) :: n[*]\ny = x[2, notify=n]"},
	{"C0150", "A coarray association without a coarray",
		"In `change team (t, name[coshape] => coarray)` the selector is the name of a coarray " +
			"(F2018 C1116), and each name stands once in the statement (C1113, C1115).",
		"change team (t, a[*] => b(1))"},
	{"C0151", "Not a team",
		"FORM TEAM, CHANGE TEAM and SYNC TEAM need a variable, or a value, of type team_type " +
			"of ISO_FORTRAN_ENV.",
		"integer :: t\nform team (1, t)"},
	{"C0152", "Leaving a CHANGE TEAM construct",
		"RETURN, GO TO, CYCLE and EXIT must not leave a CHANGE TEAM construct: the change " +
			"would not be undone (F2018 C1111, C1112, C1135, C1166). EXIT with the name of the " +
			"construct goes to its END TEAM. Nor does a branch lead into the construct from " +
			"outside (F2018 11.1.2.1).",
		"change team (t)\n  return\nend team"},
	{"C0153", "A locality that a variable cannot have",
		"LOCAL and LOCAL_INIT are for variables of which each iteration can have its own: no " +
			"coarray, nothing allocatable, optional, INTENT(IN) or with a final subroutine, no " +
			"index of the loop; and each name may stand once (F2018 C1125 to C1129).",
		"real, allocatable :: t(:)\ndo concurrent (i = 1:n) local(t)"},
	{"C0154", "A variable without locality under DEFAULT(NONE)",
		"DEFAULT(NONE) wants every variable of the block, but those by USE, in LOCAL, " +
			"LOCAL_INIT, SHARED or REDUCE (F2018 C1130).",
		"do concurrent (i = 1:n) default(none)\n  a(i) = 0"},
	{"C0155", "A specifier or argument that is not what it must be",
		"TEAM_NUMBER= of an image selector, RESULT_IMAGE and SOURCE_IMAGE are scalar integers; " +
			"TEAM= and TEAM_NUMBER= exclude each other.",
		"y = x[1, team=t, team_number=2]"},
	{"C0181", "A variable that is called like the intrinsic function of its name",
		"A name that only has a type is the intrinsic function where it stands with arguments, " +
			"and a variable elsewhere; in one scope it cannot be both.",
		"integer :: num_images\nnum_images = 3\nprint *, num_images()"},
	{"C0156", "A pointer of another image",
		"Pointers are valid on their own image: they cannot be nullified or made to point to " +
			"other images (F2018 C952, C1020).",
		"nullify (x[2]%p)"},
	{"C0157", "A procedure of another image's object",
		"Neither procedure pointers nor the dynamic type of an object can be used from another " +
			"image (F2018 C1027, C1517). Copy the object, and call the procedure of the copy.",
		"call x[2]%operation()"},
	{"C0158", "Assignment to an event, lock or notify variable",
		"These variables, and objects that have some, change by EVENT POST, LOCK and so on " +
			"only: no assignment, no INTENT(OUT), no SOURCE= (F2018 C847, C1604, C1605, C1609, " +
			"C1610).",
		"type(lock_type) :: l[*]\nl = lock_type()"},
	{"C0159", "CO_REDUCE with such an operation or argument",
		"The operation is a pure function of two scalar arguments, all of the type of A; A has " +
			"no allocatable or pointer components (F2018 16.9.49).",
		"call co_reduce(x, subroutine_name)"},
	{"C0160", "Rank and corank above fifteen",
		"Rank and corank of an entity are fifteen together at most.",
		"integer :: x(2,2,2,2,2,2,2,2)[2,2,2,2,2,2,2,*]"},
	{"C0163", "A type that no coarray can have",
		"A value of type c_ptr, c_funptr or team_type means something on its own image only, so " +
			"no coarray has such a type. Nothing of assumed type or assumed rank is a coarray " +
			"(F2018 C711, C747, C825, C838).",
		"type(team_type) :: t[*]"},
	{"C0164", "A coarray with BIND(C)",
		"C knows no coarrays: no variable with BIND(C) is one, nor a dummy argument of a " +
			"procedure with BIND(C) (F2018 C820, 18.3.6).",
		"integer, bind(c) :: n[*]"},
	{"C0165", "A coarray dummy argument of an elemental procedure or final subroutine",
		"They are called with elements, and with objects of any kind (F2018 C15101, C787).",
		"elemental subroutine s(x)\n  integer, intent(inout) :: x[*]"},
	{"C0166", "An object with coarray components at the wrong place",
		"An object of a type with coarray components is no coarray itself, no pointer, no " +
			"function result, and not INTENT(OUT) (F2018 C825, C830).",
		"type(grid), pointer :: g   ! grid has a component u(:)[:]"},
	{"C0167", "A specifier of the wrong type",
		"What stands behind the equals sign has the wrong type or is an array. Integer scalars: " +
			"STAT=, UNTIL_COUNT=, NEW_INDEX= and the number of a team. Logical scalars: " +
			"ACQUIRED_LOCK= and QUIET=. A character scalar: ERRMSG=. The code of STOP and ERROR " +
			"STOP is an integer scalar or a character scalar of default kind. STAT=, ERRMSG= and " +
			"ACQUIRED_LOCK= must be variables, since they get a value.",
		"event wait (e, until_count=1.5)"},
	{"C0168", "An upper cobound below the lower one",
		"A coarray has no empty codimension: no upper cobound is below the lower one (F2018 " +
			"8.5.6.3).",
		"real :: u[2:1,*]"},
	{"C0169", "Coarray, event or lock components that only an extension has",
		"If a type that extends another has a coarray component, or one of type event_type or " +
			"lock_type, so has its parent (F2018 7.5.2.1).",
		"type :: t\nend type\ntype, extends(t) :: u\n  real, allocatable :: halo(:)[:]\nend type"},
	{"C0190", "Both sides of an assignment have different shapes",
		"In an assignment with objects of other images, or of the cosubscripts that THIS_IMAGE " +
			"gives, all arrays have the shape of the left side (F2018 10.2.1.2).",
		"real :: a(10)[*]\na(:)[2] = [1.0, 2.0, 3.0]"},
	{"C0175", "A pure procedure copies a pointer of another image",
		"In a pure procedure a coindexed object that has a pointer component cannot be " +
			"assigned as a whole (F2018 C1594): what the pointer points to could be defined by it.",
		"pure subroutine p(k, y)\n  y = x[k]   ! has a component integer, pointer :: p"},
	{"C0176", "The dynamic type of an object of another image",
		"A polymorphic object of another image is copied with its dynamic type in assignments, " +
			"as SOURCE= and in structure constructors; but not in pure procedures, in loops of " +
			"constructors, in FORALL and WHERE, and not if it is unlimited polymorphic. The " +
			"dynamic type is that of the coarray: SELECT TYPE tells it.",
		"class(*), allocatable :: x[:], y\nallocate (y, source=x[2])"},
	{"C0179", "A coarray of another scope made VOLATILE",
		"Other images, and the rest of the program, would not know of it (F2018 C867). A " +
			"coarray is VOLATILE where it is declared, or nowhere.",
		"use grid, only: u   ! a coarray\nvolatile :: u"},
	{"C0178", "Assignment to a polymorphic coarray",
		"An assignment would give it the dynamic type of the value on one image, but that is " +
			"the same on all images (F2018 10.2.1.2). Where SELECT TYPE says the type, its " +
			"value can be assigned.",
		"class(t), allocatable :: x[:]\nx = t(1)"},
	{"C0161", "A polymorphic part of a coindexed object",
		"Behind an image selector, a polymorphic component can be inquired about, and its " +
			"components can be referenced; it cannot be referenced as a whole (F2018 C917).",
		"type :: t\n  class(shape), allocatable :: s\nend type\ntype(t) :: x[*]\n" +
			"call draw(x[2]%s)"},
	{"C0162", "A coindexed object with a polymorphic component",
		"An object of another image that has a polymorphic allocatable component, at any " +
			"depth, cannot be referenced as a whole (F2018 C918).",
		"type(t) :: x[*], y   ! has a component class(shape), allocatable :: s\ny = x[2]"},
	{"C0174", "A procedure or argument that cannot be shipped",
		"SPAWN has another image execute a procedure. Its arguments are values, which travel, " +
			"or name the target's data: coarray dummy arguments, and objects with the target's " +
			"own image selector. " +
			"What means something on this image only cannot travel: pointers, allocatable " +
			"dummy arguments, variables of a host, teams and events, another image's selector. " +
			"Arguments that travel are copies. So they cannot be given to INTENT(OUT) dummy " +
			"arguments, and what the procedure assigns to others does not come back.",
		"integer, pointer :: p\nspawn f(p)[1]   ! f has a dummy argument with the POINTER " +
			"attribute"},
	{"C0180", "A copointer",
		"A copointer `p` itself is assigned (`p => a(4:20)[k]`, `q => p`), passed to " +
			"copointers and asked (`associated(p)`, `imageof(p)`). What it refers to, on " +
			"whatever image, is written with brackets: `p[]`, `p(3)[]`, `p[]%x`. It refers to " +
			"coarrays: to elements that are equally far apart, of its own type and rank.",
		"integer, copointer :: p(:)\np(3) = 1   ! p(3)[] = 1"},
	{"C0173", "No statement of CAF 2.0",
		"In a .caf file the statements of CAF 2.0 may stand without CALL; this name is none of " +
			"them.",
		"exchange(u)"},
	{"C0171", "An argument that does not fit a statement of CAF 2.0",
		"An argument is missing, superfluous, or not of the type and rank that the statement " +
			"takes.",
		"event :: e\nevent_notify(e, 2)"},
	{"C0172", "Another image's variable in a statement about this image's",
		"One waits for events of one's own, and results are stored on the image that executes " +
			"the statement.",
		"event :: e[*]\nevent_wait(e[1])"},
}
