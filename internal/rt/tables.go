package rt

import (
	"reflect"

	"github.com/coral-pgas/coral/internal/footprint"
	"github.com/coral-pgas/coral/internal/layout"
)

// Tables are what an image keeps in the upper layer, and in the memory that images share.
func Tables() []footprint.Table {
	size := func(t reflect.Type) uint64 { return uint64(t.Size()) }
	siblings := size(reflect.TypeFor[int64]()) + size(reflect.TypeFor[int32]()) // capi/team.c: number and rank
	return []footprint.Table{
		{What: "public state (`layout.Status`)", Per: footprint.Machine, Bytes: layout.StatusSize},
		{What: "counter of SYNC IMAGES (`layout.ControlSync`), in pages that are made when touched", Per: footprint.Partner, Bytes: layout.CacheLine, When: "SYNC IMAGES"},
		{What: "how often this image has come (`World.told`), key and value of a map", Per: footprint.Partner, Bytes: size(reflect.TypeFor[int]()) + size(reflect.TypeFor[uint64]()), When: "SYNC IMAGES"},
		{What: "where posted events may not have been counted (`World.posted`), key and value of a map", Per: footprint.Partner, Bytes: size(reflect.TypeFor[int]()) + size(reflect.TypeFor[bool]()), When: "EVENT POST, until the next SYNC"},
		{What: "members of the teams that were formed (`formation`)", Per: footprint.Image, Bytes: size(reflect.TypeFor[TeamMember]()), When: "FORM TEAM of the initial team"},
		{What: "the same for compiled code (`coral_siblings`)", Per: footprint.Image, Bytes: siblings, When: "FORM TEAM of the initial team"},
		{What: "members of a team in order (`Team.members`)", Per: footprint.Image, Bytes: size(reflect.TypeFor[int]()), When: "FORM TEAM, for each team that this image is in"},
		{What: "the initial team's words (`layout.TeamControl`)", Per: footprint.Run, Bytes: size(reflect.TypeFor[layout.TeamControl]())},
	}
}
