package syntax

// StmtExprs calls f for every expression that stands directly in an executable statement or in the heading of a construct,
// in the order of the text: variables that are defined as well as what is only referenced. The action of an IF, WHERE or
// FORALL statement is included.
func StmtExprs(s Stmt, f func(Expr)) {
	e := func(x Expr) {
		if x != nil {
			f(x)
		}
	}
	args := func(list []*Arg) {
		for _, a := range list {
			e(a.Value)
		}
	}
	header := func(h *ConcurrentHeader) {
		for _, c := range h.Controls {
			e(c.First)
			e(c.Last)
			e(c.Step)
		}
		e(h.Mask)
	}
	switch s := s.(type) {
	case *AssignStmt:
		e(s.LHS)
		e(s.RHS)
	case *PtrAssignStmt:
		e(s.LHS)
		e(s.RHS)
	case *CallStmt:
		if s.Proc != nil {
			e(s.Proc)
		}
	case *AllocateStmt:
		for _, a := range s.Allocs {
			e(a.Object)
			if a.Dims != nil {
				for _, d := range a.Dims.Dims {
					e(d.Lower)
					e(d.Upper)
				}
			}
			if a.Codims != nil {
				for _, d := range a.Codims.Dims {
					e(d.Lower)
					e(d.Upper)
				}
			}
		}
		args(s.Specs)
	case *DeallocateStmt:
		for _, o := range s.Objects {
			e(o)
		}
		args(s.Specs)
	case *NullifyStmt:
		for _, o := range s.Objects {
			e(o)
		}
	case *IfStmt:
		e(s.Cond)
		if s.Action != nil {
			StmtExprs(s.Action, f)
		}
	case *IfThenStmt:
		e(s.Cond)
	case *ElseIfStmt:
		e(s.Cond)
	case *ArithIfStmt:
		e(s.Expr)
	case *GotoStmt:
		e(s.Expr)
	case *ReturnStmt:
		e(s.Value)
	case *StopStmt:
		e(s.Code)
		e(s.Quiet)
	case *IOStmt:
		args(s.Controls)
		for _, i := range s.Items {
			e(i)
		}
	case *SyncAllStmt:
		args(s.Stats)
	case *SyncImagesStmt:
		e(s.Images)
		args(s.Stats)
	case *SyncMemoryStmt:
		args(s.Stats)
	case *SyncTeamStmt:
		e(s.Team)
		args(s.Stats)
	case *LockStmt:
		e(s.Lock)
		args(s.Stats)
	case *UnlockStmt:
		e(s.Lock)
		args(s.Stats)
	case *EventPostStmt:
		e(s.Event)
		args(s.Stats)
	case *EventWaitStmt:
		e(s.Event)
		args(s.Stats)
	case *NotifyWaitStmt:
		e(s.Notify)
		args(s.Stats)
	case *FormTeamStmt:
		e(s.Number)
		e(s.Team)
		args(s.Stats)
	case *ChangeTeamStmt:
		e(s.Team)
		for _, a := range s.Assocs {
			e(a.Selector)
		}
		args(s.Stats)
	case *CriticalStmt:
		args(s.Stats)
	case *EndStmt:
		args(s.Stats)
	case *DoStmt:
		if s.Control != nil {
			e(s.Control.First)
			e(s.Control.Last)
			e(s.Control.Step)
		}
		e(s.While)
		if s.Concurrent != nil {
			header(s.Concurrent)
		}
	case *SelectStmt:
		e(s.Expr)
	case *CaseStmt:
		for _, v := range s.Values {
			e(v)
		}
	case *WhereConstructStmt:
		e(s.Mask)
	case *ElsewhereStmt:
		e(s.Mask)
	case *WhereStmt:
		e(s.Mask)
		if s.Action != nil {
			StmtExprs(s.Action, f)
		}
	case *ForallConstructStmt:
		header(s.Header)
	case *ForallStmt:
		header(s.Header)
		if s.Action != nil {
			StmtExprs(s.Action, f)
		}
	case *AssociateStmt:
		for _, a := range s.Assocs {
			e(a.Selector)
		}
	case *SpawnStmt:
		args(s.Specs)
		e(s.Result)
		if s.Call != nil {
			e(s.Call)
		}
	}
}
