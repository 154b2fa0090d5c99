package metamorphic

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// longestName is what F2018 6.2.2 allows.
const longestName = 63

// longNames gives each name that the program declares as many characters as are allowed.
func longNames(files []*syntax.File) map[string]string {
	names := map[string]string{}
	for name := range declared(files, false) {
		if len(name) < longestName-1 {
			names[name] = name + "_" + strings.Repeat("x", longestName-1-len(name))
		}
	}
	return names
}

// intrinsicNames gives variables and components names of intrinsic procedures that the program does
// not refer to.
func intrinsicNames(files []*syntax.File) map[string]string {
	used := map[string]bool{}
	for _, f := range files {
		for _, s := range f.Stmts {
			for _, t := range s.Info().Tokens() {
				used[t.Text] = true
			}
		}
	}
	free := make([]string, 0, len(intrinsics))
	for _, name := range intrinsics {
		if !used[name] {
			free = append(free, name)
		}
	}
	var all []string
	for name := range declared(files, true) {
		all = append(all, name)
	}
	sort.Strings(all)
	names := map[string]string{}
	for k, name := range all[:min(len(all), len(free))] {
		names[name] = free[k]
	}
	return names
}

// intrinsics are names that generated code might refer to, the likeliest first.
var intrinsics = strings.Fields(`size loc min max lbound ubound merge int this_image num_images
	image_index mod present allocated associated c_loc len sum reshape spread transfer shape kind
	any all count abs product index epsilon huge tiny cmplx char ichar trim adjustl repeat
	scan verify exp sin cos dot_product matmul transpose cshift minval maxval minloc maxloc pack
	unpack sqrt log lcobound ucobound storage_size c_sizeof sizeof rank is_contiguous nint floor
	ceiling sign dim iand ior ieor ishft btest aimag conjg dble null get_team team_number
	move_alloc co_sum co_max atomic_add atomic_ref failed_images image_status`)

// declared are the names that may be given another spelling: those that the files declare and that
// mean nothing else in them. dataOnly: of variables and components.
func declared(files []*syntax.File, dataOnly bool) map[string]bool {
	d := declarations{names: map[string]bool{}, not: map[string]bool{}, dataOnly: dataOnly}
	for _, word := range append(keywords, "re", "im") { // parts of a complex variable
		d.not[word] = true
	}
	for _, f := range files {
		syntax.Walk(f, func(n syntax.Node) bool { d.node(n); return true })
		for _, s := range f.Stmts {
			for _, t := range s.Info().Tokens() {
				d.not[kindOf(t)] = true
			}
		}
		for _, u := range f.Units {
			if b := syntax.BodyOf(u); b != nil && dataOnly {
				d.implied(b, nil)
			}
		}
	}
	for name := range d.names {
		if d.not[name] || resolve.IsProcedureName(name) || resolve.OtherIntrinsic(name) {
			delete(d.names, name)
		}
	}
	return d.names
}

// implied keeps the names to which a scope, and those in it, may give types by the implicit rules
// (F2018 8.7): these go by the first letter. known are the names that the hosts declare.
func (d *declarations) implied(s *syntax.ScopeBody, known []string) {
	if typesDeclared(s) {
		return
	}
	for _, it := range s.Spec {
		if t, is := it.(*syntax.TypeDeclStmt); is {
			for _, e := range t.Entities {
				known = append(known, e.Name.Name)
			}
		}
	}
	note := func(st syntax.Stmt) {
		for _, t := range st.Info().Tokens() {
			if t.Kind == syntax.NameTok && !slices.Contains(known, t.Text) {
				d.not[t.Text] = true
			}
		}
	}
	syntax.EachStmt(s.Spec, note)
	syntax.EachStmt(s.Exec, note)
	for _, p := range s.Procs {
		if p.Head != nil {
			note(p.Head)
		}
		d.implied(&p.ScopeBody, slices.Clone(known))
	}
}

// kindOf is the name in a literal that is its kind parameter.
func kindOf(t syntax.Token) string {
	switch at := strings.LastIndex(t.Text, "_"); {
	case t.Kind == syntax.NameTok || at < 0:
		return ""
	case t.Kind == syntax.StringTok:
		kind, _, _ := strings.Cut(t.Text, "_")
		return strings.ToLower(kind)
	default:
		return strings.ToLower(t.Text[at+1:])
	}
}

type declarations struct {
	names, not map[string]bool
	dataOnly   bool
}

func (d *declarations) add(id *syntax.Ident) {
	if id != nil {
		d.names[id.Name] = true
	}
}

// other adds a name of what is no data object.
func (d *declarations) other(id *syntax.Ident) {
	switch {
	case id == nil:
	case d.dataOnly:
		d.not[id.Name] = true
	default:
		d.names[id.Name] = true
	}
}

func (d *declarations) keep(id *syntax.Ident) {
	if id != nil {
		d.not[id.Name] = true
	}
}

func (d *declarations) node(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.TypeDeclStmt:
		for _, e := range n.Entities {
			d.add(e.Name)
		}
	case *syntax.ProcDeclStmt:
		for _, e := range n.Entities {
			d.other(e.Name)
		}
	case *syntax.ProcStmt:
		d.other(n.Name)
		d.other(n.Result)
		alternate := func(a *syntax.DummyArg) bool { return a.Name == nil }
		// gfortran 12 makes longer names of those of subroutines with alternate returns
		if n.Bind != nil || slices.ContainsFunc(n.Args, alternate) {
			d.keep(n.Name)
		}
	case *syntax.EntryStmt:
		d.other(n.Name)
		d.other(n.Result)
	case *syntax.ModuleStmt:
		d.other(n.Name)
	case *syntax.SubmoduleStmt:
		d.other(n.Name)
	case *syntax.DerivedTypeStmt:
		d.other(n.Name)
	case *syntax.InterfaceStmt:
		if n.Spec != nil {
			d.other(n.Spec.Name)
		}
	case *syntax.BindingStmt:
		for _, b := range n.Bindings {
			d.other(b.Name)
		}
	case *syntax.AttrStmt:
		for _, e := range n.Entities {
			if d.dataOnly || n.Attr.Bind != nil {
				d.keep(e.Name)
			}
		}
	case *syntax.NamelistStmt:
		for _, g := range n.Groups {
			for _, id := range g.Items {
				d.keep(id)
			}
		}
	case *syntax.Arg:
		d.keep(n.Keyword)
	}
}

// keywords are words of statements that a program might have as names, too.
var keywords = strings.Fields(`if then else elseif endif do enddo while concurrent select case
	default type class is rank end call return stop error print write read open close inquire
	rewind backspace endfile flush wait format continue go to goto exit cycle where elsewhere
	forall associate block critical team change sync all images memory event post notify lock
	unlock form fail image allocate deallocate nullify integer real double precision complex
	character logical kind len dimension codimension allocatable pointer target save parameter
	intent in out inout optional value volatile asynchronous contiguous external intrinsic
	protected public private bind abstract extends sequence deferred nopass pass non_overridable
	final generic procedure module submodule program function subroutine result pure elemental
	impure recursive non_recursive use only import implicit none interface operator assignment
	contains entry data common equivalence namelist include enum enumerator file unit stat errmsg
	acquired_lock until_count new_index local local_init shared reduce quiet none source mold c
	name formatted unformatted import spawn finish with event_notify event_wait predicate entries
	byte static automatic record structure union map cosubscript copointer cotarget`)

// renamedAll writes the files of a program anew, with other names.
func renamedAll(files []*syntax.File, names map[string]string) ([]string, error) {
	if len(names) == 0 {
		return nil, errNothing
	}
	var texts []string
	for _, f := range files {
		for _, u := range f.Units {
			if err := noBinding(u); err != nil {
				return nil, err
			}
		}
		texts = append(texts, laidOut(f, &freeWriter{}, names))
	}
	return texts, nil
}

// noBinding refuses units with BIND: the names are those of others.
func noBinding(u syntax.Unit) (err error) {
	syntax.Inspect(u, func(n syntax.Node) bool {
		if s, is := n.(*syntax.ProcStmt); is && s.Bind != nil {
			err = fmt.Errorf("%w: BIND", errNothing)
		}
		return err == nil
	})
	return err
}
