package pages

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coral-pgas/coral/test/conformance"
)

// TestConformancePage: the tables of docs/conformance.md count the programs that are there.
func TestConformancePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "conformance.md"))
	if err != nil {
		t.Fatal(err)
	}
	made, err := conformance.Page(string(page), filepath.Join(root, "test", "conformance"))
	if err != nil {
		t.Fatal(err)
	}
	if made != string(page) {
		t.Error("docs/conformance.md is not what the programs say: " +
			"run go generate ./test/conformance")
	}
}
