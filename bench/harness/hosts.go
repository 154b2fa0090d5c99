package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/coral-pgas/coral/test/cluster"
)

// hostsTime is how long making or removing the hosts may take.
const hostsTime = 30 * time.Second

// ErrNoHosts is the error where the three hosts cannot be made.
var ErrNoHosts = errors.New("three hosts joined by a network cannot be made on this machine")

// HostsCanBe says why a benchmark cannot have hosts; nil: it can try.
func HostsCanBe(name string) error {
	if os.Geteuid() != 0 {
		return fmt.Errorf("bench %s: %w: network namespaces are made by root alone", name,
			ErrNoHosts)
	}
	if _, err := exec.LookPath("ip"); err != nil {
		return fmt.Errorf("bench %s: %w: there is no command ip (Debian: iproute2)", name,
			ErrNoHosts)
	}
	return nil
}

// WithHosts makes the hosts, calls f with the script and what the script must find in the
// environment, and removes the hosts.
func WithHosts(ctx context.Context, dir string, f func(script, hosts string)) error {
	script := filepath.Join(dir, "cluster")
	if err := os.WriteFile(script, cluster.Script, 0o777); err != nil {
		return err
	}
	hosts := fmt.Sprintf("CLUSTER=bench%d", os.Getpid())
	do := func(ctx context.Context, what string) error {
		_, _, err := Execute(ctx, Command{Dir: dir, Env: append(os.Environ(), hosts),
			Words: []string{"sh", script, what}, Limit: hostsTime})
		return err
	}
	if err := do(ctx, "up"); err != nil {
		return fmt.Errorf("%w: %w", ErrNoHosts, err)
	}
	defer func() { _ = do(context.Background(), "down") }() // also after an interrupt
	f(script, hosts)
	return nil
}
