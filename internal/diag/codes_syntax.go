package diag

// C00xx: what the lexer and the parser find.
var syntaxCodes = []CodeInfo{
	{"C0001", "Invalid character",
		"A character with which nothing in Fortran begins stands outside comments and character " +
			"constants. Often it is a quote or dash from a word processor, or an '&' that does " +
			"not end its line. Replace it, or leave it out.",
		"x = 3 ~ 4"},
	{"C0002", "Unterminated character constant",
		"The closing quote is missing on this line. Add it. To go on with a character constant " +
			"in the next line, end this line with '&' and begin the next one with '&'.",
		"print *, 'hello"},
	{"C0003", "Bad continuation",
		"A line ends with '&', but no line follows: leave the '&' out. Or a character constant " +
			"goes on in the next line, which does not begin with '&': add it there (a warning).",
		"x = 1 + &"},
	{"C0004", "Bad statement label",
		"A label has one to five digits, not all of them zero, and stands before a statement. " +
			"Change the label, and each statement that refers to it.",
		"0 continue"},
	{"C0005", "Preprocessor directive",
		"A line begins with '#', but the file was not preprocessed, since its ending is in small " +
			"letters. Rename it to .F90 (.F in fixed form), or give the option -cpp.",
		"#ifdef MPI"},
	{"C0006", "Unreadable include file",
		"The file named by an INCLUDE line cannot be read. Coral looks beside the file that has " +
			"the line, then in the directories of the options -I. Correct the name, or name the " +
			"directory by -I.",
		"include 'sizes.inc'"},
	{"C0007", "Endless include",
		"An INCLUDE file includes itself, directly or by way of others, or the nesting is too " +
			"deep. The notes show the way. Leave out one of these INCLUDE lines.",
		"include 'a.inc'     ! a line of a.inc"},
	{"C0008", "Bad fixed-form line",
		"In fixed form columns 1 to 5 hold a label, column 6 marks a continuation, and the " +
			"statement lies in columns 7 to 72. A free-form source should have an ending such " +
			"as .f90.",
		"x = 3               ! in a file x.f"},
	{"C0009", "Too many errors",
		"The source has so many syntax errors that the rest of it was not read. Often the file " +
			"is no Fortran, or is in the other source form: names that end in .f are fixed form, " +
			"in .f90 free form. Otherwise correct the first errors, and compile again.",
		""},
	{"C0010", "Not a statement",
		"The statement is no assignment and begins with no keyword of Fortran. Look for a " +
			"misspelled keyword, or for a missing CALL or equals sign. In fixed form, a " +
			"continuation line has a character other than blank or 0, such as &, in column 6. In " +
			"the example the keyword is CALL.",
		"clal foo(x)"},
	{"C0011", "Syntax error",
		"The statement is right up to the marked place, and cannot go on as it does there. The " +
			"message says what would be expected: a comma, a name, an equals sign. Often " +
			"something before that place was left out or misspelled. In the example a " +
			"comma is missing between 1 and 10.",
		"do i = 1 10"},
	{"C0012", "Expression expected",
		"An operand is missing, or what stands here is no expression. Add the operand, or leave " +
			"out the operator before it.",
		"x = 3 * / 4"},
	{"C0013", "Text after the end of a statement",
		"The statement is complete before this text. Leave the text out, or begin a new " +
			"statement with it: in a new line, or after a semicolon.",
		"return 3 4"},
	{"C0014", "Parenthesis not closed",
		"A parenthesis or bracket is opened and not closed in the statement. Close it. If the " +
			"statement goes on in the next line, end this line with '&'.",
		"call foo(a, b"},
	{"C0015", "Wrong END",
		"An END statement names another kind of program unit or construct than the one that " +
			"it ends. Correct it. Often the END of something inside is missing above. A common " +
			"mistake is END CHANGE: the end of a CHANGE TEAM construct is written END TEAM.",
		"subroutine s\nend function"},
	{"C0016", "END missing",
		"A construct, definition or program unit is not ended before the statement shown, or " +
			"before the end of the file. The message names the END statement that is missing. " +
			"Add it.",
		"if (x > 0) then\n  y = 1\nend program"},
	{"C0017", "Wrong name on END, ELSE or CASE",
		"The name on an END, ELSE or CASE statement differs from that of the construct or " +
			"program unit, or the END of a named construct does not repeat the name. Write the " +
			"name as it stands at the beginning.",
		"outer: do i = 1, 3\nend do inner"},
	{"C0018", "Statement out of place",
		"The statement can stand only in a certain construct, or in a certain part of a program " +
			"unit. Move it there. Often the statement that begins the construct is missing or " +
			"misspelled.",
		"else                ! without an IF"},
	{"C0019", "Declaration after executable statements",
		"Declarations come before the first executable statement of their scope. Move the " +
			"declaration up, or put it into a BLOCK construct with the statements that use it.",
		"x = 1\ninteger :: y"},
	{"C0020", "Labelled DO without a right end",
		"The statement with the label that a DO names is missing from its block, or cannot end a " +
			"DO. Add `10 continue`, or write the loop with END DO and without the label.",
		"do 10 i = 1, 3\nend program"},
	{"C0021", "Bad place for an image selector",
		"A reference has at most one image selector. It follows the subscripts and precedes a " +
			"substring range. Objects to allocate have none. Move the selector, or leave it out.",
		"a[1]%b[2] = 0       ! write: a[1]%b = 0"},
	{"C0022", "Bad array or coarray specification",
		"The codimensions of a coarray are all ':' (allocatable), or explicit with '*' as the " +
			"last upper bound. They stand after the array bounds.",
		"real :: x[*](10)    ! write: real :: x(10)[*]"},
	{"C0024", "Statement cannot be conditional",
		"An IF statement takes an action statement. WHERE and FORALL statements take an " +
			"assignment. None takes a construct, a declaration or an END statement. Write an IF, " +
			"WHERE or FORALL construct.",
		"if (x > 0) end do"},
	{"C0026", "Unknown attribute",
		"The word is no attribute of a declaration. Look for a spelling error. In the example " +
			"the attribute is ALLOCATABLE.",
		"real, allocatabel :: x(:)"},
	{"C0027", "Specifier does not belong here",
		"Each image control statement, and ALLOCATE, takes certain specifiers, and this one is " +
			"none of them. Look for a spelling error.",
		"sync all (status=i) ! write: sync all (stat=i)"},
	{"C0029", "Bad image selector",
		"An image selector has cosubscripts first, then specifiers: stat=, team=, team_number=, " +
			"notify=. In the example the cosubscript is missing.",
		"y = x[stat=i]       ! write: y = x[2, stat=i]"},
	{"C0030", "Source too large",
		"A source can have at most 2**30 bytes. Divide it into several files.",
		""},
	{"C0031", "Nesting too deep",
		"Expressions and constructs may be nested 1000 deep. Assign parts of the expression to " +
			"variables, or move inner constructs into procedures.",
		"x = ((((...))))"},
	{"C0032", "Two keywords in one word",
		"In free form a blank must stand between two keywords, but for those that the standard " +
			"names, such as ENDIF (F2018 6.3.2.2). Some compilers do not demand it.",
		"syncall             ! write: sync all"},
	{"C0033", "Coshape in DIMENSION",
		"Co-Array Fortran, before it became part of the standard, had `dimension(n)[*]`. In the " +
			"standard the coshape has an attribute of its own, or stands after the name.",
		"real, dimension(10)[*] :: x   ! write: real :: x(10)[*]"},
	{"C0034", "PARAMETER without parentheses",
		"Fortran before its standard of 1978 had `parameter n = 3`. The standard has parentheses " +
			"around the list (F2018 R851).",
		"parameter n = 3     ! write: parameter (n = 3)"},
	{"C0035", "A feature of Fortran 2023 that Coral does not support",
		"The statement is right by Fortran 2023: the attribute RANK, TYPEOF and CLASSOF, an " +
			"enumeration with a name, an array of subscripts after '@'. gfortran does not have " +
			"these, nor do most versions of flang. The message says what to write instead.",
		"real, rank(2), allocatable :: a   ! write: real, dimension(:,:), allocatable :: a"},
	{"C0036", "Long line",
		"In free form a line has at most 132 columns (F2018 6.3.2.1). gfortran without Coral " +
			"refuses a longer line. Coral compiles all of it, but other compilers may not. " +
			"A comment may be longer. Continue the statement in the next line. To have no " +
			"warning, give the option -ffree-line-length-none, or one with a length, such as " +
			"-ffree-line-length-200.",
		"x = a + b + & ! and c in the next line, instead of beyond column 132\n  c"},
}
