package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// Directives of XcalableMP in Fortran. Node arrays have names of their own: no variable is hidden
// by one.

// NodeArray is a node array with the directive that declares it.
type NodeArray struct {
	*syntax.XMPNodes
	Where *syntax.XMPStmt
	// among those that its scope declares: one array is made of nodes of those in front of it
	place int
}

// NodeArray finds a node array that is declared here, in a host or in a module that is used; nil:
// there is none.
func (s *Scope) NodeArray(name string) *NodeArray {
	return s.nodeArray(name, map[*Scope]bool{})
}

func (s *Scope) nodeArray(name string, seen map[*Scope]bool) *NodeArray {
	for ; s != nil && !seen[s]; s = s.Host {
		seen[s] = true
		if n := s.nodes[name]; n != nil {
			return n
		}
		for _, u := range s.Uses {
			if u.Module == nil {
				continue
			}
			if n := u.Module.nodeArray(name, seen); n != nil {
				return n
			}
		}
	}
	return nil
}

// NodesOf reads the images of the directives sync_image and sync_images as nodes of an array, p(2)
// or p(1:n:2), which they are if nothing else has the name; nil: they are numbers.
func (s *Scope) NodesOf(e syntax.Expr) *syntax.XMPRef {
	r, ok := e.(*syntax.Ref)
	if !ok || len(r.Parts) > 1 || r.Remote() || s.Lookup(r.First().Name) != nil ||
		s.NodeArray(r.First().Name) == nil {
		return nil
	}
	nodes := &syntax.XMPRef{Name: r.First(), Whole: r.Parts[0].Args == nil}
	if nodes.Whole {
		return nodes
	}
	for _, a := range r.Parts[0].Args.Items {
		sub := &syntax.XMPSub{Lo: a.Value}
		if t, ok := a.Value.(*syntax.Triplet); ok {
			sub = &syntax.XMPSub{Triplet: true, Lo: t.Lower, Hi: t.Upper, Inc: t.Step}
		}
		nodes.Subs = append(nodes.Subs, sub)
	}
	return nodes
}

// XMPInquiries are the inquiry functions of XcalableMP, by the name that tells how each is lowered.
var XMPInquiries = set(
	"xmp_node_num xmp_num_nodes xmp_all_node_num xmp_all_num_nodes xmp_wtime xmp_wtick")

// XMPInquiry tells whether a reference is to an inquiry function of XcalableMP that nothing
// declares with a type. Omni's compiler knows them as intrinsic functions; by the implicit rules
// they would be real. Another function of the program's own with the name is that one.
func (s *Scope) XMPInquiry(r *syntax.Ref) bool {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || len(p.Args.Items) > 0 || p.Selector != nil ||
		!XMPInquiries[p.Name.Name] {
		return false
	}
	sym := s.Lookup(p.Name.Name)
	if sym != nil &&
		(sym.Type != nil || sym.Inner != nil || sym.Flags&^External != 0 || sym.Kind != Unknown &&
			sym.Kind != Procedure) {
		return false
	}
	return s.prog.Externals[p.Name.Name] == nil && s.UnknownModule(p.Name.Name) == nil
}

func (s *Scope) declareNodes(n *syntax.XMPStmt) {
	if n.Name == "coarray" {
		for _, x := range n.Args {
			if r, ok := x.(*syntax.Ref); ok && r.IsName() {
				if s.onNodes == nil {
					s.onNodes = map[string]bool{}
				}
				s.onNodes[r.First().Name] = true
			}
		}
		return
	}
	for _, x := range n.Nodes {
		if s.nodes == nil {
			s.nodes = map[string]*NodeArray{}
		}
		if s.nodes[x.Name.Name] != nil {
			continue // the checks tell it
		}
		s.nodes[x.Name.Name] = &NodeArray{x, n, len(s.nodes)}
	}
}

// onNodes tells whether the images of a coarray are nodes, by the directive coarray, whatever team
// executes the statement.
func (s *Symbol) onNodes() bool { return s != nil && s.Scope != nil && s.Scope.onNodes[s.Name] }

// imagesOfNodes has an image selector name the initial team where the images of the coarray are
// nodes and no team is written: the specifier has no place in the source.
func imagesOfNodes(sel *syntax.ImageSelector, sym *Symbol) {
	if !sym.onNodes() || sel.Spec("team") != nil || sel.Spec("team_number") != nil {
		return
	}
	nowhere := sel.Range
	nowhere.Start = nowhere.End
	sel.Specs = append(sel.Specs, &syntax.Arg{Range: nowhere,
		Keyword: &syntax.Ident{Range: nowhere, Name: "team_number"},
		Value:   syntax.NewLiteral(syntax.IntLit, nowhere, "-1")})
}

// coarraysOn checks the directive coarray, which names coarrays of its scope and a node array of
// all nodes.
func (c *checker) coarraysOn(s *syntax.XMPStmt) {
	if n := c.scope.NodeArray(s.On.Name.Name); n != nil &&
		(!s.On.Whole || n.Of != nil || n.Executing) {
		c.errorf("C0416", s.On.Name.Range, "the directive 'coarray' needs a whole node array of "+
			"all images, as nodes p(*) is; '%s' is not one", n.Name.Name).
			Help("for images counted among the nodes of '%s', leave the directive out and write "+
				"a task on them", n.Name.Name)
	}
	for _, x := range s.Args {
		r, ok := x.(*syntax.Ref)
		if !ok || !r.IsName() || !c.scope.Lookup(r.First().Name).IsCoarray() ||
			c.scope.Lookup(r.First().Name).Scope != c.scope {
			c.errorf("C0416", x.Span(), "the directive 'coarray' names coarrays that are declared "+
				"in the same scope; '%s' is no such coarray", x.Span().Text())
		}
	}
}

// xmpConstruct checks task and tasks, which are left by their ends only.
func (c *checker) xmpConstruct(it *syntax.XMPConstruct) {
	c.stmt(it.Head)
	before := c.team
	c.team = newEnclosure(it.Head.Name, it.Body, it.End, nil)
	c.items(it.Body)
	c.team = before
}

// xmp checks a directive.
func (c *checker) xmp(s *syntax.XMPStmt) {
	if s.Name != "nodes" && s.Name != "coarray" {
		c.imageControl(s, "'"+s.Name+"'")
	}
	for _, r := range s.Refs() {
		c.nodeSet(r)
	}
	for _, n := range s.Nodes {
		c.nodeIntegers(n.Sizes...)
		if own := c.scope.nodes[n.Name.Name]; own != nil && own.XMPNodes != n {
			c.errorf("C0413", n.Name.Range, "'%s' is declared twice in this scope",
				n.Name.Name).Note(own.Name.Range, "here, too")
		}
		if n.Of == nil {
			continue
		}
		if of, own := c.scope.nodes[n.Of.Name.Name], c.scope.nodes[n.Name.Name]; of != nil &&
			own != nil && of.place >= own.place {
			c.errorf("C0413", n.Of.Name.Range,
				"the node array '%s' is made of nodes of '%s', which is not declared "+
					"before it", n.Name.Name, n.Of.Name.Name)
		}
	}
	switch s.Name {
	case "coarray":
		c.coarraysOn(s)
	case "bcast", "reduction":
		for _, x := range s.Args {
			c.xmpVariable(s, x)
		}
	case "wait_async":
		c.asyncIDs(s.Args...)
	case "post", "wait":
		for _, x := range s.Args {
			if c.isNot(x, syntax.TypeInteger) || c.scope.RankOf(x) > 0 {
				c.errorf("C0410", x.Span(), "the tag of '%s' is a scalar integer", s.Name)
			}
		}
	case "sync_images":
		c.nodeIntegers(s.Args...)
		if r, ok := s.Args[1].(*syntax.Ref); !ok || !r.IsName() {
			c.errorf("C0410", s.Args[1].Span(),
				"the images of sync_images(n, images) are an array that has a name")
		}
	}
	c.asyncIDs(s.Async)
	c.directive(s)
}

// asyncIDs checks the numbers by which asynchronous operations are known; nil: there is none.
func (c *checker) asyncIDs(list ...syntax.Expr) {
	for _, x := range list {
		if x != nil && (c.isNot(x, syntax.TypeInteger) || c.scope.RankOf(x) > 0) {
			c.errorf("C0410", x.Span(), "'%s' stands where the number of an asynchronous "+
				"operation is needed, a scalar integer", x.Span().Text()).
				Help("write async(1), and wait_async(1)")
		}
	}
}

// directive checks the expressions of a directive, none of which may be another image's.
func (c *checker) directive(s *syntax.XMPStmt) {
	coindexed := false
	syntax.StmtExprs(s, func(x syntax.Expr) {
		if !coindexed && syntax.HasCoindexed(x) && s.Name != "bcast" && s.Name != "reduction" {
			coindexed = true
			c.errorf("C0410", x.Span(),
				"a coindexed object cannot stand in the directive '%s'; assign it to a "+
					"variable first", s.Name)
		}
	})
}

func (c *checker) nodeSet(r *syntax.XMPRef) {
	if r.Name == nil {
		return
	}
	n := c.scope.NodeArray(r.Name.Name)
	switch {
	case n == nil:
		c.errorf("C0413", r.Name.Range,
			"'%s' is no node array: no directive nodes declares it here", r.Name.Name).
			Help("declare it among the declarations, as in !$xmp nodes %s(*)", r.Name.Name)
	case !r.Whole && len(r.Subs) != len(n.Sizes):
		c.errorf("C0413", r.Name.Range,
			"the node array '%s' has %d dimensions, this reference has %d", r.Name.Name,
			len(n.Sizes), len(r.Subs)).
			Note(n.Name.Range, "'%s' is declared here", r.Name.Name)
	}
	for _, sub := range r.Subs {
		c.nodeIntegers(sub.Lo, sub.Hi, sub.Inc)
		if sub.Inc == nil {
			continue
		}
		if n, ok := c.scope.Int(sub.Inc); ok && n == 0 {
			c.errorf("C0413", sub.Inc.Span(), "the step of a set of nodes cannot be 0")
		}
	}
}

// nodeIntegers checks sizes and subscripts of node arrays and numbers of images, which generated
// code converts: real numbers would be cut off.
func (c *checker) nodeIntegers(list ...syntax.Expr) {
	for _, x := range list {
		if x != nil && c.isNot(x, syntax.TypeInteger) {
			c.errorf("C0410", x.Span(),
				"'%s' stands where an integer is needed: sizes and subscripts of node arrays "+
					"and numbers of images are integers", x.Span().Text())
		}
	}
}

// xmpVariable checks a variable of bcast or reduction.
func (c *checker) xmpVariable(s *syntax.XMPStmt, x syntax.Expr) {
	if r, ok := x.(*syntax.Ref); ok && r.Coindexed() != nil {
		c.errorf("C0407", x.Span(),
			"the variables of a %s are this image's; a coindexed object cannot be one", s.Name)
		return
	}
	if !c.isVariable(x) {
		c.errorf("C0410", x.Span(),
			"'%s' gets a value by the directive '%s': it must be a variable", x.Span().Text(),
			s.Name)
		return
	}
	c.outlivingVariable(s, x)
	t := c.scope.TypeOf(x)
	if t == nil {
		return
	}
	if s.Name == "reduction" && !reducible(s.Op, t.Base) {
		c.errorf("C0410", x.Span(), "the reduction is not defined for the type of '%s'",
			x.Span().Text())
	}
	if sync := t.DerivedOf().synchronizer(); s.Name == "bcast" && sync != "" {
		c.errorf("C0410", x.Span(),
			"bcast cannot work on objects of type %s, nor with a component of it", sync)
	}
	if d := t.DerivedOf(); s.Name == "bcast" && d.apart() {
		c.errorf("C0410", x.Span(),
			"bcast takes no object with allocatable or pointer components").Help(
			"co_broadcast does")
	}
}

// outlivingVariable checks that the caller of a procedure knows of an operation that goes on when
// the procedure has returned: by TARGET, which Coral adds but where an interface in another place
// has the attributes, too.
func (c *checker) outlivingVariable(s *syntax.XMPStmt, x syntax.Expr) {
	r, ok := x.(*syntax.Ref)
	if s.Async == nil || !ok {
		return
	}
	d := c.scope.Lookup(r.First().Name)
	if d == nil || !d.Has(Dummy) || d.Flags&(Target|Pointer|Asynchronous) != 0 {
		return
	}
	if sub, ok := d.Scope.Node.(*syntax.Subprogram); ok && sub.Head != nil &&
		sub.Head.Has("module") {
		c.errorf("C0410", x.Span(), "the operation may go on when this procedure has returned, "+
			"and callers know the dummy argument '%s' by an interface in another place", d.Name).
			Help("declare it TARGET there and here")
	}
}

// reducible tells whether a reduction of XcalableMP, by the runtime's name for it, is defined for a
// type.
func reducible(op string, base syntax.BaseType) bool {
	logical := op == "land" || op == "lor" || op == "eqv" || op == "neqv"
	switch base {
	case syntax.TypeLogical:
		return logical
	case syntax.TypeInteger, syntax.TypeByte:
		return !logical
	case syntax.TypeReal, syntax.TypeDoublePrecision:
		return op == "sum" || op == "product" || op == "max" || op == "min"
	case syntax.TypeComplex, syntax.TypeDoubleComplex:
		return op == "sum" || op == "product"
	}
	return false
}

// gmove checks the sides of an assignment that belongs to gmove.
func (c *checker) gmove(it *syntax.XMPGmove) {
	c.stmt(it.Head)
	c.stmt(it.Assign)
	r, ok := it.Assign.RHS().(*syntax.Ref)
	l, _ := it.Assign.LHS().(*syntax.Ref)
	if !ok || l == nil || c.scope.Reference(r).Call {
		c.errorf("C0417", it.Assign.RHS().Span(),
			"gmove moves one variable to another, as in a(1:n) = b(1:n): neither operators nor "+
				"calls stand in the assignment")
		return
	}
	to, from := l.Coindexed() != nil, r.Coindexed() != nil
	switch {
	case it.Head.Async != nil && it.Head.Mode == "":
		c.errorf("C0417", it.Head.Async.Span(), "'gmove async' is for 'in' and 'out': without "+
			"either, all executing nodes take part in a gmove, and it ends here").
			Help("leave async out, and the id in wait_async")
	case it.Head.Mode == "in" && (!from || to):
		c.errorf("C0417", it.Assign.Range,
			"gmove in reads from another node: the right side is coindexed, the left side is not").
			Help("write b(..)[k] on the right")
	case it.Head.Mode == "out" && (from || !to):
		c.errorf("C0417", it.Assign.Range,
			"gmove out writes to another node: the left side is coindexed, the right side is not").
			Help("write a(..)[k] on the left")
	case it.Head.Mode == "" && c.scope.TypeOf(r).DerivedOf().apart():
		c.errorf("C0417", r.Range, "gmove takes no object with allocatable or pointer components")
	}
}
