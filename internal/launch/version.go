package launch

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/executable"
)

// Launcher and agents tell each other first of which Coral they are: hosts may have an older or
// newer build of the program under its name, whose frames mean something else.

// frameVersion is raised whenever frames, or a mission, get another form or meaning:
// TestFrameVersion.
const frameVersion = 3

// version is which Coral a launcher or agent is part of. The names of the fields stay as they are,
// as do frameStart's and frameHello's forms.
type version struct {
	Frames int
	Coral  string
}

// ownVersion is that of this process; tests have others.
var ownVersion = version{frameVersion, config.Version()}

// hello is what an agent says first.
type hello struct {
	Agent      version
	Executable string // in words
}

// nobody is the rank in a frame of no image. Launchers that do not know the frame's kind complain
// of it.
const nobody = 1<<32 - 1

// hello says what this agent is part of.
func (a *agent) hello() {
	text, err := json.Marshal(hello{ownVersion, executable.Words()})
	if err != nil || a.to.send(frameHello, nobody, text) != nil {
		a.die()
	}
}

// otherVersion is the error of an agent that comes from another Coral than its launcher.
type otherVersion struct{ said hello }

func (e *otherVersion) Error() string { return "it is from " + e.said.Agent.beside(ownVersion) }

// beside is a version in words that differ from another's.
func (v version) beside(other version) string {
	switch {
	case v == version{}:
		return "an older Coral, which does not say its version"
	case v.Frames != other.Frames && other != version{}:
		return fmt.Sprintf("Coral %s (protocol %d)", v.Coral, v.Frames)
	}
	return "Coral " + v.Coral
}

// explain is what the user is told of an agent on a host.
func (e *otherVersion) explain(host string) string {
	here, _ := os.Hostname()
	text := fmt.Sprintf(
		"coral: error: the program on host %s is from %s, but what starts it, on host %s, is "+
			"from %s: build it by one Coral, and put the same file on all machines, under the "+
			"name by which it is started [%s]\n",
		host, e.said.Agent.beside(ownVersion), here, ownVersion.beside(e.said.Agent), CodeVersion)
	if e.said.Executable != "" {
		text += fmt.Sprintf("coral: note: host %s: %s\n", host, e.said.Executable)
	}
	return text + fmt.Sprintf("coral: note: host %s: %s\n", here, executable.Words())
}

// greet takes the first frame of an agent.
func greet(f frame) error {
	var said hello
	switch {
	case f.kind == frameHello:
		if err := json.Unmarshal(f.data, &said); err != nil {
			return fmt.Errorf("what it says of its version is not understood: %w", err)
		}
	case !strings.ContainsRune(earlierFrames, rune(f.kind)):
		return fmt.Errorf("a frame of kind %q comes first: something else writes here", f.kind)
	}
	if said.Agent != ownVersion {
		return &otherVersion{said}
	}
	return nil
}

// earlierFrames are kinds by which agents may have begun before they said hello.
const earlierFrames = "wafoex"
