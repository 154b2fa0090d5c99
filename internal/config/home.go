package config

import (
	"os"
	"strings"

	"github.com/coral-pgas/coral/internal/provider"
)

// homes are the settings by which users name the directory where a library is installed.
var homes = map[*provider.Provider]*Setting{
	provider.UCX:   UCX,
	provider.OFI:   OFI,
	provider.ARMCI: ARMCI,
	// one installation has the archives of all its conduits
	provider.GASNet:    GASNet,
	provider.GASNetMPI: GASNet,
}

// Home is the setting of the directory where a provider's library is installed; without a value it
// is the system's. nil: its compiler knows.
func Home(p *provider.Provider) *Setting { return homes[p] }

// byOption are the settings that an option --with has set.
var byOption = map[*Setting]string{}

// SetHome obeys --with NAME=DIR, as the setting would have it.
func SetHome(p *provider.Provider, dir string) error {
	byOption[Home(p)] = "--with " + p.Name
	return os.Setenv(Home(p).Name, dir)
}

// HomeName is what the user has named the directory by, for messages: the option or the setting.
func HomeName(home *Setting) string {
	if option := byOption[home]; option != "" {
		return option
	}
	return home.Name
}

// automatic says which method of Memory `auto` is with which library.
func automatic() string {
	var said []string
	for _, method := range []string{"rs", "ra", "messages"} {
		names := provider.Of(func(p *provider.Provider) bool { return p.Gives.Default == method })
		if len(names) == 0 {
			continue
		}
		said = append(said, "`"+method+"` with `"+strings.Join(names, "`, `")+"`")
	}
	slower := provider.Of(func(p *provider.Provider) bool { return p.Gives.Ethernet == "messages" })
	return strings.Join(said, "; ") + ", and with `" + strings.Join(slower, "`, `") +
		"` where network adapters do not write memory (Ethernet)"
}
