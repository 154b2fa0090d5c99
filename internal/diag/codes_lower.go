package diag

// C02xx: what lowering refuses.
var lowerCodes = []CodeInfo{
	{"C0202", "Coarray components",
		"Coral does not translate this use of a component that is a coarray: of an object that " +
			"depends on an implied loop, or of a type that is not known here.",
		"v = [(f(i)%u(1)[2], i = 1, 3)]"},
	{"C0203", "Polymorphic coarrays",
		"A selector reaches the components of the declared type, of which an unlimited " +
			"polymorphic coarray has none. In a SELECT TYPE block it reaches those of the " +
			"block's type; SAME_TYPE_AS, EXTENDS_TYPE_OF and STORAGE_SIZE may ask about it " +
			"anywhere.",
		"class(*), allocatable :: s[:]\ncall print_it(s[2])"},
	{"C0204", "Allocatable and pointer components of another image's object",
		"Such components lie elsewhere on each image, so Coral must copy what they refer to. " +
			"It cannot do so for an object as a whole: " +
			"(1) in a pure procedure, if the type has procedure pointer components, " +
			"polymorphic components, or final procedures that are not pure; " +
			"(2) if the type is not known here; " +
			"(3) if an internal procedure or a BLOCK construct defines the type, and it has " +
			"components of its own type; " +
			"(4) with gfortran, if the type has allocatable components of its own type, in " +
			"MERGE, RESHAPE, PACK and similar functions, in a constructor whose value is " +
			"copied again, " +
			"and where WHERE, FORALL or a vector subscript assigns one object to several " +
			"elements. (5) The standard forbids defining a whole coindexed object that has an " +
			"allocatable component (F2018 10.2.1.2). " +
			"Assign the components one by one, or each object by an assignment of its own.",
		"type(t) :: x[*]   ! has an allocatable component\nx[2] = t([1, 2])"},
	{"C0210", "A labelled DO that ends in a statement to which a branch leads",
		"The statement needs further statements around it. End the loop with CONTINUE or END DO.",
		"do 10 i = 1, n\n  if (skip(i)) goto 10\n10 x[i] = 0"},
	{"C0212", "Coarray syntax in a statement that is not analysed",
		"Coral does not read all of this statement, so that it cannot translate a codimension or " +
			"an image selector in it. Write the statement without one.",
		"structure /s/ x[*]"},
	{"C0214", "A coindexed associate name that is no coarray",
		"An associate name is a coarray if its selector is one: a coarray, or a part of one " +
			"without vector subscripts and without allocatable and pointer components in " +
			"between (F2018 5.4.7, 11.1.3.3).",
		"associate (v => u([2, 3]))\n  v(1)[2] = 0"},
	{"C0216", "A part of CAF 2.0 that is not taken yet",
		"CAF 2.0 has this statement, construct or type, but Coral cannot translate it yet. The " +
			"note of the message says what to write instead. docs/limits.md lists such parts.",
		"copy_async(y, x[2], ev_before=e)   ! of a type with an allocatable component"},
	{"C0217", "Leaving an ASSOCIATE construct that stores into a coindexed object",
		"What is stored by the associate name is sent at END ASSOCIATE, which must be reached. " +
			"Leave out the EXIT, CYCLE, GO TO or RETURN, or use the coindexed object itself.",
		"associate (v => (x[2]))"},
	{"C0218", "A whole coindexed array of a type with type-bound procedures",
		"Such arrays are transferred element by element; the section must be written out, as " +
			"the standard asks anyway: s(:)[2] = t.",
		"s[2] = t"},
	{"C0219", "A type of a module that was compiled as one without coarrays",
		"References to allocatable and pointer components on other images, and to whole " +
			"objects that have some, need declarations beside the type, or names of all that " +
			"is in it. `coral fc` adds such declarations in files with coarrays; in others " +
			"when the option -fcoarray=lib is given. `coral build` needs no option. " +
			"In modules that another compiler's command has compiled there are none.",
		"type(list) :: x[*]   ! list is in a module without coarrays, its component values is " +
			"private\ny = x[2]"},
	{"C0220", "LOCAL of a variable whose declaration cannot be seen",
		"Where the back end does not know the locality of variables, or generated code stands " +
			"in the loop, each iteration's variable is declared in a BLOCK construct. For that " +
			"its declaration must be in one of the files.",
		"associate (t => f(x))\n  do concurrent (i = 1:n) local(t)"},
	{"C0221", "An OpenMP atomic construct that cannot be atomic between images",
		"Images exchange words of up to 8 bytes in one step. Threads of one image could agree " +
			"on a lock for larger ones; images that do not know of it would not.",
		"complex(8) :: z[*]\n!$omp atomic\nz[2] = z[2] + 1"},
	{"C0223", "A coindexed object of a parameterized type, with gfortran",
		"A coindexed object is reached by a pointer to objects of its type. gfortran 12 to 16 " +
			"end by an internal error where such a pointer is a component and the type has " +
			"parameters. " +
			"flang compiles types with KIND parameters; no back end that Coral knows compiles " +
			"coindexed objects with LEN parameters yet.",
		"type(vector(n=4)) :: a[*]\na[2]%v(1) = 0"},
	{"C0240", "A component whose type depends on a type parameter",
		"Beside a type Coral declares by what other images reach its allocatable, pointer and " +
			"coarray components. That cannot depend on parameters of the type.",
		"type field(k)\n  integer, kind :: k = 8\n  real(k), allocatable :: u(:)[:]\nend type"},
	{"C0241", "A parameterized type in CO_BROADCAST",
		"Where an object has allocatable components, the runtime must know what it consists of. " +
			"It is not told of types that have parameters, nor of objects with one in them. " +
			"Broadcast the components.",
		"type(state(8)) :: s\ncall co_broadcast(s, 1)"},
	{"C0224", "A coindexed object in a declaration",
		"Inquiry functions may be asked about coindexed objects. Else constant expressions " +
			"have none, and Coral takes integer scalars of dummy arguments and of coarrays from " +
			"outside in bounds and lengths that a procedure declares, as the standard does, but " +
			"no TEAM= and STAT=, no components that are allocatable or pointers, and none in " +
			"interface bodies; in a BLOCK construct integers of coarrays that are declared " +
			"outside of it.",
		"subroutine receive\n  integer, save :: count[*]\n  real :: buffer(count[2])"},
	{"C0225", "A coarray under two names in a FORALL assignment",
		"One side of the assignment has an associate name of a coarray, the other one names the " +
			"coarray on an image, which may be this one. Both may be the same memory. The " +
			"compiler does not see that where their types differ. Outside of FORALL the right " +
			"side is evaluated into a temporary first: write a DO construct, or an array " +
			"assignment.",
		"associate (u => z(1:8)%re)\n  forall (i = 2:8) u(i) = real(z(i-1)[k])"},
	{"C0235", "A subscript that depends on what is defined beside it",
		"What WHERE and FORALL read from other images is fetched in front of the construct, " +
			"and what they define is sent behind it. A subscript or an image index that the " +
			"construct changes would mean another element there. Write a WHERE or FORALL for " +
			"each assignment, or assign the subscript to a variable first. In an input list a " +
			"coindexed item may depend on items in front of it, but not by a vector subscript, a " +
			"function with possible effects, nor where its image selector has STAT=, nor in a " +
			"reference to a component that is allocatable, a pointer or a coarray. Use two READ " +
			"statements there.",
		"forall (i=1:3)\n  idx(i) = 4 - i\n  y(i) = x(idx(i))[k]\nend forall\n" +
			"read *, idx, x(idx)[k]   ! write: read *, idx, and then: read *, x(idx)[k]"},
	{"C0237",
		"A function that refers to other images, beside what a statement defines on another image",
		"What WHERE, FORALL and READ define on other images is sent behind them where images " +
			"do not share memory. " +
			"Until then a function that is called there, and that fetches elements of the same " +
			"coarray, would put the old values in the place of the new ones. " +
			"A WHERE or FORALL with one assignment of an element, or in WHERE of an array, is " +
			"evaluated into an array first. Others are refused in all programs, since the " +
			"executable may run on several machines. Coral knows the functions of modules that " +
			"it has compiled, but of external functions in other files nothing. " +
			"Assign to a local array first, and copy that.",
		"forall (i=1:3)\n  x(i)[k] = f(i)   ! f, pure, refers to x(:)[k]\n  y(i) = 0\nend forall"},
	{"C0238", "Elements that a WHERE or FORALL chooses by what it defines, with gfortran",
		"The right sides are evaluated before anything is defined, but gfortran 12 to 16 do not " +
			"see a variable in the subscripts of another one, and define it in between. Coral " +
			"evaluates the right side first where it can: not in constructs with several " +
			"assignments, and not for characters in FORALL. flang is right.",
		"forall (i=1:5)\n  z(6-i) = l(z(i))[2]\n  y(i) = 0\nend forall"},
	{"C0239", "A type whose name means something else where a variable of it is needed",
		"Coral keeps what it brings from another image in a temporary variable of the same " +
			"type, which is declared around the statement. It cannot declare one where the " +
			"name of the type is that of another entity of a BLOCK construct or of an " +
			"internal procedure. The same holds for a coarray that is a dummy argument of a " +
			"MODULE PROCEDURE statement, whose type is named in the interface body alone. " +
			"Give that entity another name.",
		"block\n  integer :: t   ! hides the type t\n  call s(x[2])   ! x is of type t"},
	{"C0236", "A substring of a coarray of deferred length with characters of 4 bytes",
		"gfortran 15 and 16 take wrong bytes for substrings of pointers that have the SAVE " +
			"attribute, deferred length and characters of 4 bytes, and such coarrays of other " +
			"images are seen through one. A probe finds out whether your compiler has this " +
			"fault (docs/assumptions.md). Assign the whole character string first.",
		"character(len=:, kind=selected_char_kind('ISO_10646')), allocatable :: d[:]\n" +
			"print *, ichar(d[1](4:4))   ! gfortran 16"},
	{"C0230", "A statement function with this object of another image",
		"What a statement function reads from other images is fetched when its expression comes " +
			"to it. Coral cannot do so for allocatable, pointer and coarray components, vector " +
			"subscripts, and image selectors with STAT=. It refuses a reference to the function " +
			"where the name of its coarray means something else. Write an internal function.",
		"f(a) = a + x[1]%p(1)   ! p is allocatable"},
	{"C0222", "ENTRY beside cobounds that are expressions",
		"Cobounds of a dummy argument that are not constant are evaluated when the procedure " +
			"is entered. An ENTRY statement enters it with other dummy arguments.",
		"subroutine s(x, n)\n  real :: x[n,*]\n  x[1,1] = 0\nentry t(n)"},
	{"C0226", "A function that defines a coindexed object where control leaves the statement",
		"A coindexed actual argument that a function defines is sent behind the evaluation of " +
			"the expression. Coral evaluates conditions and selectors in front of their " +
			"statement for that. Where the type of the value is not known, in the heading of " +
			"DO CONCURRENT, in SELECT TYPE and in STOP it does not.",
		"integer :: x[*]\nstop f(x[2])   ! f defines its argument"},
	{"C0227", "A function that may have effects in an implied DO with coindexed objects",
		"Where an object is fetched in front of the statement its designator is evaluated " +
			"twice. Coral evaluates subscripts with functions that are not known to be pure " +
			"once for each item, into an array: scalars, without coindexed objects in them, " +
			"and in the bounds of the outermost loop only.",
		"v = [(x(f(y[2]))[3], i = 1, n)]   ! f is not pure"},
	{"C0228", "A call in a WHERE construct that may change its coarrays",
		"Coindexed objects of a WHERE construct are fetched in front of it and sent behind it. " +
			"A procedure that is not pure may define, allocate or free them, or change the " +
			"team: it may be called by the first mask, which Coral then evaluates in front, or " +
			"by the one statement that has coindexed objects.",
		"where (m)\n  a = f(b)   ! not pure\n  c = x(:)[2]\nend where"},
	{"C0233", "A body that begins with MODULE PROCEDURE and cannot repeat its interface",
		"gfortran loses the interfaces of dummy procedures in bodies that begin with MODULE " +
			"PROCEDURE. " +
			"If coarrays are passed to them, Coral repeats the interface there (MODULE " +
			"SUBROUTINE or MODULE FUNCTION with declarations). " +
			"It cannot do so if a name in the interface means something else in the submodule, " +
			"or if the interface defines a type. " +
			"Write MODULE SUBROUTINE or MODULE FUNCTION yourself.",
		"interface\n  module subroutine s(c, f)\n" +
			"    integer :: c(n)[*]   ! n is another one in the submodule\n    procedure(g) :: f"},
	{"C0229", "A conditional expression that is not supported",
		"Coral evaluates a conditional expression in front of its statement, with an IF " +
			"construct that assigns the chosen operand to a variable. It cannot do so in " +
			"declarations, CASE and other statements with constants, statement functions, " +
			"implied DO loops, WHERE and FORALL, where the " +
			"type of the operands is polymorphic, has final procedures or is not known, where " +
			"an argument is .NIL., and " +
			"where a procedure may define the variable that a conditional argument chooses. All " +
			"operands must have one type, kind and rank (F2023 C1004). Write an IF construct: in " +
			"front of the statement, or in a DO construct in the place of FORALL. The " +
			"parentheses around a conditional expression belong to it (F2023 R1002).",
		"print *, ((i > 0 ? x[i] : 0), i = 0, 2)"},
}
