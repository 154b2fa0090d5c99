//go:build linux && amd64

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/coral-pgas/coral/internal/cache"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/words"
)

func conduitBuildCommand() *cobra.Command {
	system := ""
	c := &cobra.Command{
		Use: "build " + strings.Join(provider.Names(), "|") + "...",
		Short: "Compile what binds programs to a communication library, and print where it is " +
			"kept",
		Long: "Compile what binds programs to " + provider.List(provider.Title, "or") +
			", and print where it is kept.\n" +
			"With --system, DIR becomes a cache for all users of the machine or cluster: the " +
			"runtime is unpacked there too, and Coral's modules\n" +
			"are compiled by each Fortran compiler in PATH. Run it as root; users then set " +
			"CORAL_CACHE=DIR.",
		Args: func(_ *cobra.Command, args []string) error {
			for _, name := range args {
				if provider.Named(name) == nil {
					meant := words.Nearest(name, provider.Names())
					if p := provider.Meant(name); p != nil {
						meant = p.Name
					}
					return usageError{fmt.Errorf("`coral conduit build` takes %s, not %s%s",
						provider.List(provider.Name, "or"), name, words.DidYouMean(meant))}
				}
			}
			if len(args) == 0 && system == "" {
				return usageError{fmt.Errorf("`coral conduit build` takes one or more of %s",
					strings.Join(provider.Names(), ", "))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if system != "" {
				if err := buildSystem(c.Context(), c.OutOrStdout(), c.ErrOrStderr(),
					system); err != nil {
					return err
				}
			}
			for _, name := range args {
				if err := buildConduit(c.Context(), c.OutOrStdout(),
					provider.Named(name)); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&system, "system", "",
		"make `DIR` a cache for all users, with the runtime in it")
	return c
}

// buildSystem makes a directory a cache for all users and unpacks the runtime there.
func buildSystem(ctx context.Context, stdout, stderr io.Writer, dir string) error {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = cache.MakeForAll(dir)
	}
	if err == nil {
		err = os.Setenv(config.Cache.Name, dir)
	}
	if err != nil {
		return &driver.Error{Code: driver.CodeWrite, Err: err}
	}
	if os.Geteuid() != 0 {
		fmt.Fprintf(stderr, "coral: warning: other users will not use %s, since it is not root's\n",
			dir)
	}
	if err := driver.FillCache(ctx, stderr); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s=%s\n", config.Cache.Name, dir)
	return nil
}
