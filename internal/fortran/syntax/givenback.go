package syntax

// GiveBack drops the expressions of a statement of one of the kinds of which there are most. Nobody
// may need them any more: what a whole procedure fetches or defines, asked from another one, has
// to ask GivenBack first (package mid).
func GiveBack(s Stmt) {
	switch s := s.(type) {
	case *AssignStmt:
		if !s.MaybeStmtFunc {
			s.giveBack()
		}
	case *PtrAssignStmt:
		s.LHS, s.RHS = nil, nil
	case *IOStmt:
		s.Controls, s.Items = nil, nil
	case *IfThenStmt:
		s.Cond = nil
	case *ElseIfStmt:
		s.Cond = nil
	case *IfStmt:
		s.Cond = nil
		if s.Action != nil {
			GiveBack(s.Action)
		}
	}
}

// GivenBack tells whether a statement has lost its expressions, so that it does not tell any more
// what it refers to.
func GivenBack(s Stmt) bool {
	switch s := s.(type) {
	case *AssignStmt:
		return s.sides == &noSides
	case *PtrAssignStmt:
		return s.RHS == nil
	case *IOStmt:
		return s.Controls == nil && s.Items == nil
	case *IfThenStmt:
		return s.Cond == nil
	case *ElseIfStmt:
		return s.Cond == nil
	case *IfStmt:
		return s.Cond == nil
	}
	return false
}
