package conformance

import (
	"slices"
	"testing"

	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/test/turns"
)

// TestForms runs a program in each form of local and of remote data (--local, --remote), and in
// pairs of them, with all back ends: on images that are mapped, and on some that are not. A sample
// has a few of the pairs.
func TestForms(t *testing.T) {
	turns.Every(t, 3)
	coral, programs := fortranSuite(t)
	i := slices.IndexFunc(programs, func(p *Program) bool {
		return p.Name == "forms/representations"
	})
	if i < 0 {
		t.Fatal("the suite has no program forms/representations")
	}
	pairs := pairsOfForms()
	if selectedSample(t).Extent == Each {
		pairs = slices.DeleteFunc(pairs, func(f [2]string) bool {
			return !turns.Takes("forms "+f[0]+" "+f[1], 6)
		})
	}
	for _, tools := range toolchains(t, coral) {
		for _, f := range pairs {
			t.Run(tools.Name+"/"+f[0]+"/"+f[1], func(t *testing.T) {
				tools := tools
				tools.Options = slices.Concat(tools.Options,
					[]string{"-O2", "--local=" + f[0], "--remote=" + f[1]})
				exe, err := tools.Build(programs[i], t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range []way{{Direct, 1}, {Direct, 2}, {Direct, 4}, {Library, 2}} {
					if err := tools.Run(programs[i], exe, w.images, w.path); err != nil {
						t.Errorf("%d images, %v: %v", w.images, w.path, err)
					}
				}
			})
		}
	}
}

// pairsOfForms are the forms of local data with the translator's own of remote data, those of
// remote data with its own of local data, and each that both have. With -short only the last.
func pairsOfForms() (pairs [][2]string) {
	for _, local := range lower.LocalForms {
		for _, remote := range lower.RemoteForms {
			own := local == lower.FormDefault || remote == lower.FormDefault
			if local == remote || own && !testing.Short() {
				pairs = append(pairs, [2]string{local, remote})
			}
		}
	}
	return pairs
}
