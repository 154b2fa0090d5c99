package diag

// C01xx: names, types, coranks, constraints.
var resolveCodes = []CodeInfo{
	{"C0101", "A name begins with coral_",
		"Names that begin with coral_ belong to the code that Coral generates. Choose another " +
			"name.",
		"real :: coral_me"},
	{"C0102", "An image selector after something that is no coarray",
		"Only an entity declared with a codimension can be selected on another image. Declare it " +
			"as a coarray (real :: x[*]), or leave the selector out.",
		"real :: x\nx[2] = 1.0"},
	{"C0243", "A component that an object does not have",
		"The type of the coarray, or of a component after its image selector, has no component " +
			"of this name. Correct the name, or declare the coarray with a type that has the " +
			"component. A polymorphic object has the components of its declared type. Use " +
			"SELECT TYPE to refer to those of an extension. An object of an intrinsic type has " +
			"no components, but %kind may follow it. %re and %im may follow a complex object, " +
			"and %len a character object.",
		"real :: x[*]\nx[1]%p = 1.0"},
	{"C0103", "A name from a module that is not among the files",
		"Coral must read the declaration of a coarray to translate references to it. Name the " +
			"file with the module on the command line, too. With `coral fc`, compile that file " +
			"first, and name the directory of its module files by -I.",
		"use grid          ! grid.f90 is not on the command line\nu(1)[2] = 0"},
	{"C0104", "A local coarray without SAVE",
		"A coarray in a procedure or BLOCK DATA must be saved, allocatable or a dummy argument " +
			"(F2018 C827). Early compilers took it as saved, and so does Coral, with this " +
			"warning. Write SAVE to say so. AUTOMATIC, an attribute of old compilers, is an " +
			"error here.",
		"subroutine work\n  integer :: count[*]   ! write: integer, save :: count[*]"},
	{"C0105", "An allocatable coarray with a coshape",
		"An allocatable coarray is declared with a deferred coshape, `[:]`. ALLOCATE gives its " +
			"cobounds.",
		"real, allocatable :: u(:)[*]   ! write: u(:)[:], then allocate (u(10)[*])"},
	{"C0106", "A deferred coshape without ALLOCATABLE",
		"`[:]` is for allocatable coarrays only. Other coarrays end in `[*]`. Add ALLOCATABLE, " +
			"or write `[*]`.",
		"real :: u(10)[:]    ! write: real :: u(10)[*]"},
	{"C0107", "Wrong number of cosubscripts",
		"An image selector, and the coshape in ALLOCATE, must have as many cosubscripts as the " +
			"coarray has codimensions. In the example u has two codimensions, [2,*], and the " +
			"selector has one cosubscript. Write one for each codimension: u(1)[1,2].",
		"real :: u(4)[2,*]\nu(1)[3] = 0"},
	{"C0109", "A coarray with the POINTER attribute",
		"Coarrays cannot be pointers (F2018 C825), nor what a Cray pointer points to. A coarray " +
			"of a type with a pointer component can take its place.",
		"real, pointer :: p(:)[:]"},
	{"C0110", "A function result with a codimension",
		"A function result cannot be a coarray (F2018 C824), nor can a procedure. Write a " +
			"subroutine with a coarray dummy argument instead.",
		"integer function f()\n  integer :: f[*]"},
	{"C0111", "A named constant with a codimension",
		"PARAMETER and a codimension exclude each other: a constant is the same on all images. " +
			"Leave out one of them.",
		"integer, parameter :: n[*] = 3"},
	{"C0112", "A coarray in a COMMON block or EQUIVALENCE set",
		"A coarray cannot be in a COMMON block or an EQUIVALENCE set (F2018 C8110, C8119). Put " +
			"it into a module.",
		"real :: u(10)[*]\ncommon /grid/ u"},
	{"C0113", "Image control in a pure procedure",
		"A pure procedure must not synchronise (F2018 C1599). Leave PURE or SIMPLE out, or " +
			"synchronise in the procedure that calls it.",
		"pure subroutine p()\n  sync all"},
	{"C0114", "Image control in a CRITICAL construct",
		"Only one image at a time is in the construct, so a second image control statement in it " +
			"could never be matched (F2018 C1117). Move the statement before the construct or " +
			"after it.",
		"critical\n  sync all\nend critical"},
	{"C0115", "Image control in DO CONCURRENT",
		"Iterations of DO CONCURRENT have no order, so they cannot synchronise (F2018 C1137). " +
			"Write an ordinary DO loop, or synchronise after the loop.",
		"do concurrent (i = 1:n)\n  sync all\nend do"},
	{"C0116", "A pure procedure defines a coindexed object",
		"That would be a side effect on another image (F2018 C1594). Leave PURE or SIMPLE out.",
		"pure subroutine p(k)\n  x[k] = 1"},
	{"C0117", "An event or lock statement with a variable of another type",
		"The variable must be of EVENT_TYPE, LOCK_TYPE or NOTIFY_TYPE from the module " +
			"ISO_FORTRAN_ENV. Declare it so: type(event_type) :: e[*]. If the message says that " +
			"the type is not known, add `use, intrinsic :: iso_fortran_env`. Events and locks of " +
			"CAF 2.0 have statements of their own, such as event_notify and lock_acquire.",
		"integer :: e[*]\nevent post (e[2])"},
	{"C0118", "Waiting for an event of another image",
		"An image waits for its own events only, and asks only about its own. It posts to those " +
			"of others. Wait for e, without image selector, and let the other image post e[k] to " +
			"this one.",
		"event wait (e[2])"},
	{"C0119", "An event or lock variable that is no coarray",
		"Variables of these types must be coarrays, or components of one (F2018 C1604, C1608). " +
			"Add a codimension.",
		"use iso_fortran_env\ntype(event_type) :: e   ! write: type(event_type) :: e[*]"},
	{"C0120", "ALLOCATE with or without a coshape",
		"A coarray is allocated with a coshape, an ordinary variable without.",
		"real, allocatable :: u(:)[:]\nallocate (u(10))    ! write: allocate (u(10)[*])"},
	{"C0121", "Pointer assignment with a coindexed object",
		"A pointer is valid on its own image only (F2018 C1018, C1020). Copy the object of the " +
			"other image, or name it where it is used.",
		"p => u(1)[2]"},
	{"C0122", "ALLOCATE or DEALLOCATE of a coindexed object",
		"Each image allocates and deallocates its own objects (F2018 C936). Leave the image " +
			"selector out, and let the other image execute the statement.",
		"deallocate (u[2]%list)"},
	{"C0123", "A coindexed stat= or errmsg= variable",
		"The outcome of a statement is reported on the image that executes it (F2018 C1173). " +
			"Name a variable without image selector.",
		"sync all (stat=s[2])"},
	{"C0124", "A coindexed array without subscripts",
		"The standard wants the section written out (F2018 C916). Without -std=f2018 Coral takes " +
			"the short form.",
		"real :: u(4)[*], v(4)\nv = u[2]            ! write: v = u(:)[2]"},
	{"C0125", "A coindexed object in DATA",
		"Each image initialises its own variables (F2018 C876). Leave the image selector out. " +
			"Subscripts and loop bounds in DATA are constants or variables of its implied loops.",
		"data x[1] /3/"},
	{"C0126", "A branch out of or into a CRITICAL construct",
		"RETURN, EXIT, CYCLE and GO TO cannot leave the construct (F2018 C1118), and no branch " +
			"leads into it (F2018 11.1.2.1). Set a variable in the construct, and test it after " +
			"END CRITICAL.",
		"critical\n  return\nend critical"},
	{"C0127", "A coarray dummy argument with VALUE",
		"A copy has no counterpart on other images (F2018 C862). Use INTENT(IN).",
		"integer, value :: x[*]"},
	{"C0131", "A cosubscript or cobound that is not a scalar integer",
		"One reference selects one image, so a cosubscript is a scalar integer (F2018 R925). " +
			"Cobounds are scalar integers, as bounds are (R1028, R935, R936). To refer to " +
			"several images write a DO loop over them.",
		"integer :: x[*]\nx[1:2] = 0"},
	{"C0197", "A cosubscript outside of its cobounds",
		"A cosubscript lies within the cobounds of its codimension (F2018 9.6). Without a lower " +
			"cobound, cosubscripts begin at 1. If they shall begin at 0, declare x[0:*].",
		"integer :: x[*]\nx[0] = 1"},
	{"C0198", "A definition of what INTENT(IN) or PROTECTED forbids to define",
		"A dummy argument with INTENT(IN) must not be defined, neither on this image nor on " +
			"another one (F2018 C844). A PROTECTED variable must not be defined outside its " +
			"module (F2018 8.5.15). LOCK, UNLOCK, EVENT POST, EVENT WAIT, atomic subroutines and " +
			"STAT= define their variables, too. Declare the dummy argument with INTENT(INOUT).",
		"subroutine put(a)\n  integer, intent(in) :: a[*]\n  a[1] = 3"},
	{"C0183", "What a simple procedure must not do",
		"A simple procedure is pure, and the values that it refers to come by its arguments " +
			"alone (F2023 15.8). It uses no variable of a module, of its host, or of a common " +
			"block, unless a constant expression inquires about it, as kind(x) does. Each " +
			"procedure that it calls must be simple: by name, as a defined operation, or as a " +
			"defined assignment. So must its dummy procedures and its internal procedures. " +
			"Intrinsic procedures that are pure are simple. It has no ENTRY. Pass the variable " +
			"as an argument, give the procedure that is called the prefix SIMPLE, or write PURE.",
		"module m\n  real :: factor = 2\ncontains\n  simple function scaled(x)\n" +
			"    real, intent(in) :: x\n    real :: scaled\n    scaled = factor * x\n" +
			"  end function\nend module\n\n! right:\n  simple function scaled(x, factor)\n" +
			"    real, intent(in) :: x, factor\n    real :: scaled\n" +
			"    scaled = factor * x\n  end function"},
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
		"In a BLOCK construct or a contained procedure with IMPORT, NONE or IMPORT, ONLY, other " +
			"entities of the host are not accessible (F2018 8.8). Add the name to IMPORT, ONLY, " +
			"or declare it in the construct. It must be declared there also without IMPLICIT " +
			"NONE. What is imported must exist in the host, and is not declared again. Coral " +
			"does not pass IMPORT on, since most compilers know it in interface bodies only. So " +
			"the name of an intrinsic procedure must not have another meaning in the host.",
		"block\n  import, only: a\n  a = b               ! write: import, only: a, b\nend block"},
	{"C0182", "Codimensions that are given twice",
		"One statement gives an entity its codimensions (F2018 C815). Leave out one of the two. " +
			"In a type declaration, the codimensions after the name replace those of the " +
			"attribute.",
		"real :: u[*]\ncodimension u[2,*]"},
	{"C0132", "An allocatable coarray with INTENT(OUT)",
		"Each image would deallocate it at entry by itself (F2018 C830). Use INTENT(INOUT).",
		"subroutine s(u)\n  real, allocatable, intent(out) :: u(:)[:]"},
	{"C0134", "Wrong number of subscripts",
		"A coindexed array needs as many subscripts as it has dimensions. In the example u has " +
			"two dimensions: write u(1,1)[2] for an element, or u(:,1)[2] for a column.",
		"real :: u(4,4)[*]\nu(1)[2] = 0"},
	{"C0135", "A deferred shape without ALLOCATABLE",
		"A coarray that is not allocatable must have its bounds in the declaration. Give them, " +
			"or add ALLOCATABLE and a deferred coshape.",
		"real, save :: u(:)[*]   ! write: real, allocatable :: u(:)[:]"},
	{"C0136", "An automatic coarray",
		"The bounds of a coarray that is neither allocatable nor a dummy argument must be " +
			"constant, and so must its cobounds unless it belongs to a procedure or BLOCK " +
			"construct. Make it allocatable.",
		"subroutine s(n)\n  real, save :: u(n)[*]"},
	{"C0137", "ASSOCIATE with a coindexed object",
		"The selector of ASSOCIATE must not be coindexed (F2018 C1105), nor what a copointer " +
			"refers to. In parentheses it is an expression, whose value the associate name gets.",
		"real :: u(4)[*]\nassociate (v => u(:)[2])   ! write: associate (v => (u(:)[2]))\n" +
			"end associate"},
	{"C0138", "The image set of SYNC IMAGES",
		"The image set is `*`, an integer scalar, or an integer array of rank one.",
		"sync images (1.5)   ! write: sync images (2), or sync images ([1, 2])"},
	{"C0139", "An argument that does not fit a coarray dummy",
		"A coarray dummy argument needs a coarray as its actual argument. These are none: an " +
			"expression, a coindexed object, a section with a vector subscript, and what an " +
			"allocatable or pointer component holds. Pass the coarray without image selector. If " +
			"the dummy argument is contiguous, the section may not have gaps. A coindexed object " +
			"cannot be the actual argument of an allocatable or pointer dummy argument. If it " +
			"has an allocatable component, the dummy argument must have INTENT(IN) or VALUE. A " +
			"polymorphic coindexed object cannot be the actual argument of a polymorphic dummy " +
			"argument: pass its value, (s[2]), or use SELECT TYPE (F2018 15.5.2.4, 15.5.2.8).",
		"real :: u(4)[*]\ncall exchange(u(:)[2])   ! write: call exchange(u)\ncontains\n" +
			"subroutine exchange(a)\n  real :: a(4)[*]\nend subroutine"},
	{"C0140", "An inquiry about something that is no coarray",
		"LCOBOUND, UCOBOUND, COSHAPE, IMAGE_INDEX and THIS_IMAGE ask about a coarray. Name it " +
			"without image selector.",
		"print *, lcobound(x[2])   ! write: lcobound(x)"},
	{"C0141", "A missing argument of a collective subroutine",
		"The argument that the message names is not optional. Add it.",
		"call co_reduce(x)   ! write: call co_reduce(x, operation)"},
	{"C0246", "An intrinsic subroutine as a function",
		"Other parallel languages have functions for sums over images. In Fortran these are " +
			"subroutines. CO_SUM and the other collective subroutines replace the value of their " +
			"argument A by the result. In EVENT_QUERY and the atomic subroutines another " +
			"argument gets the result, if there is one: COUNT, VALUE or OLD. Call the " +
			"subroutine, and read that argument after the call.",
		"total = co_sum(x)   ! write: total = x, and in the next line: call co_sum(total)"},
	{"C0142", "A collective of early compilers",
		"Early compilers had CO_SUM(source, result), where the standard reduces in place: write " +
			"total = x, then call co_sum(total). Coral takes the second argument for that result " +
			"if it cannot be an image index: it is not an integer scalar, or it is a local " +
			"variable to which the file assigns no image index. The technical specification had " +
			"OPERATOR= of CO_REDUCE, which the standard calls OPERATION=.",
		"call co_sum(x, total)"},
	{"C0143", "A procedure with coarray dummies and an implicit interface",
		"The standard asks for an explicit interface (F2018 15.4.2.2); assumed shape and " +
			"allocatable dummies cannot do without. Put the procedure into a module, or write an " +
			"interface block.",
		"real :: u(4)[*]\nexternal exchange\ncall exchange(u)\nend\nsubroutine exchange(a)\n" +
			"  real :: a(4)[*]\nend subroutine"},
	{"C0144", "An argument that a collective subroutine cannot have",
		"A collective subroutine works on the object of each image, so its argument is not " +
			"coindexed: leave the image selector out. It is not polymorphic either (F2018 " +
			"16.9.46 as corrected).",
		"call co_sum(x[2])   ! write: call co_sum(x)"},
	{"C0145", "The ATOM argument of an atomic subroutine",
		"The argument must be a coarray or a coindexed object of type integer(atomic_int_kind) " +
			"or logical(atomic_logical_kind). ISO_FORTRAN_ENV has these kinds.",
		"integer(2) :: n[*]  ! write: integer(atomic_int_kind) :: n[*]\ncall atomic_add(n[1], 1)"},
	{"C0177", "An argument of an atomic subroutine or of EVENT_QUERY",
		"VALUE of operations, and STAT, are integer scalars of any kind. OLD, and VALUE of " +
			"ATOMIC_DEFINE and ATOMIC_REF, are scalars of ATOM's type. COMPARE and NEW have " +
			"ATOM's kind, too (without -std=f2018 others are converted). What the subroutine " +
			"defines is a variable.",
		"integer :: n[*]\ncall atomic_add(n[1], 1.5)   ! write: call atomic_add(n[1], 1)"},
	{"C0146", "DIM outside of the corank",
		"DIM of an inquiry must be from 1 to the corank of the coarray. In the example the " +
			"corank is 1.",
		"integer :: x[*]\nprint *, lcobound(x, 2)"},
	{"C0147", "A specifier that is given twice",
		"Each of STAT=, ERRMSG= and so on may stand once. Leave one of the two out.",
		"sync all (stat=a, stat=b)"},
	{"C0148", "A synchronisation subroutine of early compilers",
		"SYNC_ALL and the like are statements in the standard, with a blank.",
		"call sync_all()     ! write: sync all"},
	{"C0149", "NOTIFY= at the wrong place",
		"NOTIFY= counts a put. So it may stand only in the variable of an assignment that is not " +
			"masked, and it names a notify variable that is a coarray. It must " +
			"not be reached through a component with ALLOCATABLE or POINTER, since that may lie " +
			"elsewhere on the other image. In the example x[2, notify=n] is read.",
		"use iso_fortran_env\ntype(notify_type) :: n[*]\ninteger :: x[*]\n" +
			"y = x[2, notify=n]  ! right: x[2, notify=n] = y"},
	{"C0150", "A coarray association without a coarray",
		"In `change team (t, name[*] => coarray)` the selector, after =>, is the name of a " +
			"coarray (F2018 C1116). Each name stands once in the statement (C1113, C1115). " +
			"Associate the whole coarray, and use its elements in the construct. Coral does not " +
			"take an associate name as the selector: write the coarray that it stands for.",
		"use iso_fortran_env\ntype(team_type) :: t\ninteger :: b(4)[*]\n" +
			"change team (t, a[*] => b(1))   ! write: a[*] => b\nend team"},
	{"C0151", "Not a team",
		"FORM TEAM, CHANGE TEAM and SYNC TEAM need a variable, or a value, of type team_type " +
			"from ISO_FORTRAN_ENV. Declare it so: type(team_type) :: t.",
		"integer :: t\nform team (1, t)"},
	{"C0152", "Leaving a CHANGE TEAM construct",
		"RETURN, GO TO, CYCLE and EXIT must not leave a CHANGE TEAM construct: the change would " +
			"not be undone (F2018 C1111, C1112, C1135, C1166). No branch leads into the " +
			"construct from outside (F2018 11.1.2.1). To end it early, give the construct a " +
			"name, and EXIT with that name: that goes to its END TEAM.",
		"change team (t)\n  return\nend team"},
	{"C0153", "A locality that a variable cannot have",
		"LOCAL and LOCAL_INIT are for variables of which each iteration can have its own. These " +
			"cannot have them: coarrays, allocatable and optional variables, dummy arguments " +
			"with INTENT(IN), variables with a final subroutine, and the index of the loop. A " +
			"LOCAL variable cannot stand in the header of the loop. Each name may stand once " +
			"(F2018 C1125 to C1129). Declare such a variable in a BLOCK construct in the loop. " +
			"REDUCE takes the operations +, *, .and., .or., .eqv., .neqv., max, min, iand, ior " +
			"and ieor, and variables of a type for which the operation is defined.",
		"real, allocatable :: t(:)\ndo concurrent (i = 1:n) local(t)\nend do"},
	{"C0154", "A variable without locality under DEFAULT(NONE)",
		"DEFAULT(NONE) wants every variable of the block in LOCAL, LOCAL_INIT, SHARED or REDUCE, " +
			"but for those accessed by USE (F2018 C1130). Add the variable to one of these.",
		"real :: a(4)\n" +
			"do concurrent (i = 1:4) default(none)   ! write: default(none) shared(a)\n" +
			"  a(i) = 0\nend do"},
	{"C0155", "A wrong specifier or argument",
		"TEAM_NUMBER= of an image selector, RESULT_IMAGE and SOURCE_IMAGE are integer scalars. A " +
			"selector has TEAM= or TEAM_NUMBER=, not both. A procedure about images gets " +
			"no more arguments than it has, none of another name, and none twice. The " +
			"message says which rule is broken.",
		"use iso_fortran_env\ntype(team_type) :: t\ninteger :: x[*]\n" +
			"y = x[1, team=t, team_number=2]   ! write: x[1, team=t]"},
	{"C0181", "A variable that is called like the intrinsic function of its name",
		"A name that only has a type is the intrinsic function where it stands with arguments, " +
			"and a variable elsewhere. In one scope it cannot be both. Rename the variable, or " +
			"leave its declaration out.",
		"integer :: num_images\nnum_images = 3\nprint *, num_images()"},
	{"C0156", "A pointer of another image",
		"A pointer is valid on its own image only. So it cannot be nullified from another image, " +
			"or made to point to another image (F2018 C952, C1020). Let the other image execute " +
			"the statement.",
		"nullify (x[2]%p)"},
	{"C0157", "A procedure of another image's object",
		"Neither procedure pointers nor the dynamic type of an object can be used from another " +
			"image (F2018 C1027, C1517). Copy the object, and call the procedure of the copy.",
		"type :: t\n  procedure(), pointer, nopass :: operation\nend type\ntype(t) :: x[*]\n" +
			"call x[2]%operation()   ! write: y = x[2], then call y%operation()"},
	{"C0158", "Assignment to an event, lock or notify variable",
		"These variables, and objects that have some, change only by statements such as EVENT " +
			"POST and LOCK. There is no assignment to them, no INTENT(OUT) and no SOURCE= (F2018 " +
			"C847, C1604, C1605, C1609, C1610). They have their initial value at the start of " +
			"the program. Leave the assignment out.",
		"use iso_fortran_env\ntype(lock_type) :: l[*]\nl = lock_type()"},
	{"C0159", "CO_REDUCE with such an operation or argument",
		"The operation of CO_REDUCE is a pure function of two scalar arguments. Both arguments " +
			"and the result have the type of A. A has no allocatable or pointer components " +
			"(F2018 16.9.49). Write such a function: pure integer function add(a, b).",
		"integer :: x\ncall co_reduce(x, add)\ncontains\nsubroutine add(a, b)\n" +
			"  integer, intent(in) :: a, b\nend subroutine"},
	{"C0160", "Rank and corank above fifteen",
		"Rank and corank of an entity are fifteen together at most. Use fewer dimensions.",
		"integer :: x(2,2,2,2,2,2,2,2)[2,2,2,2,2,2,2,*]"},
	{"C0163", "A type that no coarray can have",
		"A value of type c_ptr, c_funptr or team_type means something on its own image only, so " +
			"no coarray has such a type. Nothing of assumed type or assumed rank is a coarray " +
			"(F2018 C711, C747, C825, C838). Leave the codimension out: each image has its own " +
			"variable anyway.",
		"use iso_fortran_env\ntype(team_type) :: t[*]   ! write: type(team_type) :: t"},
	{"C0164", "A coarray with BIND(C)",
		"C knows no coarrays. No variable with BIND(C) is one, nor a dummy argument of a " +
			"procedure with BIND(C) (F2018 C820, 18.3.6). Leave BIND(C) out, or copy the value " +
			"to a variable that C knows.",
		"integer, bind(c) :: n[*]"},
	{"C0165", "A coarray dummy argument of an elemental procedure or final subroutine",
		"An elemental procedure is called with elements, and a final subroutine with objects of " +
			"any kind, so their dummy arguments are no coarrays (F2018 C15101, C787). Leave out " +
			"ELEMENTAL, or the codimension.",
		"elemental subroutine s(x)\n  integer, intent(inout) :: x[*]"},
	{"C0166", "An object with coarray components at the wrong place",
		"An object of a type with coarray components is no coarray itself, no pointer, no " +
			"function result, and not INTENT(OUT) (F2018 C825, C830). Leave the attribute out.",
		"type :: grid\n  real, allocatable :: u(:)[:]\nend type\n" +
			"type(grid), pointer :: g   ! write: type(grid) :: g"},
	{"C0167", "A specifier of the wrong type",
		"What stands after the equals sign has the wrong type or is an array. Integer scalars: " +
			"STAT=, UNTIL_COUNT=, NEW_INDEX= and the number of a team. Logical scalars: " +
			"ACQUIRED_LOCK= and QUIET=. A character scalar: ERRMSG=. The code of STOP and ERROR " +
			"STOP is an integer scalar or a character scalar of default kind. STAT=, ERRMSG= and " +
			"ACQUIRED_LOCK= must be variables, since they get a value.",
		"event wait (e, until_count=1.5)   ! write: until_count=2"},
	{"C0168", "An upper cobound below the lower one",
		"A coarray has no empty codimension: no upper cobound is below the lower one (F2018 " +
			"8.5.6.3). Exchange them, or write the lower cobound alone.",
		"real :: u[2:1,*]    ! write: real :: u[1:2,*]"},
	{"C0169", "Coarray, event or lock components that only an extension has",
		"If a type that extends another one has a coarray component, or one of type event_type " +
			"or lock_type, its parent must have one, too (F2018 7.5.2.1). Declare the component " +
			"in the parent, or a type of its own without EXTENDS.",
		"type :: t\nend type\ntype, extends(t) :: u\n  real, allocatable :: halo(:)[:]\nend type"},
	{"C0190", "Both sides of an assignment have different shapes",
		"In an assignment with objects of other images, or of the cosubscripts that THIS_IMAGE " +
			"gives, all arrays have the shape of the left side (F2018 10.2.1.2). Write the " +
			"section that is meant.",
		"real :: a(10)[*]\na(:)[2] = [1.0, 2.0, 3.0]   ! write: a(1:3)[2]"},
	{"C0175", "A pure procedure copies a pointer of another image",
		"In a pure procedure a coindexed object that has a pointer component cannot be assigned " +
			"as a whole (F2018 C1594): what the pointer points to could be defined by it. Copy " +
			"its components one by one, or leave PURE or SIMPLE out.",
		"module m\ntype :: t\n  integer, pointer :: p\nend type\ntype(t) :: x[*]\ncontains\n" +
			"pure subroutine get(k, y)\n  integer, intent(in) :: k\n  type(t), intent(out) :: y\n" +
			"  y = x[k]\nend subroutine\nend module"},
	{"C0176", "The dynamic type of an object of another image",
		"A polymorphic object of another image is copied with its dynamic type in assignments, " +
			"as SOURCE=, in structure constructors, as an output item, and as the value (x[k]) " +
			"of an argument, an operand or a selector. This does not work in pure procedures, in " +
			"implied loops of array constructors, in FORALL and WHERE, and for unlimited " +
			"polymorphic objects. With gfortran it does not work in SPREAD and the like either. " +
			"All images have the same dynamic type: write select type (x), and x[k] in its block.",
		"class(*), allocatable :: x[:], y\nallocate (y, source=x[2])"},
	{"C0179", "A coarray of another scope made VOLATILE",
		"Other images, and the rest of the program, would not know of it (F2018 C867). Give the " +
			"coarray VOLATILE where it is declared, or leave it out.",
		"module grid\n  real :: u[*]\nend module\nprogram p\n  use grid, only: u\n" +
			"  volatile :: u\nend program"},
	{"C0178", "Assignment to a polymorphic coarray",
		"An assignment would give the coarray the dynamic type of the value on one image, but " +
			"that type is the same on all images (F2018 10.2.1.2). Assign in SELECT TYPE, where " +
			"the type is known.",
		"class(t), allocatable :: x[:]\nx = t(1)"},
	{"C0161", "A polymorphic part of a coindexed object",
		"Behind an image selector, a polymorphic component can be inquired about, and its " +
			"components can be referenced. It cannot be referenced as a whole (F2018 C917). Name " +
			"the component that you need, such as x[2]%s%area.",
		"type :: t\n  class(shape), allocatable :: s\nend type\ntype(t) :: x[*]\ncall " +
			"draw(x[2]%s)"},
	{"C0162", "A coindexed object with a polymorphic component",
		"An object of another image that has a polymorphic allocatable component, at any depth, " +
			"cannot be referenced as a whole (F2018 C918). Name the components that you need.",
		"type :: shape\n  real :: area\nend type\ntype :: t\n  integer :: n\n" +
			"  class(shape), allocatable :: s\nend type\ntype(t) :: x[*], y\n" +
			"y = x[2]            ! write: y%n = x[2]%n"},
	{"C0174", "A procedure or argument that cannot be shipped",
		"SPAWN has another image execute a procedure. Its arguments are values, which travel, or " +
			"name the target's data: coarray dummy arguments, and objects with the target's own " +
			"image selector. What means something on this image only cannot travel: pointers, " +
			"allocatable dummy arguments, variables of a host, teams and events, another image's " +
			"selector. Arguments that travel are copies. So they cannot be given to INTENT(OUT) " +
			"dummy arguments, and what the procedure assigns to others does not come back. Pass " +
			"values, and let the procedure define a coarray. A function whose result is not a " +
			"number or logical scalar can be shipped only if the statement names a variable for " +
			"the result: spawn v = f(3)[1] (see C0244).",
		"integer, pointer :: p\nspawn f(p)[1]\ncontains\nsubroutine f(q)\n" +
			"  integer, pointer :: q   ! write: integer, value :: q\nend subroutine"},
	{"C0244", "A shipped function whose result is dropped",
		"SPAWN executes a function on another image, but the statement names no variable for " +
			"the result. The function is executed, and its number or logical is lost. (Other " +
			"results are errors, C0174.) Name a coarray that gets the result, on any image, or " +
			"ship a subroutine.",
		"integer :: v[*]\nspawn twice(3)[1]   ! write: spawn v = twice(3)[1]\n" +
			"contains\n  integer function twice(n)\n    integer, value :: n\n" +
			"    twice = 2 * n\n  end function"},
	{"C0180", "A copointer",
		"A copointer `p` by itself is assigned (`p => a(4:20)[k]`, `q => p`), passed to " +
			"copointers and asked (`associated(p)`, `imageof(p)`). What it refers to, on " +
			"whatever image, is written with brackets: `p[]`, `p(3)[]`, `p[]%x`. It refers to " +
			"coarrays: to elements that are equally far apart, of its own type and rank.",
		"integer, copointer :: p(:)\np(3) = 1            ! write: p(3)[] = 1"},
	{"C0173", "No statement of CAF 2.0",
		"In a .caf file the statements of CAF 2.0 may stand without CALL. This name is none of " +
			"them, or the program declares it, which hides the statement. Correct the name, " +
			"rename what the program declares, or write CALL if it is a procedure.",
		"exchange(u)         ! write: call exchange(u)"},
	{"C0171", "An argument that does not fit a statement of CAF 2.0",
		"An argument is missing, superfluous, or not of the type and rank that the statement " +
			"takes. The message names the argument. docs/caf2.md lists the statements.",
		"event :: e\nevent_notify(e, 1.5)"},
	{"C0172", "Another image's variable in a statement about this image's",
		"An image waits for its own events, and results are stored on the image that executes " +
			"the statement. Leave the image selector out.",
		"event :: e[*]\nevent_wait(e[1])    ! write: event_wait(e)"},
}
