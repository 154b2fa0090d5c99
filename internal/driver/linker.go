package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/driver/objfile"
	"github.com/coral-pgas/coral/internal/words"
)

// Static data of more than 2 GiB. With -mcmodel=medium compilers put large objects into sections of
// their own, behind all others, so that the runtime's code reaches its own data as ever.

// bigDataOptions are what the linker needs where the code model lets data lie further than 2 GiB
// away: it must leave the loads of addresses from the table of offsets as they are, since it would
// turn that of the program's end into one that does not reach it.
func bigDataOptions(words []string) []string {
	if slices.Contains(words, "-mcmodel=medium") || slices.Contains(words, "-mcmodel=large") {
		return []string{"-Wl,--no-relax"}
	}
	return nil
}

// beyondReach tells whether the linker's messages are of data that lie too far away.
func beyondReach(messages string) bool {
	for _, text := range []string{"relocation truncated to fit", "failed to convert GOTPCREL",
		"relocation R_X86_64_PC32 out of range", "relocation R_X86_64_32S out of range"} {
		if strings.Contains(messages, text) {
			return true
		}
	}
	return false
}

// refuseSlim refuses to link objects of -flto without it, whose linker would leave them out. The
// program would have no main program, and the linker says no error, since the runtime has main.
func refuseSlim(words, objects []string) error {
	// gcc has the linker load the plugin that reads them, but with one of these
	without := lastOf(words, "-fno-use-linker-plugin", "-fuse-linker-plugin")
	if without != "-fno-use-linker-plugin" {
		without = ""
		for _, w := range words {
			if w == "-fno-lto" {
				without = w
			} else if w == "-flto" || strings.HasPrefix(w, "-flto=") {
				without = ""
			}
		}
	}
	if without == "" {
		return nil
	}
	for _, path := range objects {
		members, err := objfile.Members(path)
		if err != nil {
			continue // it is none, or the linker will say what is wrong with it
		}
		if slices.ContainsFunc(members, objfile.Object.NeedsPlugin) {
			return failure(CodeOption, "%s cannot be obeyed: %s holds no code, since it has "+
				"been compiled with -flto", without, path).
				help("leave out %s, or compile %s without -flto, or with -ffat-lto-objects",
					without, path)
		}
	}
	return nil
}

// --- procedures that nothing defines ---------------------------------------------------

// provided are procedures that no program has to define: if the linker misses one with nearly such
// a name, that one was meant.
var provided = strings.Fields(`co_sum co_min co_max co_reduce co_broadcast event_query
	atomic_add atomic_and atomic_or atomic_xor atomic_define atomic_ref atomic_cas atomic_fetch_add
	atomic_fetch_and atomic_fetch_or atomic_fetch_xor this_image num_images image_index
	image_status failed_images stopped_images get_team team_number move_alloc random_init
	xmp_sync_all xmp_sync_memory xmp_sync_image xmp_sync_images xmp_sync_images_all
	xmp_malloc xmp_free xmp_coarray_alloc xmp_node_num xmp_num_nodes xmp_all_node_num
	xmp_all_num_nodes xmp_wtime xmp_wtick xmpc_this_image xmpc_num_images`)

// statements are what programs call, though the language has statements for it.
var statements = map[string]string{
	"sync_all": "sync all", "sync_images": "sync images (...)", "sync_memory": "sync memory",
	"sync_team": "sync team (...)", "syncall": "sync all", "event_post": "event post (...)",
	"event_wait": "event wait (...)", "form_team": "form team (...)", "fail_image": "fail image",
	"error_stop": "error stop", "lock": "lock (...)", "unlock": "unlock (...)",
	"co_barrier": "sync all", "barrier": "sync all",
}

// adviseUndefined says what procedures that the linker misses were meant to be; "": who knows.
func adviseUndefined(messages string) string {
	for line := range strings.Lines(messages) {
		name := missing(line)
		plain := strings.TrimRight(name, "_") // as Fortran's compilers name a procedure
		switch near := words.Nearest(plain, provided); {
		case plain == "":
		case statements[plain] != "":
			return fmt.Sprintf("'%s' is no procedure: write %s", plain, statements[plain])
		case near != "" && near != plain:
			return fmt.Sprintf("no file defines '%s'%s", plain, words.DidYouMean(near))
		}
	}
	return ""
}

// missing is the name that a line of ld, gold, lld or mold says nothing defines, or "".
func missing(line string) string {
	for _, text := range []string{"undefined reference to ", "undefined symbol: "} {
		if _, name, ok := strings.Cut(line, text); ok {
			return strings.Trim(strings.TrimSpace(name), "`'\"")
		}
	}
	return ""
}
