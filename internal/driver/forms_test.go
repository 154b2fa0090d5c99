package driver

import (
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/fortran/lower"
)

// TestFormsOfOptions: --local and --remote take the forms that the translator has, and their help
// names all of them.
func TestFormsOfOptions(t *testing.T) {
	for option, forms := range map[string][]string{"--local": lower.LocalForms,
		"--remote": lower.RemoteForms} {
		i := slices.IndexFunc(config.Options("translate"),
			func(o config.Option) bool { return o.Is(option) })
		meaning := strings.FieldsFunc(config.Options("translate")[i].Meaning,
			func(c rune) bool { return c == ',' || c == ' ' })
		for _, form := range forms {
			_, err := ParseArgs("translate", []string{option + "=" + form, "a.f90"})
			if err != nil {
				t.Error(err)
			}
			if !slices.Contains(meaning, form) {
				t.Errorf("the help of %s does not name %s", option, form)
			}
		}
	}
	for _, line := range []string{"--local=vektor a.f90", "--remote=common a.f90",
		"--remote=hybrid --local=cray a.f90"} {
		if _, err := ParseArgs("build", strings.Fields(line)); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
}

// TestFormThatIsMissing: an option that follows is not taken for the form.
func TestFormThatIsMissing(t *testing.T) {
	_, err := ParseArgs("run", []string{"--local", "-n", "2", "a.f90"})
	if err == nil || !strings.Contains(err.Error(), "--local needs a form") {
		t.Error(err)
	}
}

// TestFcRefusesForms: `coral fc` names the option that it does not have; the compiler's own message
// would not say who knows it.
func TestFcRefusesForms(t *testing.T) {
	for _, word := range []string{"--local", "--local=cray", "-local=cray", "--remote=get"} {
		_, err := readFcLine([]string{word, "-c", "a.f90"})
		if err == nil || !strings.Contains(err.Error(), "does not choose a form") {
			t.Errorf("%s: %v", word, err)
		}
	}
}
