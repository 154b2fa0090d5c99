package launch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A name at which processes of one run meet must not be one that another user of the machine can
// know, since there it could be taken before. So it comes from something random that only this
// user's processes can read; where there is nothing of the kind, it is a file in a directory of
// this user's that is closed to others. That both sides are this user's, they ask besides (ours).

// meetingPlace is where the processes of a run on one machine meet.
type meetingPlace struct {
	directory int    // -1: the name is in no file system, and is gone with the socket
	name      string // in the directory
}

// meetingPlace is the same for all processes of a run on this machine.
func (p *placed) meetingPlace() (*meetingPlace, error) {
	secret, key := p.secret, p.key
	if secret == "" && key == "" { // what the launcher names is not known
		parent := startedBy()
		secret, key = parentSecret(parent), parentKey(parent)
	}
	if secret != "" {
		return &meetingPlace{-1, "@" + p.nameFrom(secret)}, nil
	}
	// the directory may be one that several machines see
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return nil, err
	}
	directory, err := privateDirectory()
	if err != nil {
		return nil, err
	}
	return &meetingPlace{directory, p.nameFrom(string(boot) + key)}, nil
}

func (p *placed) nameFrom(key string) string {
	return nameOf(fmt.Sprintf("%d/%d/%s", os.Getuid(), p.size, key))
}

func nameOf(text string) string { return fmt.Sprintf("coral-%x", sha256.Sum256([]byte(text))) }

// parentKey names the process that has started all of a run on this machine: by its number, and
// when it was started.
func parentKey(parent int) string {
	if fields := statOf(parent); len(fields) > 19 {
		return fmt.Sprintf("%d/%s", parent, fields[19])
	}
	return strconv.Itoa(parent)
}

// parentSecret is something random of the process that has started all of a run on this machine:
// where its parts lie in its memory, which the kernel chooses at random and lets only processes of
// the same user read. "": it is another user's, as Slurm's is root's, or nothing of it is random.
func parentSecret(parent int) string {
	const notRandom = 0x40000 // ADDR_NO_RANDOMIZE
	space, err := os.ReadFile("/proc/sys/kernel/randomize_va_space")
	if err != nil || strings.TrimSpace(string(space)) != "2" {
		return ""
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/personality", parent))
	if err != nil {
		return ""
	}
	personality, err := strconv.ParseUint(strings.TrimSpace(string(text)), 16, 64)
	if err != nil || personality&notRandom != 0 {
		return ""
	}
	where, err := os.ReadFile(fmt.Sprintf("/proc/%d/auxv", parent))
	if err != nil || len(where) == 0 {
		return ""
	}
	return parentKey(parent) + string(where)
}

// privateDirectory opens a directory of this user's that nobody else can enter: XDG_RUNTIME_DIR is
// meant for this; else one beside the cache; else one for temporary files, whose name another user
// could have taken, which is then said.
func privateDirectory() (fd int, err error) {
	var problems error
	for _, dir := range privateDirectories() {
		if fd, err = openPrivate(dir); err == nil {
			return fd, nil
		}
		problems = errors.Join(problems, err)
	}
	return -1, fmt.Errorf(
		"there is no directory that is closed to others, for the socket where they meet; set "+
			"XDG_RUNTIME_DIR to one: %w", problems)
}

func privateDirectories() (dirs []string) {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		dirs = append(dirs, filepath.Join(dir, "coral"))
	}
	if dir, err := os.UserCacheDir(); err == nil {
		dirs = append(dirs, filepath.Join(dir, "coral", "run"))
	}
	return append(dirs, filepath.Join(os.TempDir(), "coral-"+strconv.Itoa(os.Geteuid())))
}

// openPrivate makes a directory, if it is not there, and opens it, if it is this user's and closed
// to others. What is looked at is what is opened.
func openPrivate(dir string) (fd int, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return -1, err
	}
	fd, err = unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("%s: %w", dir, err)
	}
	var about unix.Stat_t
	if err = unix.Fstat(fd, &about); err == nil {
		switch {
		case int(about.Uid) != os.Geteuid():
			err = fmt.Errorf("it belongs to user %d", about.Uid)
		case about.Mode&0o077 != 0:
			err = fmt.Errorf("others can enter it (mode %04o)", about.Mode&0o7777)
		}
	}
	if err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("%s: %w", dir, err)
	}
	return fd, nil
}

// address is the place's, by the directory that has been opened: a name of a socket has 107 bytes
// at most.
func (m *meetingPlace) address() *unix.SockaddrUnix {
	if m.directory < 0 {
		return &unix.SockaddrUnix{Name: m.name}
	}
	return &unix.SockaddrUnix{Name: fmt.Sprintf("/proc/self/fd/%d/%s", m.directory, m.name)}
}

// bind gives a socket the name of the place. What a run that was killed has left in the directory
// is removed.
func (m *meetingPlace) bind(s int) error {
	if m.directory >= 0 {
		m.removeOld()
		_ = unix.Unlinkat(m.directory, m.name, 0) // nobody else can have made it
	}
	err := unix.Bind(s, m.address())
	if errors.Is(err, unix.EADDRINUSE) {
		return fmt.Errorf("another process has taken the name %s: %w", m.name, err)
	}
	return err
}

// old is the age from which on nobody waits at a place any more.
const old = 10 * patience

func (m *meetingPlace) removeOld() {
	dir, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", m.directory))
	if err != nil {
		return
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(-1) // what cannot be read stays
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().Type() == os.ModeSocket && time.Since(info.ModTime()) > old {
			_ = unix.Unlinkat(m.directory, e.Name(), 0)
		}
	}
}

// close leaves the place.
func (m *meetingPlace) close() {
	if m.directory >= 0 {
		unix.Close(m.directory)
	}
}

// remove takes the name away, when all have met or none will.
func (m *meetingPlace) remove() {
	if m.directory >= 0 {
		_ = unix.Unlinkat(m.directory, m.name, 0)
	}
}
