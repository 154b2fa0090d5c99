package diag

// C04xx: XcalableMP. Examples are in C unless they are directives of Fortran.
var xmpCodes = []CodeInfo{
	{"C0401", "Coarray syntax that is not understood",
		"What follows ':[' or stands in a section is read by Coral itself, so the expression or " +
			"declaration around it must be C. In the name of a type, in __builtin_choose_expr " +
			"and the like, assign the coindexed object to a variable first.",
		"x = a[1:[2];"},
	{"C0402", "Not a coarray",
		"Only coarrays, and parts of them, exist on other images. Declare the variable with " +
			"codimensions, or name it by the directive coarray. A pointer to coarray data is " +
			"declared with codimensions, too, but is itself of this image.",
		"double a[10];       /* write: double a[10]:[*]; */\nx = a[1]:[2];"},
	{"C0403", "A coarray without a place",
		"A coarray lies at one place on all images. Declare it at file scope or static, or " +
			"allocate it by xmp_malloc. A parameter is an array or a pointer.",
		"void f(void) { double a[10]:[*]; }   /* write: static double a[10]:[*]; */"},
	{"C0404", "Number of image indices",
		"A coindexed object has one index for each codimension. In the example a has two " +
			"codimensions and the reference has one index.",
		"double a[10]:[2][*];\nx = a[1]:[0];       /* write: a[1]:[0][0] */"},
	{"C0405", "A section in the wrong place",
		"Array sections stand on either side of an assignment or accumulation, which is a " +
			"statement, and in directives. __real__ z[:] and __imag__ z[:] count as sections. " +
			"Elsewhere, write elements, or pass the array and its length.",
		"f(a[0:10]);         /* write: f(a, 10); */"},
	{"C0406", "Shapes",
		"Sections of one statement have the same number of dimensions, and the same lengths, " +
			"which is checked while the program runs. A length is not negative, a step not 0, " +
			"and a section does not go beyond its array: the compiler tells it where these are " +
			"constants. How many elements a pointer points to is not known: its sections have " +
			"base and length. The elements of a section lie equally far apart. Those of " +
			"p[0:2][0:3] do not if p is an array of pointers: write p[i][0:3] in a loop. A whole " +
			"array is assigned as a section, a[:]. A pointer, a string or a function is no " +
			"value for elements that are numbers.",
		"double a[10][10], b[10];\na[:][:] = b[:];"},
	{"C0407", "Address of a coindexed object",
		"The address would mean nothing on this image. Only the procedures xmp_atomic_* take " +
			"one. The address that another image has in a pointer means nothing here either: " +
			"what it points to cannot be reached, though the pointer can be compared with 0. A " +
			"function cannot be called by it: store a number that selects the function. " +
			"Copy the object, and take the address of the copy. A coindexed object that _Generic " +
			"chooses, or that is the value of a statement expression, ({ ... }), can be read, " +
			"and not assigned to.",
		"double a[4]:[*], x, *p;\n" +
			"void f(void) { p = &a[1]:[2]; }   /* write: x = a[1]:[2]; p = &x; */"},
	{"C0408", "Declaration of a coarray",
		"Types, functions and members of structures cannot be coarrays. Declare a variable of " +
			"the structure as a coarray. A codimension is a number of images; the last one may " +
			"be '*'.",
		"struct s { int x:[*]; };   /* write: struct s { int x; } v:[*]; */"},
	{"C0409", "Unknown directive",
		"XcalableMP has no directive of this name. Look for a spelling error.",
		"#pragma xmp bariere        /* write: #pragma xmp barrier */"},
	{"C0410", "Form of a directive",
		"The directive is known, but what follows its name is not understood. The variables of a " +
			"clause stand in parentheses. So does the number of an asynchronous operation, as " +
			"in async(1) and wait_async(1). A reduction is of numbers for which its operator is " +
			"defined: of a structure name the members.",
		"#pragma xmp bcast x        /* write: #pragma xmp bcast(x) */"},
	{"C0411", "Place of a directive",
		"Directives that do something stand among the statements of a function. They cannot be " +
			"the body of if or of a loop without braces, since compilers that do not know them " +
			"would take the next statement. Add braces. A block follows task and tasks.",
		"if (me == 1)\n#pragma xmp barrier"},
	{"C0412", "Directives of the global view",
		"Coral has XcalableMP's local view. Distributed arrays and what works on them (template, " +
			"distribute, align, shadow, reflect, loop, array) are not in this version. Declare a " +
			"coarray with the part of each image, and write the loop over that part.",
		"#pragma xmp template t(0:99)"},
	{"C0413", "Node arrays",
		"A reference to nodes begins with the name of a node array that #pragma xmp nodes has " +
			"declared before it, and has a subscript for each of its dimensions. Images of " +
			"coarrays that #pragma xmp coarray names count as the node arrays of the file do, so " +
			"those are all declared in parentheses (from 1) or all in brackets (from 0).",
		"#pragma xmp task on p(1)   // first: #pragma xmp nodes p(*)"},
	{"C0414", "Macros in directives",
		"The preprocessor does not expand directives. Coral does it, but for macros that make " +
			"tokens by # and ## or take a variable number of arguments.",
		"#define NODES(n) p##n\n#pragma xmp nodes NODES(1)(4)"},
	{"C0416", "The directives coarray and image",
		"The directive coarray makes coarrays of C's variables. In Fortran declare them with " +
			"codimensions. There `coarray on p :: a` has the images of a be the nodes of an " +
			"array. The directive image is for Fortran only.",
		"!$xmp coarray a[*]  ! write: real :: a[*]"},
	{"C0417", "Directives gmove and image",
		"In Fortran the directive image is followed by SYNC ALL, SYNC IMAGES, SYNC MEMORY, " +
			"ALLOCATE, DEALLOCATE, CALL or an assignment, without a label. gmove is followed by " +
			"an assignment of one variable to another, whole arrays, sections or elements. " +
			"'gmove in' reads from other nodes, so its right side is coindexed; " +
			"'gmove out' writes there, so its left side is. Without either, all executing " +
			"nodes execute it together, and it has no clause async.",
		"!$xmp nodes p(*)\ninteger :: a(4)[*], b(4)\n!$xmp image(p(1:2))\n" +
			"print *, 'here'    ! write: a task on p(1:2) around it\n" +
			"!$xmp image(p(1:2))\nsync all           ! right\n" +
			"!$xmp gmove in\nb = a              ! write: b(:) = a(:)[2]"},
	{"C0418", "The value of a lock",
		"A lock is changed by the directives lock and unlock only: it can be neither read, " +
			"assigned nor broadcast. Leave the assignment out.",
		"#include <xmp.h>\nxmp_lock_t l:[*], m;\nvoid f(void) { m = l:[0]; }"},
	{"C0419", "Wrong number of arguments",
		"A call of an XcalableMP procedure must have as many arguments as the procedure has " +
			"parameters. The procedures xmp_atomic_* take the object and one value, but " +
			"xmp_atomic_cas takes two values: what is compared, and what is stored. " +
			"xmp_atomic_ref takes the address where the value is stored, then the object, and " +
			"xmp_desc_of takes a node array. The last argument of xmp_sync_all, xmp_sync_memory, " +
			"xmp_sync_image, xmp_sync_images and xmp_sync_images_all is the address of a " +
			"status, and may be left out.",
		"#include <xmp.h>\nint n:[*];\n" +
			"void f(void) { xmp_atomic_add(n:[0]); }   /* write: xmp_atomic_add(n:[0], 1); */"},
	{"C0420", "Bit-fields",
		"A bit-field has no address. So it cannot be the element of a section or the variable " +
			"of a directive, and that of another image can be read, but not defined. Get " +
			"the structures, set the member, and put them, in a loop in place of a section. " +
			"That also puts the other members: what another image has set in them meanwhile is " +
			"lost.",
		"struct { unsigned a : 3; } s:[*], t;\n" +
			"void f(void) { s.a:[0] = 1; }   /* write: t = s:[0]; t.a = 1; s:[0] = t; */"},
}
