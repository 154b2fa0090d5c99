package deadlock

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/test/cluster/hosts"
)

// hostWays start three images on two hosts that are this machine: no launcher sees all of them, and
// images of different hosts reach each other by a library.
var hostWays = []struct {
	name     string
	provider *provider.Provider
	shell    string
}{
	{"ucx", provider.UCX, "export CORAL_CONDUIT=ucx UCX_TLS=tcp,self UCX_NET_DEVICES=lo; "},
	{"ofi", provider.OFI, "export CORAL_CONDUIT=ofi FI_PROVIDER=tcp; "},
}

// remoteShell is in place of ssh.
const remoteShell = "#!/bin/sh\nshift\nexec sh -c \"$*\"\n"

// Images that wait for goroutines of their own, or for each other, on several hosts.
func TestSeveralHosts(t *testing.T) {
	dir := t.TempDir()
	executable := ""
	for w, way := range hostWays {
		if err := hosts.Missing(way.provider.Name); err != nil {
			t.Logf("%s: %v", way.name, err)
			continue
		}
		if executable == "" {
			executable = buildGoWith(t, dir, "hosts")
			shell := filepath.Join(dir, "shell")
			if err := os.WriteFile(shell, []byte(remoteShell), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("CORAL_RSH", shell)
			t.Setenv("CORAL_HOSTS", "127.0.0.1,127.0.0.2")
			t.Setenv("CORAL_NUM_IMAGES", "3")
			t.Setenv("CORAL_NOTES", "0")
		}
		for i, s := range goScenes {
			// Of the sample some with each library.
			if *caseFlag == "" && !*allFlag && i%(len(hostWays)*16) != w*16 ||
				!strings.Contains(s.name, *caseFlag) {
				continue
			}
			t.Run(way.name+"/"+s.name, func(t *testing.T) {
				s.runBy(t, way.shell+`exec "$@"`, executable)
			})
		}
	}
}
