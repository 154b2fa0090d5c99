package phases

import (
	"fmt"
	"slices"
	"strings"
)

// Program is a whole program: module variables, procedures of modules and cases.
type Program struct {
	seed   uint64
	images int
	fixed  bool
	caf    bool // of CAF 2.0
	types  []*Type
	vars   []*Var // of module data
	cases  []*Proc
	libs   []*Proc // procedures of a module, of a submodule of it, and external ones
}

func (p *Program) exec(im *image) {
	im.frame = nil
	for _, c := range p.cases {
		im.call(c, map[*Var]*object{}, nil)
	}
}

// Suffix is what the names of the program's files end in.
func (p *Program) Suffix() string {
	switch {
	case p.fixed:
		return ".f"
	case p.caf:
		return ".caf"
	}
	return ".f90"
}

// Source is the program's text.
func (p *Program) Source() string {
	w := &printer{fixed: p.fixed}
	if !p.fixed {
		w.line(fmt.Sprintf("! seed %d, %d images", p.seed, p.images))
	}
	for _, unit := range p.units() {
		unit(w)
	}
	return w.b.String()
}

// Files are the texts of the program's files, in an order in which they may be compiled.
func (p *Program) Files() (list []string) {
	for _, unit := range p.units() {
		w := &printer{fixed: p.fixed}
		if unit(w); w.b.Len() > 0 {
			list = append(list, w.b.String())
		}
	}
	return list
}

// units print what may be a file of its own.
func (p *Program) units() []func(*printer) {
	return []func(*printer){p.support, p.data, p.library,
		func(w *printer) { p.librarySubmodule(w) },
		func(w *printer) { p.libraryAt(w, outside) }, p.module, p.submodule,
		func(w *printer) { p.those(w, outside) }, p.main}
}

func (p *Program) support(w *printer) {
	for _, l := range supportLines {
		w.line(l)
	}
}

func (p *Program) data(w *printer) {
	w.line("module data")
	w.depth++
	w.line("use support")
	w.line("use, intrinsic :: iso_fortran_env, only: team_type, lock_type, " +
		"event_type, initial_team, parent_team" + p.notifyType())
	w.line("implicit none")
	w.line("character(8) :: line")
	w.line("character(80) :: wide")
	for _, t := range p.types {
		w.line("type " + t.name)
		for _, v := range t.parts {
			w.line("  " + v.declaration())
		}
		w.line("end type")
	}
	w.line("type, extends(box) :: bigbox")
	w.line("  integer :: extra(3) = 7")
	w.line("end type")
	w.line("type holder")
	w.line("  integer :: n = 0")
	w.line("  integer, allocatable :: x(:)[:]")
	w.line("end type")
	w.line("type outer")
	w.line("  integer :: n = 0")
	w.line("  type(holder) :: in")
	w.line("end type")
	w.line("type fin")
	w.line("  integer :: n = 0")
	w.line("contains")
	w.line("  final :: fin_gone")
	w.line("end type")
	declare(w, p.vars)
	lines := [][]string{boxLines, boxProcedures}
	if p.caf {
		lines = [][]string{caf2Lines, boxLines, boxProcedures, caf2Procedures}
	}
	for _, l := range slices.Concat(lines...) {
		w.line(strings.ReplaceAll(l, "LAST", lastImage(p.caf)))
	}
	w.depth--
	w.line("end module data")
}

// notifyType is the name of what a program with NOTIFY WAIT uses.
func (p *Program) notifyType() string {
	for _, v := range p.vars {
		if v.typ.name == "type(notify_type)" {
			return ", notify_type"
		}
	}
	return ""
}

// lastImage is the usual cosubscript of the last image.
func lastImage(ranks bool) string {
	if ranks {
		return "num_images() - 1"
	}
	return "num_images()"
}

func (p *Program) main(w *printer) {
	w.line("program random")
	w.line("  use cases")
	w.line("  implicit none")
	p.interfaces(w, outside)
	w.line(fmt.Sprintf("  if (num_images() /= %d) error stop 'images'", p.images))
	for _, c := range p.cases {
		w.line("  call " + c.name + "()")
	}
	w.line("  sync all")
	w.line("  if (this_image() == 1) print '(a)', 'PASS'")
	w.line("end program random")
}

// supportLines is the module of what all programs use: hashes and their comparison.
var supportLines = []string{
	"module support",
	"  implicit none",
	"contains",
	"  pure integer function mix(h, v)",
	"    integer, intent(in) :: h, v",
	"    mix = modulo(h*31 + v, 65521)",
	"  end function mix",
	"  pure integer function same(i)",
	"    integer, intent(in) :: i",
	"    same = i",
	"  end function same",
	"  pure integer function larger(a, b)",
	"    integer, intent(in) :: a, b",
	"    larger = max(a, b)",
	"  end function larger",
	"  pure integer function hash_i(n, x)",
	"    integer, intent(in) :: n, x(n)",
	"    integer :: i",
	"    hash_i = 0",
	"    do i = 1, n",
	"      hash_i = mix(hash_i, x(i))",
	"    end do",
	"  end function hash_i",
	"  pure integer function hash_a(x)",
	"    integer, allocatable, intent(in) :: x(:)",
	"    hash_a = -1",
	"    if (allocated(x)) hash_a = hash_i(size(x), x)",
	"  end function hash_a",
	"  pure integer function hash_t(x)",
	"    character(:), allocatable, intent(in) :: x",
	"    integer :: j",
	"    hash_t = -1",
	"    if (.not. allocated(x)) return",
	"    hash_t = 0",
	"    do j = 1, len(x)",
	"      hash_t = mix(hash_t, iachar(x(j:j)))",
	"    end do",
	"  end function hash_t",
	"  pure integer function hash_c(n, x)",
	"    integer, intent(in) :: n",
	"    character(4), intent(in) :: x(n)",
	"    integer :: i, j",
	"    hash_c = 0",
	"    do i = 1, n",
	"      do j = 1, 4",
	"        hash_c = mix(hash_c, iachar(x(i)(j:j)))",
	"      end do",
	"    end do",
	"  end function hash_c",
	"  subroutine expect(id, name, got, want)",
	"    integer, intent(in) :: id, got, want(:)",
	"    character(*), intent(in) :: name",
	"    if (got == want(this_image())) return",
	"    print '(a,i0,3a,i0,a,i0,a,i0)', 'DIFFERS: check ', id, ', ', " +
		"name, ', image ', this_image(), ': '," +
		" got, ' in place of ', want(this_image())",
	"    error stop 1",
	"  end subroutine expect",
	"end module support",
}

// Cases are procedures of a module, of a submodule of it, or external ones.
const (
	inModule = iota
	inSubmodule
	outside
)

// module prints the module of cases.
func (p *Program) module(w *printer) {
	w.line("module cases")
	w.line("  use data")
	w.line("  use libs")
	w.line("  implicit none")
	p.interfaces(w, inSubmodule)
	w.line("contains")
	p.those(w, inModule)
	w.line("end module cases")
}

func (p *Program) submodule(w *printer) {
	if len(p.at(inSubmodule)) > 0 {
		w.line("submodule (cases) more")
		w.line("  implicit none")
		w.line("contains")
		p.those(w, inSubmodule)
		w.line("end submodule more")
	}
}

func (p *Program) at(place int) (list []*Proc) {
	for _, c := range p.cases {
		if c.place == place {
			list = append(list, c)
		}
	}
	return list
}

func (p *Program) those(w *printer, place int) {
	for _, c := range p.at(place) {
		w.labels = nil
		c.print(w)
	}
}

// interfaces prints interface bodies of the cases of a place.
func (p *Program) interfaces(w *printer, place int) {
	prefix := ""
	if place == inSubmodule {
		prefix = "module "
	}
	for _, c := range p.at(place) {
		w.line("  interface")
		w.line("    " + prefix + "recursive subroutine " + c.name + "()")
		w.line("    end subroutine " + c.name)
		w.line("  end interface")
	}
}
