package launch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// patience is how long the processes of a run on one machine wait for each other.
const patience = 60 * time.Second

// endTime is how long a process whose first neighbour has gone waits before it says so. Whoever has
// ended that one, as a library's launcher does that could not start the program on another host,
// ends this one too, and has said why.
const endTime = time.Second

// shareMemory gives the memory object of the processes of a run on this machine: the first of them
// makes it and sends it to the others. It does so with their reports, too (reporter.go).
func (p *placed) shareMemory(boot layout.Boot) (fd int, err error) {
	fd, err = p.meet(boot)
	if errors.Is(err, errGone) {
		time.Sleep(endTime)
	}
	if err != nil {
		return -1, failure(CodeStart,
			"image %d and the others on this machine (%d in all) did not find each other: %w",
			p.rank+1, p.localSize, err)
	}
	return fd, nil
}

func (p *placed) meet(boot layout.Boot) (fd int, err error) {
	where, err := p.meetingPlace()
	if err != nil {
		return -1, err
	}
	defer where.close()
	s, err := unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	defer unix.Close(s)
	limit := unix.NsecToTimeval(int64(patience))
	for _, option := range []int{unix.SO_RCVTIMEO, unix.SO_SNDTIMEO} {
		if err := unix.SetsockoptTimeval(s, unix.SOL_SOCKET, option, &limit); err != nil {
			return -1, err
		}
	}
	if p.localRank == 0 {
		return p.hand(s, where, boot)
	}
	return p.fetch(s, where)
}

// hand makes the memory object and sends it to the others as they come.
func (p *placed) hand(s int, where *meetingPlace, boot layout.Boot) (int, error) {
	m, err := newMemory(boot.Geometry)
	if err != nil {
		return -1, err
	}
	fd, err := unix.Dup(int(m.file.Fd()))
	if err != nil {
		return -1, err
	}
	if cores := launcherCores(); cores > 0 {
		m.job.Cores = uint32(cores) // a library's launcher binds its processes, which then see less
	}
	defer m.close()
	m.met(p.rank, os.Getpid())
	if err := where.bind(s); err != nil {
		return -1, err
	}
	defer where.remove()
	if err := unix.Listen(s, p.localSize); err != nil {
		return -1, err
	}
	var others []arrival
	defer func() {
		for _, a := range others {
			a.close()
		}
	}()
	for len(others) < p.localSize-1 {
		c, err := again(func() (int,
			error) {
			c, _, err := unix.Accept4(s, unix.SOCK_CLOEXEC)
			return c, err
		})
		if err != nil {
			return -1, fmt.Errorf("%d came: %w", len(others)+1, err)
		}
		a, err := p.greeted(c)
		if err != nil {
			unix.Close(c)
			if errors.Is(err, errStranger) {
				continue
			}
			return -1, err
		}
		m.met(a.rank, processOf(c))
		others = append(others, a)
	}
	if config.Reporter.String() == reporterAgent {
		m.job.Judged = 1
		tellAgent(boot, fd)
	}
	writers := p.report(boot, fd, others)
	defer closeWriters(writers)
	if len(writers) > 0 {
		m.job.Reporter = layout.ReporterRests // before an image may end
	}
	for _, a := range others {
		rights := []int{fd}
		if w, is := writers[a.rank]; is {
			rights = append(rights, w)
		}
		_, err := again(func() (int, error) {
			return 0, unix.Sendmsg(a.socket, p.greeting(), unix.UnixRights(rights...), nil, 0)
		})
		if err != nil {
			return -1, err
		}
	}
	if w, is := writers[p.rank]; is {
		_ = unix.Dup3(w, 2, 0) // else its reports come beside those of the others
	}
	return fd, nil
}

// arrival is a process that has come.
type arrival struct {
	socket int
	errorsOf
}

func (a arrival) close() {
	unix.Close(a.socket)
	if a.fd >= 0 {
		unix.Close(a.fd)
	}
}

// agentDescriptor is where an agent of Coral's reads from the first image of its host, behind what
// it speaks PMI-1 by.
const agentDescriptor = 4

// tellAgent gives the agent the memory object, before an image runs, and what is in it. Without it
// the agent says less.
func tellAgent(boot layout.Boot, memory int) {
	boot.Descriptor = layout.BootDescriptor
	_ = unix.Sendmsg(agentDescriptor, []byte(boot.String()), unix.UnixRights(memory), nil, 0)
	unix.Close(agentDescriptor)
}

// report starts the reporter of those who have come and this process, and gives what each is to
// write its standard error to.
func (p *placed) report(boot layout.Boot, memory int, others []arrival) map[int]int {
	if config.Reporter.String() != "" {
		return nil
	}
	images := []errorsOf{{p.rank, -1}}
	if hasOwnErrors() {
		images[0].fd = 2
	}
	for _, a := range others {
		images = append(images, a.errorsOf)
	}
	boot.Descriptor = layout.BootDescriptor
	return startReporter(boot, memory, images)
}

// met notes an image of this machine, and its process if this one sees it under the number by which
// it knows itself.
func (m *memory) met(rank, pid int) {
	s := m.status(rank)
	s.Here = 1
	space := waitstate.SpaceOf(strconv.Itoa(pid))
	if pid > 0 && space == waitstate.SpaceOf("self") {
		s.Pid, s.Space = int32(pid), space
	}
}

// processOf is the number of the process at the other end, as it is seen here; 0: it is not.
func processOf(s int) int {
	peer, err := unix.GetsockoptUcred(s, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0
	}
	return int(peer.Pid)
}

// greeting is what both sides say: which image of how many.
func (p *placed) greeting() []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(p.rank)),
		uint64(p.size))
}

// errStranger is the error of processes that are not this user's.
var errStranger = errors.New("a process of another user")

// greeted reads the greeting of a process that has come.
func (p *placed) greeted(c int) (arrival, error) {
	if !ours(c) {
		return arrival{}, errStranger
	}
	text, fds, err := p.receive(c)
	if err != nil {
		return arrival{}, fmt.Errorf("an image that came said nothing: %w", err)
	}
	rank, err := p.understood(text)
	a := arrival{c, errorsOf{rank, -1}}
	if len(fds) > 0 {
		a.fd = fds[0]
	}
	return a, err
}

// receive reads a greeting, and the descriptors that come with it.
func (p *placed) receive(s int) (greeting []byte, fds []int, err error) {
	greeting = make([]byte, len(p.greeting()))
	n, fds, err := receiveWith(s, greeting, 0)
	if err == nil && n != len(greeting) {
		err = errGone
	}
	return greeting, fds, err
}

// receiveWith reads what a socket has, and at most two descriptors that come with it, which the
// caller closes.
func receiveWith(s int, text []byte, flags int) (n int, fds []int, err error) {
	const most = 2
	rights := make([]byte, unix.CmsgSpace(most*4))
	var k int
	n, err = again(func() (n int, err error) {
		n, k, _, _, err = unix.Recvmsg(s, text, rights, flags|unix.MSG_CMSG_CLOEXEC)
		return n, err
	})
	if err != nil {
		return 0, nil, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:k])
	for _, m := range messages {
		these, _ := unix.ParseUnixRights(&m) // none, then
		fds = append(fds, these...)
	}
	return n, fds, err
}

// errGone is the error of who hears nothing from the other side.
var errGone = errors.New("the first of them has gone")

func (p *placed) understood(greeting []byte) (rank int, err error) {
	rank, size := int(binary.LittleEndian.Uint64(greeting)), int(
		binary.LittleEndian.Uint64(greeting[8:]))
	if size != p.size || rank < 0 || rank >= size || rank == p.rank {
		return 0, fmt.Errorf("image %d of %d met image %d of %d", p.rank+1, p.size, rank+1, size)
	}
	return rank, nil
}

// fetch gets the memory object from the process that has made it.
func (p *placed) fetch(s int, where *meetingPlace) (int, error) {
	for end := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		err := unix.Connect(s, where.address())
		if err == nil {
			break
		}
		if time.Now().After(end) {
			return -1, err
		}
	}
	if !ours(s) {
		return -1, errStranger
	}
	var rights []byte
	if hasOwnErrors() {
		rights = unix.UnixRights(2)
	}
	_, err := again(func() (int, error) { return 0, unix.Sendmsg(s, p.greeting(), rights, nil, 0) })
	if err != nil {
		return -1, err
	}
	greeting, fds, err := p.receive(s)
	if err != nil {
		return -1, err
	}
	if _, err := p.understood(greeting); err != nil {
		return -1, err
	}
	if len(fds) == 0 {
		return -1, errors.New("no memory came")
	}
	for _, w := range fds[1:] {
		_ = unix.Dup3(w, 2, 0) // else its reports come beside those of the others
		unix.Close(w)
	}
	return fds[0], nil
}

// ours tells whether the process at the other end is this user's.
func ours(s int) bool {
	peer, err := unix.GetsockoptUcred(s, unix.SOL_SOCKET, unix.SO_PEERCRED)
	return err == nil && int(peer.Uid) == os.Getuid()
}

// launcherCores is how many cores the process that has started this one may use.
func launcherCores() int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(startedBy(), &set) != nil {
		return 0
	}
	return set.Count()
}

// again repeats a system call that a signal has interrupted, as Go's own do: calls of sockets with
// a time limit are not begun anew by the kernel.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != unix.EINTR {
			return n, err
		}
	}
}
