package diag

// C00xx: what the lexer and the parser find.
var syntaxCodes = []CodeInfo{
	{"C0001", "invalid character",
		"A character that begins nothing in Fortran stands outside comments and character " +
			"constants; often a quote or dash of a word processor, or an '&' that does not end " +
			"its line.",
		"x = 3 ~ 4"},
	{"C0002", "unterminated character constant",
		"The closing quote is missing on this line. A character constant goes on in the next " +
			"line only if '&' ends the line and begins the next.",
		"print *, 'hello"},
	{"C0003", "bad continuation",
		"A line is continued but nothing follows; or a character constant goes on without '&' " +
			"at the beginning of the next line (a warning).",
		"x = 1 + &\n(end of file)"},
	{"C0004", "bad statement label",
		"A label has one to five digits, not all zero, and stands before a statement.",
		"0 continue"},
	{"C0005", "preprocessor directive",
		"The source holds a line that begins with '#', but it was not preprocessed: its ending " +
			"is in small letters, and -cpp was not given.",
		"#ifdef MPI"},
	{"C0006", "unreadable include file",
		"The file named by an INCLUDE line cannot be read. It is looked for beside the " +
			"including file, then in the directories given by -I.",
		"include 'sizes.inc'"},
	{"C0007", "endless include",
		"An INCLUDE file includes itself, directly or by way of others, or the nesting is too " +
			"deep.",
		"include 'a.inc'     ! in a.inc"},
	{"C0008", "bad fixed-form line",
		"In fixed form columns 1 to 5 hold a label, column 6 marks a continuation, and the " +
			"statement lies in columns 7 to 72. A free-form source should have an ending such " +
			"as .f90.",
		"x = 3               ! in a file x.f"},
	{"C0009", "too many errors",
		"The source has so many syntax errors that the rest of it was not read; often it is no " +
			"Fortran, or in the other source form.",
		""},
	{"C0010", "not a statement",
		"The statement is no assignment and begins with no keyword of Fortran.",
		"clal foo(x)"},
	{"C0011", "syntax error",
		"The statement is right up to the marked place, and cannot go on as it does there. The " +
			"message says what would be expected: a comma, a name, an equals sign. Often " +
			"something in front of that place was left out or misspelled. In the example a " +
			"comma is missing between 1 and 10.",
		"do i = 1 10"},
	{"C0012", "expression expected",
		"An operand is missing, or what stands here is no expression.",
		"x = 3 * / 4"},
	{"C0013", "text after the end of a statement",
		"The statement is complete before this text.",
		"return 3 4"},
	{"C0014", "parenthesis not closed",
		"A parenthesis or bracket is opened and not closed in the statement. A statement ends " +
			"with its line unless '&' continues it.",
		"call foo(a, b"},
	{"C0015", "wrong END",
		"An END statement names another kind of program unit than the one it ends.",
		"subroutine s\nend function"},
	{"C0016", "END missing",
		"A construct, definition or program unit is not ended before the statement shown, or " +
			"before the end of the file.",
		"if (x > 0) then\n  y = 1\nend program"},
	{"C0017", "wrong name on END, ELSE or CASE",
		"The name differs from that of the construct or unit, or a named construct's END does " +
			"not repeat it.",
		"outer: do i = 1, 3\nend do inner"},
	{"C0018", "statement out of place",
		"The statement can stand only in a certain construct or part of a program unit, and " +
			"not here.",
		"else                ! without an IF"},
	{"C0019", "declaration after executable statements",
		"Specification statements come before the first executable statement of their scope; a " +
			"BLOCK construct has declarations of its own.",
		"x = 1\ninteger :: y"},
	{"C0020", "labelled DO without a right end",
		"The statement with the label that a DO names is missing from its block, or cannot end " +
			"a DO.",
		"do 10 i = 1, 3\nend program"},
	{"C0021", "bad place for an image selector",
		"A reference has at most one image selector; it follows subscripts and precedes a " +
			"substring range. Objects to allocate have none.",
		"a[1]%b[2] = 0"},
	{"C0022", "bad array or coarray specification",
		"The codimensions of a coarray are all ':' (allocatable), or explicit with '*' as the " +
			"last upper bound. The array specification comes first.",
		"real :: x[*](10)"},
	{"C0024", "statement cannot be conditional",
		"An IF statement takes an action statement, WHERE and FORALL statements an assignment; " +
			"no construct, declaration or END.",
		"if (x > 0) end do"},
	{"C0026", "unknown attribute",
		"The word is no attribute of a declaration.",
		"real, allocatabel :: x(:)"},
	{"C0027", "specifier does not belong here",
		"Each image control statement, and ALLOCATE, takes certain specifiers.",
		"sync all (status=i)"},
	{"C0029", "bad image selector",
		"An image selector holds cosubscripts, then specifiers: stat=, team=, team_number=, " +
			"notify=.",
		"x[stat=i]"},
	{"C0030", "source too large",
		"A source can have 2**30 bytes.",
		""},
	{"C0031", "nesting too deep",
		"Expressions and constructs may be nested 1000 deep.",
		"x = ((((...))))"},
	{"C0032", "two keywords in one word",
		"In free form a blank must stand between two keywords, but for those that the standard " +
			"names, such as ENDIF (F2018 6.3.2.2). Some compilers do not demand it.",
		"syncall"},
	{"C0033", "coshape in DIMENSION",
		"Co-array Fortran, before it became part of the standard, had `dimension(n)[*]`. In " +
			"the standard the coshape has an attribute of its own, or stands behind the name.",
		"real, dimension(10)[*] :: x"},
	{"C0034", "PARAMETER without parentheses",
		"Fortran before its standard of 1978 had `parameter n = 3`. The standard has " +
			"parentheses around the list (F2018 R851).",
		"parameter n = 3"},
	{"C0035", "a feature of Fortran 2023 that compilers do not have",
		"The statement is right by Fortran 2023, but no compiler that Coral works with takes it: " +
			"the prefix SIMPLE, the attribute RANK, TYPEOF and CLASSOF, an enumeration with a " +
			"name, an array of subscripts behind '@'. The message says what to write instead.",
		"simple function f(x)"},
}
