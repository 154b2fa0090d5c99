package resolve

func (p *Program) check() {}
