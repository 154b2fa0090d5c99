package driver

import (
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/fortran/verify"
)

// auditWanted tells whether generated text is audited before it is compiled.
func auditWanted() (bool, error) {
	wanted, err := config.Verify.Bool()
	if err != nil {
		return false, failure(CodeUsage, "%w", err)
	}
	return wanted, nil
}

// audit looks whether generated texts keep the rules, and notes that they do not. They are still
// printed by `coral translate`, and written where --keep leaves them.
func (b *build) audit(files []*syntax.File, outputs []lower.Output, options lower.Options,
	diags *diag.List) {
	list := make([]verify.File, len(files))
	for i, f := range files {
		list[i] = verify.File{User: f, Text: outputs[i].Text, Open: b.open}
	}
	modules := append(verify.Modules(fortran.Source), options.Interfaces...)
	before := diags.ErrorCount()
	verify.Audit(list, verify.Options{Modules: modules, Resolve: options.Resolve}, diags)
	b.violated = b.violated || diags.ErrorCount() > before
}

// writeTexts writes the texts to which the audit objects for --keep.
func (b *build) writeTexts() error {
	if !b.request.Keep {
		return nil
	}
	var errs []error
	for i, u := range b.units {
		_, err := b.writeText(u, fmt.Sprintf("%d-%s", i, stem(u.input)))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
