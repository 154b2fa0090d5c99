// Package assumptions is the table of what generated code and the runtime take for granted about a
// Fortran back end beyond the standard, with a small program for each that shows whether it holds.
// The driver compiles and runs them once for each compiler (internal/driver/probes.go).
package assumptions

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// Name identifies an assumption, in code, files and messages.
type Name string

// Those on which the form of generated code depends.
const (
	DeferredComponent Name = "deferred_component"
	WideSubstring     Name = "wide_substring"
	ForallAlias       Name = "forall_alias"
)

// ModuleFile is the assumption that its own probe cannot see: the driver reads the module file of
// the probe's module.
const ModuleFile Name = "module_file"

// allocation is the one whose probe stands in for malloc and free.
const allocation Name = "allocation"

// Env is the result that ISO_FORTRAN_ENV has an entity: nothing is taken for granted about it. The
// module of ModuleFile uses all of ISO_FORTRAN_ENV, and the driver reads what that brings.
func Env(entity string) Name { return Name("env_" + entity) }

// Module is the module of a probe.
func (n Name) Module() string { return "probe_" + string(n) }

// MentionedIn tells whether a text of the module of ModuleFile has all that it declares.
func MentionedIn(text string) bool {
	for _, name := range []string{"kind_of_probe", "shape_of_probe", "area_of_probe",
		"twice_of_probe", "twice_of_integer"} {
		if !strings.Contains(strings.ToLower(text), name) {
			return false
		}
	}
	return true
}

// Assumption is a row of the table.
type Assumption struct {
	Name Name
	What string // is taken for granted
	Why  string // it is needed
	// Otherwise says what happens with a compiler that does it otherwise; empty: Coral does not use
	// that compiler.
	Otherwise string
}

// Table are all assumptions. Those with another form come last, since some compilers crash over
// them.
var Table = []Assumption{
	{"address",
		"LOC gives the address of a variable or an array element, also of one without the " +
			"TARGET attribute.",
		"Every view of a coarray begins at its address.", ""},
	{"descriptor",
		"A pointer to an array is a descriptor as gfortran 12 to 16 have it (address, offset, " +
			"element size and type, span, and for each dimension " +
			"step, lower and upper bound), or with flang that of ISO_Fortran_binding.h.",
		"The runtime writes the descriptors of views (capi/sync/view.c).", ""},
	{"span",
		"gfortran: steps in a pointer's descriptor count units of its span, which need not be " +
			"the element's size.",
		"The distance of two images need not be a multiple of the element's size.", ""},
	{"class",
		"A polymorphic pointer has the table of its dynamic type behind its address or " +
			"descriptor; gfortran's table begins with a hash and the type's " +
			"size, flang's descriptor has the size where it has an element's.",
		"Objects of another image have the table's address there; the runtime moves it by the " +
			"distance of the two programs (capi/types/component.c, capi/types/dynamic.c).", ""},
	{"length",
		"gfortran takes the length of a pointer component with deferred length from a word " +
			"behind the descriptor.",
		"The runtime sets it where generated code cannot.", ""},
	{"lengths",
		"The lengths of character arguments are passed by value, 8 bytes each, behind all " +
			"arguments.",
		"Procedures of the runtime that are no BIND(C) procedures take the names of files and " +
			"ERRMSG= so (capi/core/string_arg.h), and SPAWN passes them so.", ""},
	{"allocatable",
		"An allocatable dummy argument is passed as the address of the actual argument's own " +
			"descriptor, which begins with the address of its memory.",
		"END TEAM deallocates coarrays by their descriptors, which a procedure pointer has " +
			"brought to the runtime.", ""},
	{allocation,
		"The first call of malloc or aligned_alloc that ALLOCATE makes gets the memory of the " +
			"object, and DEALLOCATE gives that to free. All are called from " +
			"what is linked statically.",
		"Allocatable coarrays lie in the symmetric heap, for which the runtime stands in for " +
			"these.", ""},
	{"trampoline",
		"An internal procedure can be called by its address: the code on the stack that " +
			"compilers make for it can be executed.",
		"CO_REDUCE, SPAWN and others take procedures by their addresses. flang 19 and 21 do " +
			"not tell the linker of such code; Coral does (driver/execstack.go), and " +
			"for gfortran -O0 by -z execstack, where ld would warn.",
		"Programs that pass internal procedures crash, as they do without coarrays."},
	{ModuleFile,
		"Module files of gfortran are the compressed text that it has written since version 8 " +
			"(its versions 15 and 16 of the format), those of flang Fortran text.",
		"Modules that were not compiled by Coral are known by these files only.",
		"Such modules are taken for unknown, and a note says so."},
	{WideSubstring,
		"gfortran: substrings of saved pointers with deferred length and characters of 4 bytes " +
			"begin where they should. gfortran 15 and 16 count " +
			"bytes for characters.",
		"Coarrays of deferred length are seen through such a pointer.",
		"Substrings of such coarrays of other images are refused (C0236)."},
	{DeferredComponent,
		"gfortran: a pointer component with deferred length can be pointed to a component of " +
			"an array element. gfortran 16 takes the length " +
			"from an address that it computes only behind.",
		"Pointers to components of other images are made by such assignments.",
		"The element gets a name before (ASSOCIATE)."},
	{ForallAlias,
		"gfortran: in FORALL two pointer components of one type may have the same target, also " +
			"if the structures that they are components of have different types. gfortran 15 " +
			"and 16 define one while they still read the other.",
		"Coarrays, associate names and dummy arguments are seen through such components.",
		"A FORALL with two that may be the same memory is refused (C0225)."},
}

//go:embed probes
var probes embed.FS

// Markdown is the page docs/assumptions.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString("# What Coral takes for granted about a Fortran compiler\n\n" +
		"This page is written from the table in internal/assumptions " +
		"(`go test ./internal/assumptions\n-update`).\n\n" +
		"The standard does not say these things. Each has a probe, a small program in\n" +
		"internal/assumptions/probes. When a compiler is used for the first time, all of its " +
		"probes are\ncompiled and run as one program. The results are kept in the cache, by the " +
		"compiler's path and\nversion. A compiler that is newer than all that were tested is " +
		"used, with one note, if its probes\nhold. One for which an assumption without another " +
		"form does not hold is refused (C0317).\n\n" +
		"| assumption | what | why | otherwise |\n| --- | --- | --- | --- |\n")
	for _, a := range Table {
		otherwise := a.Otherwise
		if otherwise == "" {
			otherwise = "The compiler is refused."
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", a.Name, a.What, a.Why, otherwise)
	}
	return b.String()
}

// Source is the module with the probe for a family of compilers, "gfortran" or "flang"; empty: the
// assumption is not about that family.
func (a Assumption) Source(family string) string {
	for _, name := range []string{string(a.Name), string(a.Name) + "_" + family} {
		if text, err := probes.ReadFile("probes/" + name + ".f90"); err == nil {
			return string(text)
		}
	}
	return ""
}

// Of are the assumptions about a family of compilers.
func Of(family string) []Assumption {
	return slices.DeleteFunc(slices.Clone(Table),
		func(a Assumption) bool { return a.Source(family) == "" })
}

// All is the result of probes that all hold.
func All() map[Name]bool {
	holds := map[Name]bool{}
	for _, a := range Table {
		holds[a.Name] = true
	}
	return holds
}

// Link are the options by which the program of some probes is linked, as all of Coral's are.
func Link(list []Assumption) []string {
	if slices.ContainsFunc(list, func(a Assumption) bool { return a.Name == allocation }) {
		return []string{"-Wl,--wrap=malloc,--wrap=aligned_alloc,--wrap=free"}
	}
	return nil
}

// Program has the probes of some assumptions: each writes a line with its name and T or F. With a
// number as argument only that one, from 1, is run.
func Program(list []Assumption, family string) string {
	var modules, uses, runs strings.Builder
	for i, a := range list {
		modules.WriteString(a.Source(family))
		fmt.Fprintf(&uses, "  use probe_%s, only: run_%s => run\n", a.Name, a.Name)
		fmt.Fprintf(&runs,
			"  if (only == 0 .or. only == %d) then\n    call run_%s(holds)\n"+
				"    print '(a, 1x, l1)', '%s', holds\n    flush (6)\n  end if\n",
			i+1, a.Name, a.Name)
	}
	return modules.String() + "program probes\n" + uses.String() +
		"  implicit none\n  logical :: holds\n  integer :: only, state\n  character(8) :: text\n" +
		"  only = 0\n  call get_command_argument(1, text)\n  read (text, *, iostat=state) only\n" +
		runs.String() + "end program\n"
}

// Read gives the results that such a program has written.
func Read(output string) map[Name]bool {
	holds := map[Name]bool{}
	for line := range strings.Lines(output) {
		if f := strings.Fields(line); len(f) == 2 {
			holds[Name(f[0])] = f[1] == "T"
		}
	}
	return holds
}
