package diag

// C02xx: what lowering refuses.
var lowerCodes = []CodeInfo{
	{"C0202", "Coarray components",
		"Coral does not translate a reference to a coarray component in two cases: the object " +
			"depends on the index of an implied loop, or its type is not known here. Write a DO " +
			"loop around an assignment of one element. If the type is not known, name the file " +
			"that defines it.",
		"module m\ntype :: field\n  real, allocatable :: u(:)[:]\nend type\n" +
			"type(field) :: f(3)\nreal :: v(3)\ncontains\nsubroutine s\n" +
			"  v = [(f(i)%u(1)[2], i = 1, 3)]\nend subroutine\nend module"},
	{"C0203", "Polymorphic coarrays",
		"An image selector reaches the components of the declared type, and an unlimited " +
			"polymorphic coarray has none. In a SELECT TYPE block it reaches those of the " +
			"block's type. SAME_TYPE_AS, EXTENDS_TYPE_OF and STORAGE_SIZE may ask about such a " +
			"coarray anywhere. Put the reference into SELECT TYPE.",
		"class(*), allocatable :: s[:]\ncall print_it(s[2])"},
	{"C0204", "Allocatable and pointer components of another image's object",
		"Such components lie elsewhere on each image, so Coral must copy what they refer to. It " +
			"cannot do so for an object as a whole in these cases: (1) in a pure procedure, if " +
			"the type has procedure pointer components, polymorphic components, or final " +
			"procedures that are not pure; (2) if the type is not known here; (3) if an internal " +
			"procedure or a BLOCK construct defines the type, and it has components of its own " +
			"type; (4) with gfortran, if the type has allocatable components of its own type, in " +
			"MERGE, RESHAPE, PACK and similar functions, in a constructor whose value is copied " +
			"again, and where WHERE, FORALL or a vector subscript assigns one object to several " +
			"elements. (5) The standard forbids defining a whole coindexed object that has an " +
			"allocatable component (F2018 10.2.1.2). Assign the components one by one, or each " +
			"object by an assignment of its own.",
		"type :: t\n  integer, allocatable :: p(:)\nend type\ntype(t) :: x[*]\n" +
			"x[2] = t([1, 2])    ! write: x[2]%p = [1, 2], where image 2 has allocated x%p"},
	{"C0210", "A labelled DO that ends in a statement to which a branch leads",
		"Coral needs further statements around the last statement of this loop, and a branch " +
			"leads to it. End the loop with CONTINUE or END DO.",
		"integer :: x[*]\ndo 10 i = 1, n\n  if (skip(i)) goto 10\n" +
			"10 x[i] = 0         ! write: x[i] = 0, then: 10 continue"},
	{"C0212", "A coarray in a statement of old compilers",
		"A STRUCTURE block, and the statements ACCEPT, ENCODE and DECODE, are not standard, and " +
			"compilers know nothing of coarrays in them. Declare a coarray of the structure " +
			"instead of one in it. Write READ instead of ACCEPT and DECODE, and WRITE instead of " +
			"ENCODE.",
		"integer :: x[*]\naccept *, x[2]      ! write: read *, x[2]"},
	{"C0214", "A coindexed associate name that is no coarray",
		"An associate name is a coarray if its selector is one: a coarray, or a part of one " +
			"without vector subscripts and without allocatable and pointer components in between " +
			"(F2018 5.4.7, 11.1.3.3). Name the coarray itself in the reference.",
		"real :: u(4)[*]\nassociate (v => u([2, 3]))\n" +
			"  v(1)[2] = 0       ! write: u(2)[2] = 0\nend associate"},
	{"C0216", "A part of CAF 2.0 or XcalableMP that is not supported yet",
		"The language has this statement, construct, type or operand, but Coral cannot " +
			"translate it yet, or not with this compiler, as gfortran passes other memory for " +
			"some operands of collectives. A note of the message says what to write instead. " +
			"docs/limits.md lists such parts.",
		"type :: t\n  integer, allocatable :: p(:)\nend type\ntype(t) :: x[*], y\n" +
			"event :: e\ncopy_async(y, x[2], ev_before=e)"},
	{"C0218", "A whole coindexed array of a type with type-bound procedures",
		"Such arrays are transferred element by element. Write the section out, as the standard " +
			"asks anyway.",
		"type :: t\ncontains\n  procedure, nopass :: f\nend type\ntype(t) :: s(4)[*], y(4)\n" +
			"s[2] = y            ! write: s(:)[2] = y\ncontains\nsubroutine f\nend subroutine"},
	{"C0219", "A type of a module that was compiled as one without coarrays",
		"References to allocatable and pointer components on other images, and to whole objects " +
			"that have some, need declarations beside the type, or names of all that is in it. " +
			"`coral build` adds such declarations. `coral fc` adds them in files with coarrays, " +
			"and in all files with -fcoarray=lib. A module that another compiler's command has " +
			"compiled has none. Compile the module again: with `coral build`, `caf`, or `coral " +
			"fc -fcoarray=lib`.",
		"type(list) :: x[*]   ! list, with a private component, is in a module without coarrays\n" +
			"y = x[2]"},
	{"C0220", "LOCAL of a variable whose declaration cannot be seen",
		"Where the compiler does not know LOCAL, or generated code stands in the loop, each " +
			"iteration's variable is declared in a BLOCK construct. For that its declaration " +
			"must be in one of the files, and an associate name has none. Declare the variable " +
			"in a BLOCK construct in the loop, or name the file that declares it.",
		"integer :: x[*]\nassociate (t => 2 * n)\n  do concurrent (i = 1:n) local(t)\n" +
			"    t = x[i]\n  end do\nend associate"},
	{"C0221", "An OpenMP atomic construct that cannot be atomic between images",
		"Images exchange words of up to 8 bytes in one step. Threads of one image could agree on " +
			"a lock for larger ones, but other images would not know of it. gfortran has such a " +
			"lock for all complex numbers. Use a variable of at most 8 bytes that is not " +
			"complex. If each part of a complex variable has at most 8 bytes, update %RE and %IM " +
			"in two atomic constructs. Between the two, other images may see one part changed. " +
			"Or put the update into a CRITICAL construct of Fortran, outside the parallel region " +
			"if there is one. COMPARE is refused for all coindexed objects: use ATOMIC_CAS. " +
			"Without -fopenmp the directive is a comment, and nothing is atomic.",
		"complex(8) :: z[*]\n!$omp atomic\nz[2] = z[2] + 1"},
	{"C0223", "An object of a parameterized type, with gfortran",
		"Coral reaches a coindexed object by a pointer to objects of its type. gfortran 12 to 16 " +
			"end by an internal error where such a pointer is a component and the type has " +
			"parameters. flang compiles types with KIND parameters: choose it by CORAL_FC or " +
			"-fc. No compiler that Coral knows compiles coindexed objects with LEN parameters " +
			"yet. Use a type without parameters.\n\n" +
			"gfortran also miscompiles ALLOCATE of a CLASS(*) object if the statement gives it a " +
			"type with LEN parameters, either by a type before `::` or by MOLD=. The program " +
			"crashes, or goes on with wrong values. SOURCE= with an object of the type works.",
		"type :: vector(n)\n  integer, len :: n\n  real :: v(n)\nend type\n" +
			"type(vector(4)) :: a[*]\na[2]%v(1) = 0"},
	{"C0240", "A component whose type depends on a type parameter",
		"Beside a type Coral declares the means by which other images reach its allocatable, " +
			"pointer and coarray components. These cannot depend on parameters of the type. Give " +
			"the component a type that does not depend on one.",
		"type field(k)\n  integer, kind :: k = 8\n" +
			"  real(k), allocatable :: u(:)[:]   ! write: real(8)\nend type"},
	{"C0241", "A parameterized type in a collective",
		"To broadcast a whole object, the runtime must know what the object consists of. It " +
			"does not know types that have parameters, nor, where there are allocatable " +
			"components, types that have a component of such a type. Broadcast the components " +
			"one by one. Another case " +
			"is an array whose bounds are type parameters: gfortran passes one element of it to " +
			"a collective. Coral passes a copy of the array if the declaration of the object " +
			"tells the kind of the array. Else pass the array to a procedure, and use its " +
			"assumed-shape dummy argument in the collective.",
		"type :: state(k)\n  integer, kind :: k\n  real(k), allocatable :: u(:)\nend type\n" +
			"type(state(8)) :: s\ncall co_broadcast(s, 1)   ! write: call co_broadcast(s%u, 1)"},
	{"C0224", "A coindexed object in a declaration",
		"A coindexed object cannot stand in a constant expression, except as the argument of an " +
			"inquiry function. In a procedure, a bound or a length may have a coindexed integer " +
			"scalar. Its coarray is declared outside the procedure, or is a dummy argument that " +
			"is neither OPTIONAL nor INTENT(OUT). The object has no TEAM= or STAT=, and no " +
			"allocatable or pointer component. An ENTRY that has the declared object must have " +
			"all dummy arguments of the bound. In a BLOCK construct, a bound may have coindexed " +
			"objects of intrinsic types, if the coarray is declared outside the construct. They " +
			"cannot be arguments of LBOUND, UBOUND or ALLOCATED. In an interface body Coral " +
			"takes no coindexed object. Elsewhere, make the variable allocatable, and " +
			"allocate it by a statement.",
		"subroutine receive\n  integer, save :: count[*]\n  real :: buffer(count[2])   " +
			"! write: real, allocatable :: buffer(:), and allocate (buffer(count[2]))\n" +
			"end subroutine\nsubroutine right(count)          " +
			"! count is a dummy argument\n  integer :: count[*]\n  real :: buffer(count[2])\n" +
			"end subroutine"},
	{"C0225", "A coarray that a FORALL assignment reaches in two ways",
		"Both sides of the assignment may be the same memory, and the compiler may not see " +
			"it: one side has an associate name of a coarray, and the other names the coarray " +
			"with an image selector. No compiler sees it where their types differ. gfortran 15 " +
			"and 16 do not see it in three more cases: the types are the same; both sides are " +
			"dummy arguments with TARGET; only one side has TEAM= or TEAM_NUMBER=. Coral " +
			"refuses these three cases with gfortran 15 and 16 alone. Outside FORALL, Coral " +
			"evaluates the right side into a temporary first. Write a DO construct or an array " +
			"assignment, or name the coarray in the same way on both sides.",
		"complex :: z(8)[*]\nassociate (u => z(1:8)%re)\n" +
			"  forall (i = 2:8) u(i) = real(z(i-1)[k])\nend associate"},
	{"C0235", "A subscript that depends on what is defined beside it",
		"What WHERE and FORALL read from other images is fetched before the construct, and " +
			"what they define is sent after it. A subscript or an image index that the " +
			"construct changes would mean another element there. Write a WHERE or FORALL for " +
			"each assignment, or assign the subscript to a variable first. In an input list a " +
			"coindexed item may depend on items before it, with these exceptions: a vector " +
			"subscript, a function that may have effects, an image selector with STAT=, and a " +
			"component that is allocatable, a pointer or a coarray. Use two READ statements " +
			"there.",
		"integer :: x(3)[*], y(3), idx(3)\nforall (i=1:3)\n  idx(i) = 4 - i\n" +
			"  y(i) = x(idx(i))[k]   ! write: a FORALL of its own\nend forall\n" +
			"read *, idx, x(idx)[k]  ! write: read *, idx, and then: read *, x(idx)[k]"},
	{"C0237",
		"A function that refers to other images, beside what a statement defines on another image",
		"Where images do not share memory, what WHERE, FORALL and READ define on other images is " +
			"sent after them. Until then a function that is called there, and that fetches " +
			"elements of the same coarray, would put the old values in the place of the new " +
			"ones. Coral evaluates a WHERE or FORALL with one assignment of an element, or in " +
			"WHERE of an array, into an array first. It refuses others in all programs, since " +
			"the executable may run on several machines. Coral knows the functions of modules " +
			"that it has compiled, and nothing of external functions in other files. Assign to a " +
			"local array first, and copy that.",
		"module m\ninteger :: x(3)[*], y(3)\ncontains\npure integer function f(i)\n" +
			"  integer, intent(in) :: i\n  f = x(i)[2]\nend function\nsubroutine s(k)\n" +
			"  integer, intent(in) :: k\n  forall (i=1:3)\n" +
			"    x(i)[k] = f(i)   ! write: z(i) = f(i), and after END FORALL: x(1:3)[k] = z\n" +
			"    y(i) = 0\n  end forall\nend subroutine\nend module"},
	{"C0238", "Elements that a WHERE or FORALL chooses by what it defines, with gfortran",
		"The right sides are evaluated before anything is defined, but gfortran 12 to 16 do not " +
			"see a variable in the subscripts of another one, and define it in between. Coral " +
			"evaluates the right side first where it can. It cannot in constructs with several " +
			"assignments, nor for characters in FORALL. Write a FORALL for each assignment, or " +
			"use flang, which evaluates it rightly.",
		"integer :: z(5), l(5)[*], y(5)\nforall (i=1:5)\n  z(6-i) = l(z(i))[2]\n" +
			"  y(i) = 0          ! write: a FORALL of its own\nend forall"},
	{"C0239", "A type whose name means something else where a variable of it is needed",
		"Coral keeps what it brings from another image in a temporary variable of the same type, " +
			"which is declared around the statement. It cannot declare one where the name of the " +
			"type is that of another entity of a BLOCK construct or of an internal procedure. " +
			"The same holds for a coarray that is a dummy argument of a MODULE PROCEDURE " +
			"statement, whose type is named in the interface body alone. Give that entity " +
			"another name.",
		"type :: t\n  integer, allocatable :: p(:)\nend type\ntype(t) :: x[*]\nblock\n" +
			"  integer :: t      ! hides the type t\n  call s(x[2])\nend block\ncontains\n" +
			"subroutine s(a)\n  type(t), intent(in) :: a\nend subroutine"},
	{"C0242", "Substrings of an array for a dummy argument that is a coarray, with gfortran",
		"gfortran copies the substrings of an array into an array of their own, and passes that. " +
			"Other images cannot reach the copy. flang passes the strings' own memory. Pass the " +
			"array of whole strings.",
		"character(4) :: c(3)[*]\ncall s(c(:)(2:3))             ! write: call s(c)\n" +
			"contains\nsubroutine s(a)\n" +
			"  character(2) :: a(3)[*]     ! write: character(4) :: a(3)[*], and a(i)(2:3)\n" +
			"end subroutine"},
	{"C0247", "Characters of another image for a dummy argument with VALUE, with gfortran",
		"For a CHARACTER dummy argument with VALUE, gfortran passes wrong characters if the " +
			"actual argument is an expression or is reached by a pointer. Coral reaches objects " +
			"of other images by pointers. It therefore copies the actual argument to a variable " +
			"before the statement, and passes the variable. In an implied DO loop, in FORALL or " +
			"WHERE, and in an input list the actual argument may change within the statement, " +
			"so one copy is not enough. " +
			"Write a DO construct or separate statements, or replace VALUE by INTENT(IN).",
		"character(4) :: c(9)[*]\nprint *, (n(c(i)[2]), i=1, 9)   ! write: do i = 1, 9\n" +
			"contains\ninteger function n(s)\n  character(4), value :: s    ! or: intent(in)\n" +
			"end function"},
	{"C0248", "A coindexed array that one statement may define several times, with gfortran",
		"gfortran's library addresses elements in whole multiples of their size. If that " +
			"size does not divide the distance between the memory of two images, as 11 does " +
			"not, the library accesses a wrong address. Coral passes a copy of such an array, " +
			"and assigns the copy to the array after the statement. In an implied DO loop, " +
			"FORALL, WHERE or DO CONCURRENT the array may change several times: by READ, or by " +
			"a procedure that may define its argument. So one copy is not enough. Coral also " +
			"refuses arrays of characters whose length it does not know. For READ, read into a " +
			"local array, and assign that to the coindexed array after the statement. For a " +
			"procedure, pass a local array and assign it after the statement, or call the " +
			"procedure in a DO construct.",
		"character(11) :: c(4)[*], t(4)\nread *, (c(i:i+1)[2], i=1, 3, 2)   " +
			"! write: read *, (t(i:i+1), i=1, 3, 2), then c(:)[2] = t"},
	{"C0245", "Characters that gfortran assigns wrongly in FORALL",
		"In FORALL, gfortran copies the right side of an assignment to a temporary variable if " +
			"the right side may share memory with the left side. For characters of several " +
			"bytes it counts bytes in place of characters there, and assigns wrong ones. If a " +
			"WHERE in FORALL defines a component of type CHARACTER, it assigns only one " +
			"character of each value. Coral reaches objects of other images by pointers, and " +
			"gfortran does not know what these point to. Write a DO construct. If the right " +
			"side reads what the loop defines, copy it to a variable before the loop.",
		"character(3, selected_char_kind('ISO_10646')) :: c(9)[*]\n" +
			"forall (i=1:8) c(i)[2] = c(i)   ! write: do i = 1, 8"},
	{"C0236", "A substring of a coarray of deferred length with characters of 4 bytes",
		"gfortran 15 and 16 take wrong bytes for substrings of pointers that have the SAVE " +
			"attribute, deferred length and characters of 4 bytes, and such coarrays of other " +
			"images are seen through one. A probe finds out whether your compiler has this fault " +
			"(docs/assumptions.md). Assign the whole character string first.",
		"character(len=:, kind=selected_char_kind('ISO_10646')), allocatable :: d[:]\n" +
			"print *, ichar(d[1](4:4))   ! write: c = d[1], then ichar(c(4:4))"},
	{"C0230", "A statement function with this object of another image",
		"What a statement function reads from other images is fetched when its expression is " +
			"evaluated. Coral cannot do so for allocatable, pointer and coarray components, " +
			"vector subscripts, and image selectors with STAT=. It also refuses a reference to " +
			"the function where the name of its coarray means something else. Write an internal " +
			"function.",
		"type :: t\n  real, allocatable :: p(:)\nend type\ntype(t) :: x[*]\n" +
			"f(a) = a + x[1]%p(1)\ny = f(2.0)"},
	{"C0222", "ENTRY beside cobounds that are expressions",
		"Cobounds of a dummy argument that are not constant are evaluated when the procedure is " +
			"entered. An ENTRY statement enters it with other dummy arguments. Write a procedure " +
			"of its own in the place of ENTRY, or make the cobounds constant.",
		"subroutine s(x, n)\n  real :: x[n,*]\n  x[1,1] = 0\nentry t(n)"},
	{"C0226", "A function that defines a coindexed object where control leaves the statement",
		"A function defines a coindexed actual argument. Coral sends its value when the " +
			"expression has been evaluated. For that it evaluates conditions and selectors in " +
			"front of their statement. It cannot do so where the type of the value is not known, " +
			"in the heading of DO CONCURRENT, in SELECT TYPE and in STOP. Assign the value of " +
			"the function to a variable first.",
		"integer :: x[*]\nstop f(x[2])        ! write: n = f(x[2]), then stop n\ncontains\n" +
			"integer function f(a)\n  integer, intent(inout) :: a\n  a = a + 1\n  f = a\n" +
			"end function"},
	{"C0227", "A function that may have effects in an implied DO with coindexed objects",
		"Where an object is fetched before the statement its designator is evaluated twice. " +
			"Coral evaluates subscripts with functions that are not known to be pure once for " +
			"each item, into an array. It can do so for scalars, without coindexed objects in " +
			"them, and in the bounds of the outermost loop only. Write a DO loop, or declare the " +
			"function PURE.",
		"integer :: x(4)[*], y[*], v(4)\n" +
			"v = [(x(f(y[2]))[3], i = 1, 4)]   ! f is an external function"},
	{"C0228", "A call in a WHERE construct that may change its coarrays",
		"Coindexed objects of a WHERE construct are fetched before it and sent after it. A " +
			"procedure that is not pure may define, allocate or free them, or change the team. " +
			"It may be called by the first mask, which Coral then evaluates before the " +
			"construct, or by the one statement that has coindexed objects. Assign the value of " +
			"the function to an array before the construct.",
		"real :: x(3)[*], a(3), b(3), c(3)\nwhere (b > 0)\n" +
			"  a = f(b)          ! f is not pure\n  c = x(:)[2]\nend where\ncontains\n" +
			"function f(v)\n  real :: v(3), f(3)\n  f = v\nend function"},
	{"C0233", "A body that begins with MODULE PROCEDURE and cannot repeat its interface",
		"gfortran loses the interfaces of dummy procedures in bodies that begin with MODULE " +
			"PROCEDURE. If coarrays are passed to them, Coral repeats the interface there " +
			"(MODULE SUBROUTINE or MODULE FUNCTION with declarations). It cannot do so if a name " +
			"in the interface means something else in the submodule, or if the interface defines " +
			"a type. Write MODULE SUBROUTINE or MODULE FUNCTION yourself.",
		"module m\n  integer, parameter :: n = 3\n  abstract interface\n" +
			"    subroutine op(a)\n      integer :: a(:)[*]\n    end subroutine\n" +
			"  end interface\n  interface\n    module subroutine s(c, f)\n" +
			"      integer :: c(n)[*]\n      procedure(op) :: f\n    end subroutine\n" +
			"  end interface\nend module\nsubmodule (m) other\n" +
			"  integer, parameter :: n = 4   ! hides n of the module\ncontains\n" +
			"  module procedure s  ! write: module subroutine s(c, f), with declarations\n" +
			"    call f(c)\n  end procedure\nend submodule"},
	{"C0229", "A conditional expression that is not supported",
		"Coral evaluates a conditional expression before its statement, with an IF " +
			"construct that assigns the chosen operand to a variable. It cannot do so in " +
			"declarations, in CASE and other statements with constants, in statement functions, " +
			"implied DO loops, WHERE and FORALL. Nor can it where the type of the operands is " +
			"polymorphic, has final procedures or is not known, where an argument is .NIL., and " +
			"where a procedure may define the variable that a conditional argument chooses. All " +
			"operands must have one type, kind and rank (F2023 C1004), and the condition must be " +
			"a scalar of type LOGICAL. Write an IF construct: in " +
			"front of the statement, or in a DO construct in the place of FORALL. The " +
			"parentheses around a conditional expression belong to it (F2023 R1002).",
		"integer :: x[*]\nprint *, ((i > 0 ? x[i] : 0), i = 0, 2)"},
}
