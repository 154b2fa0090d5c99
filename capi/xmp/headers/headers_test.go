package headers

import (
	"os"
	"strings"
	"testing"
)

// TestStatusValues: xmp.h, which programs include without Coral's own header, has the same values.
func TestStatusValues(t *testing.T) {
	own, err := os.ReadFile("../../include/coral.h")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"STAT_ERROR", "STAT_MEMORY"} {
		_, theirs, _ := strings.Cut(Header, "#define XMP_"+name+" ")
		theirs, _, _ = strings.Cut(theirs, " ")
		if theirs == "" || !strings.Contains(string(own), "CORAL_"+name+" = "+theirs) {
			t.Errorf("XMP_%s is %q, which is not CORAL_%s", name, theirs, name)
		}
	}
}
