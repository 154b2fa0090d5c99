package syntax

import "github.com/coral-pgas/coral/internal/diag"

func parseFile(src *diag.Source, opt Options, diags *diag.List) *File {
	return &File{Source: src, Form: opt.Form}
}
