package driver

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/paint"
)

// isForm tells whether the value of --local or --remote asks for another form than the translator's
// own.
func isForm(value string) bool { return value != "" && value != lower.FormDefault }

func (b *build) asksForForm() bool { return isForm(b.request.Local) || isForm(b.request.Remote) }

// tellForms says which of --local and --remote changes no statement of the files: the text is the
// same without it.
func (b *build) tellForms(files []*syntax.File, outputs []lower.Output, options lower.Options) {
	without := func(option, form string, o lower.Options) {
		if !isForm(form) {
			return
		}
		var diags diag.List
		same := slices.EqualFunc(lower.Translate(files, o, &diags), outputs,
			func(a, b lower.Output) bool { return a.Text == b.Text })
		if same {
			b.mu.Lock()
			paint.Fprintf(b.stderr, "coral: note: %s=%s changes nothing: no statement has what "+
				"this form needs (docs/forms.md)\n", option, form)
			b.mu.Unlock()
		}
	}
	local, remote := options, options
	local.Local, remote.Remote = "", ""
	without("--local", options.Local, local)
	without("--remote", options.Remote, remote)
}
