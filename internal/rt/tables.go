package rt

import (
	"reflect"

	"github.com/coral-pgas/coral/internal/accounting"
	"github.com/coral-pgas/coral/internal/layout"
)

// Tables are what an image keeps in the upper layer, and in the memory that images share.
func Tables() []accounting.Table {
	size := func(t reflect.Type) uint64 { return uint64(t.Size()) }
	return []accounting.Table{
		{What: "public state (`layout.Status`)", Per: accounting.Machine, Bytes: layout.StatusSize},
		{What: "the ranks of this machine (`World.machine`)", Per: accounting.Machine,
			Bytes: size(reflect.TypeFor[int]()), When: "UNLOCK of a lock for which others wait"},
		{What: "counter of SYNC IMAGES (`layout.ControlSync`), in pages that are made when touched",
			Per: accounting.Partner, Bytes: layout.CacheLine, When: "SYNC IMAGES"},
		{What: "how often this image has come (`World.told`), key and value of a map",
			Per: accounting.Partner, Bytes: size(reflect.TypeFor[int]()) +
				size(reflect.TypeFor[uint64]()), When: "SYNC IMAGES"},
		{What: "where posted events may not have been counted (`World.posted`), key and value " +
			"of a map", Per: accounting.Partner, Bytes: size(reflect.TypeFor[int]()) +
			size(reflect.TypeFor[bool]()), When: "EVENT POST, until the next SYNC"},
		{What: "what all members bring to FORM TEAM (`layout.FormEntry`)", Per: accounting.Image,
			Bytes: layout.FormEntrySize, When: "FORM TEAM of the initial team"},
		{What: "members of the teams that were formed, in runs (`Division`), if each run has " +
			"two members", Per: accounting.Image,
			Bytes: size(reflect.TypeFor[layout.TeamRun]()) / 2,
			When:  "FORM TEAM of the initial team, in no order"},
		{What: "the same for compiled code (`coral_siblings`)", Per: accounting.Image,
			Bytes: size(reflect.TypeFor[layout.TeamRun]()) / 2,
			When:  "FORM TEAM of the initial team, in no order"},
		{What: "members of a team whose ranks are no arithmetic progression (`Team.members`, " +
			"`coral_team.rank`, `Team.byRank`)", Per: accounting.Image, Bytes: 3 * size(
			reflect.TypeFor[int32]()), When: "FORM TEAM, for each such team that this image is in"},
		{What: "the initial team's words (`layout.TeamControl`)", Per: accounting.Run,
			Bytes: size(reflect.TypeFor[layout.TeamControl]())},
	}
}
