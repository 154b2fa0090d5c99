package resolve

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestReferenceRecords: a reference has one record in a scope, another one in another scope. A copy
// of the node has its own, and so has each resolution of the same trees.
func TestReferenceRecords(t *testing.T) {
	var diags diag.List
	f := syntax.Parse(diag.NewSource("t.f90", `
program p
  type :: t
    real, allocatable :: a(:)
  end type
  type(t) :: x(4)[*]
  real :: r
  r = x(2)[1]%a(3)
  block
    integer :: other
  end block
end program`), syntax.Options{}, &diags)
	p := Resolve([]*syntax.File{f}, Options{}, &diags)
	clean(t, &diags)
	unit := f.Units[0].(*syntax.MainProgram)
	var node *syntax.Ref
	var block *syntax.BlockConstruct
	for _, it := range unit.Exec {
		switch it := it.(type) {
		case *syntax.AssignStmt:
			node = it.RHS().(*syntax.Ref)
		case *syntax.BlockConstruct:
			block = it
		}
	}
	outer, inner := p.ScopeOf(unit), p.ScopeOf(block)
	record := outer.Reference(node)
	if record.Rank != 0 || record.Indirect != 1 || record.Base != outer.Symbols["x"] {
		t.Errorf("wrong record: %+v", record)
	}
	within := inner.Reference(node)
	if within == record || outer.Reference(node) != record || inner.Reference(node) != within {
		t.Error("there is not one record for each scope")
	}
	whole := *node
	whole.Parts = node.Parts[:1]
	if got := outer.Reference(&whole); got == record || len(got.Parts) != 1 {
		t.Error("a part of the reference has the record of all of it")
	}
	if outer.Reference(node) != record {
		t.Error("the record is gone")
	}
	again := Resolve([]*syntax.File{f}, Options{}, &diags).ScopeOf(unit)
	if got := again.Reference(node); got == record || got.Base != again.Symbols["x"] {
		t.Error("another resolution has the records of the first")
	}
}
