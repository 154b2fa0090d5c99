package phases

// library prints the module of procedures that are not the cases' own, with interfaces of those
// that stand elsewhere.
func (p *Program) library(w *printer) {
	w.line("module libs")
	w.line("  use data")
	w.line("  implicit none")
	for _, c := range p.libs {
		if c.place != inModule && c.entryOf == nil || c.place == outside {
			c.face(w)
		}
	}
	w.line("contains")
	p.libraryAt(w, inModule)
	w.line("end module libs")
}

// librarySubmodule prints the submodule of that module.
func (p *Program) librarySubmodule(w *printer) {
	some := false
	for _, c := range p.libs {
		some = some || c.place == inSubmodule
	}
	if !some {
		return
	}
	w.line("submodule (libs) rest")
	w.line("  implicit none")
	w.line("contains")
	p.libraryAt(w, inSubmodule)
	w.line("end submodule rest")
}

func (p *Program) libraryAt(w *printer, place int) {
	for _, c := range p.libs {
		if c.place == place && c.entryOf == nil {
			w.labels = nil
			c.print(w)
		}
	}
}
