package config

import "github.com/coral-pgas/coral/internal/provider"

// homes are the settings by which users name the directory where a library is installed.
var homes = map[*provider.Provider]*Setting{
	provider.UCX:   UCX,
	provider.OFI:   OFI,
	provider.ARMCI: ARMCI,
}

// Home is the setting of the directory where a provider's library is installed; without a value it
// is the system's. nil: its compiler knows.
func Home(p *provider.Provider) *Setting { return homes[p] }
