package driver

import (
	"bytes"
	"cmp"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

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

// --- objects that the linker leaves out ------------------------------------------------

// copied is what a link writes its messages to: where the user sees them, and into a copy, in
// which leftOut looks. On a terminal the compiler's own messages keep their colours, which take a
// terminal, unless there is something to look for.
func copied(stderr io.Writer, messages *bytes.Buffer, objects []string) io.Writer {
	if file, is := stderr.(*os.File); is && term.IsTerminal(int(file.Fd())) &&
		!slices.ContainsFunc(objects, holdsNoCode) {
		return stderr
	}
	return io.MultiWriter(stderr, messages)
}

// holdsNoCode tells of an object or archive whether the linker needs gcc's plugin for some of it.
func holdsNoCode(path string) bool {
	members, _ := objfile.Members(path) // what is none of both has no members
	return slices.ContainsFunc(members, objfile.Object.NeedsPlugin)
}

// passedBy finds the linker's message of an object of -flto for which it has no plugin. The linker
// goes on without the object, and ends with 0 where nothing refers to it. Nothing refers to main,
// since the runtime has it. In all languages the message is "ld: OBJECT: … LTO …", and OBJECT is
// ARCHIVE(MEMBER) in an archive.
func passedBy(messages string) (object string) {
	for line := range strings.Lines(messages) {
		object, remark, is := cutLast(line, ": ")
		if !is || !strings.Contains(strings.ToLower(remark), "lto") {
			continue
		}
		if linker, name, is := strings.Cut(object, ": "); is &&
			strings.Contains(filepath.Base(linker), "ld") {
			object = name
		}
		archive, _, _ := strings.Cut(object, "(")
		if holdsNoCode(object) || holdsNoCode(archive) {
			return object
		}
	}
	return ""
}

// defaultProgram is what a link makes that names no output.
const defaultProgram = "a.out"

// passedSilently finds an object, or an archive with one, that lld has left out: it has no plugin
// for gcc's objects of -flto, and its messages are of what is missing then, if something is. words
// are those of the link.
func passedSilently(messages string, words []string, output string, linked bool) (object string) {
	if linked && !isLinkedByLLD(output) ||
		!linked && !strings.Contains(messages, "ld.lld: error: undefined symbol: ") {
		return ""
	}
	if i := slices.IndexFunc(words, holdsNoCode); i >= 0 {
		return words[i]
	}
	return ""
}

// isLinkedByLLD tells it of a program by the note that lld leaves in it.
func isLinkedByLLD(program string) bool {
	file, err := elf.Open(program)
	if err != nil {
		return false
	}
	defer file.Close()
	comment := file.Section(".comment")
	if comment == nil {
		return false
	}
	text, _ := comment.Data()
	return slices.ContainsFunc(strings.Split(string(text), "\x00"), func(note string) bool {
		return strings.HasPrefix(note, "Linker: ") && strings.Contains(note, "LLD ")
	})
}

// linkSeen links, and refuses what the linker has left out. *stderr is what link writes its
// messages to, objects are those of words, and output is as refuseLeftOut has it.
func linkSeen(stderr *io.Writer, objects, words []string, output string,
	link func() (int, error)) (int, error) {
	var messages bytes.Buffer
	*stderr = copied(*stderr, &messages, objects)
	code, err := link()
	linked := code == 0 && err == nil
	if left := refuseLeftOut(messages.String(), words, output, linked); left != nil {
		return 1, left
	}
	return code, err
}

// refuseLeftOut is the error of a link whose linker has left an object out, and removes what has
// been linked without it. words are those of the link, output the file that it names, or "";
// linked: the linker has made it.
func refuseLeftOut(messages string, words []string, output string, linked bool) error {
	output = cmp.Or(output, defaultProgram)
	object := cmp.Or(passedBy(messages), passedSilently(messages, words, output, linked))
	if object == "" {
		return nil
	}
	if info, err := os.Lstat(output); err == nil && info.Mode().IsRegular() {
		_ = os.Remove(output)
	}
	const remedy = "compile %s without -flto, or with -ffat-lto-objects"
	if i := slices.IndexFunc(words, func(w string) bool {
		return w == "-fno-lto" || w == "-fno-use-linker-plugin"
	}); i >= 0 {
		return failure(CodeOption, "%s cannot be obeyed: %s holds no code, since it has been "+
			"compiled with -flto", words[i], object).help("leave out %s, or "+remedy, words[i],
			object)
	}
	instead := "link with gcc or gfortran"
	for _, w := range words {
		if strings.HasPrefix(w, "-fuse-ld=") {
			instead = "leave out " + w
		}
	}
	return failure(CodeOption, "%s holds no code, since gcc has compiled it with -flto: this "+
		"linker leaves it out", object).help("%s, or "+remedy, instead, "it")
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
