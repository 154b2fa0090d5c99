package syntax

// StmtExprs calls f for every expression that stands directly in an executable statement or in the
// heading of a construct, in the order of the text: variables that are defined as well as what is
// only referenced. The action of an IF, WHERE or FORALL statement is included.
func StmtExprs(s Stmt, f func(Expr)) {
	v := exprVisit{f}
	_ = v.dataStmt(s) || v.controlStmt(s) || v.imageControlStmt(s)
}

// exprVisit passes expressions that are there to f.
type exprVisit struct{ f func(Expr) }

func (v exprVisit) expr(x Expr) {
	if x != nil {
		v.f(x)
	}
}

func (v exprVisit) args(list []*Arg) {
	for _, a := range list {
		v.expr(a.Value)
	}
}

// TypeExprs calls f for the expressions of a type-spec, which may be nil.
func TypeExprs(t *TypeSpec, f func(Expr)) {
	if t == nil {
		return
	}
	if t.Kind != nil {
		f(t.Kind)
	}
	if t.Len != nil {
		f(t.Len)
	}
	if t.Params != nil {
		for _, a := range t.Params.Items {
			f(a.Value)
		}
	}
}

func (v exprVisit) header(h *ConcurrentHeader) {
	for _, c := range h.Controls {
		v.expr(c.First)
		v.expr(c.Last)
		v.expr(c.Step)
	}
	v.expr(h.Mask)
}

// dataStmt visits statements that define, allocate, transfer or call. False: s is another one.
func (v exprVisit) dataStmt(s Stmt) bool {
	switch s := s.(type) {
	case *AssignStmt:
		v.expr(s.LHS())
		v.expr(s.RHS())
	case *PtrAssignStmt:
		v.expr(s.LHS)
		v.expr(s.RHS)
	case *CallStmt:
		if s.Proc != nil {
			v.expr(s.Proc)
		}
	case *AllocateStmt:
		TypeExprs(s.Type, v.f)
		for _, a := range s.Allocs {
			v.expr(a.Object)
			if a.Dims != nil {
				for _, d := range a.Dims.Dims {
					v.expr(d.Lower)
					v.expr(d.Upper)
				}
			}
			if a.Codims != nil {
				for _, d := range a.Codims.Dims {
					v.expr(d.Lower)
					v.expr(d.Upper)
				}
			}
		}
		v.args(s.Specs)
	case *DeallocateStmt:
		for _, o := range s.Objects {
			v.expr(o)
		}
		v.args(s.Specs)
	case *NullifyStmt:
		for _, o := range s.Objects {
			v.expr(o)
		}
	case *IOStmt:
		v.args(s.Controls)
		for _, i := range s.Items {
			v.expr(i)
		}
	default:
		return false
	}
	return true
}

// controlStmt visits statements that direct execution on this image. False: s is another one.
func (v exprVisit) controlStmt(s Stmt) bool {
	switch s := s.(type) {
	case *IfStmt:
		v.expr(s.Cond)
		if s.Action != nil {
			StmtExprs(s.Action, v.f)
		}
	case *IfThenStmt:
		v.expr(s.Cond)
	case *ElseIfStmt:
		v.expr(s.Cond)
	case *ArithIfStmt:
		v.expr(s.Expr)
	case *GotoStmt:
		v.expr(s.Expr)
	case *ReturnStmt:
		v.expr(s.Value)
	case *StopStmt:
		v.expr(s.Code)
		v.expr(s.Quiet)
	case *DoStmt:
		if s.Control != nil {
			v.expr(s.Control.First)
			v.expr(s.Control.Last)
			v.expr(s.Control.Step)
		}
		v.expr(s.While)
		if s.Concurrent != nil {
			v.header(s.Concurrent)
		}
	case *SelectStmt:
		v.expr(s.Expr)
	case *CaseStmt:
		for _, value := range s.Values {
			v.expr(value)
		}
	case *WhereConstructStmt:
		v.expr(s.Mask)
	case *ElsewhereStmt:
		v.expr(s.Mask)
	case *WhereStmt:
		v.expr(s.Mask)
		if s.Action != nil {
			StmtExprs(s.Action, v.f)
		}
	case *ForallConstructStmt:
		v.header(s.Header)
	case *ForallStmt:
		v.header(s.Header)
		if s.Action != nil {
			StmtExprs(s.Action, v.f)
		}
	case *AssociateStmt:
		for _, a := range s.Assocs {
			v.expr(a.Selector)
		}
	default:
		return false
	}
	return true
}

func (v exprVisit) xmp(s *XMPStmt) {
	for _, x := range s.Args {
		v.expr(x)
	}
	v.expr(s.Async)
	for _, n := range s.Nodes {
		for _, x := range n.Sizes {
			v.expr(x)
		}
	}
	for _, r := range s.Refs() {
		for _, sub := range r.Subs {
			v.expr(sub.Lo)
			v.expr(sub.Hi)
			v.expr(sub.Inc)
		}
	}
}

// imageControlStmt visits image control statements (F2018 11.6) and SPAWN. False: s is another one.
func (v exprVisit) imageControlStmt(s Stmt) bool {
	switch s := s.(type) {
	case *SyncAllStmt:
		v.args(s.Stats)
	case *SyncImagesStmt:
		v.expr(s.Images)
		v.args(s.Stats)
	case *SyncMemoryStmt:
		v.args(s.Stats)
	case *SyncTeamStmt:
		v.expr(s.Team)
		v.args(s.Stats)
	case *LockStmt:
		v.expr(s.Lock)
		v.args(s.Stats)
	case *UnlockStmt:
		v.expr(s.Lock)
		v.args(s.Stats)
	case *EventPostStmt:
		v.expr(s.Event)
		v.args(s.Stats)
	case *EventWaitStmt:
		v.expr(s.Event)
		v.args(s.Stats)
	case *NotifyWaitStmt:
		v.expr(s.Notify)
		v.args(s.Stats)
	case *FormTeamStmt:
		v.expr(s.Number)
		v.expr(s.Team)
		v.args(s.Stats)
	case *ChangeTeamStmt:
		v.expr(s.Team)
		for _, a := range s.Assocs {
			v.expr(a.Selector)
		}
		v.args(s.Stats)
	case *CriticalStmt:
		v.args(s.Stats)
	case *EndStmt:
		v.args(s.Stats)
	case *XMPStmt:
		v.xmp(s)
	case *SpawnStmt:
		v.args(s.Specs)
		v.expr(s.Result)
		if s.Call != nil {
			v.expr(s.Call)
		}
	default:
		return false
	}
	return true
}

// EachStmt calls f for all statements of a list of items, those of constructs included, and those
// that an IF, WHERE or FORALL statement executes.
func EachStmt(items []Item, f func(Stmt)) {
	for _, it := range items {
		if s, ok := it.(Stmt); ok {
			withActions(s, f)
			continue
		}
		EachPart(it, func(_ Node, head Stmt, body []Item) {
			withActions(head, f)
			EachStmt(body, f)
		})
	}
}

// withActions calls f for a statement, if there is one, and for the one that it executes.
func withActions(s Stmt, f func(Stmt)) {
	for ; s != nil; s = actionOf(s) {
		f(s)
	}
}

// actionOf is the statement that an IF, WHERE or FORALL statement executes; nil: there is none.
func actionOf(s Stmt) Stmt {
	switch at := s.(type) {
	case *IfStmt:
		return at.Action
	case *WhereStmt:
		return at.Action
	case *ForallStmt:
		return at.Action
	}
	return nil
}
