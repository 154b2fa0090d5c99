package launch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/standing"
)

// patience is how long the processes of a run on one machine wait for each other.
const patience = 60 * time.Second

// shareMemory gives the memory object of the processes of a run on this machine: the first of them makes it and sends it to the others.
func (p *placed) shareMemory(g layout.Geometry) (fd int, err error) {
	fd, err = p.meet(g)
	if err != nil {
		return -1, failure(CodeStart, "image %d and the others on this machine (%d in all) did not find each other: %w", p.rank+1, p.localSize, err)
	}
	return fd, nil
}

func (p *placed) meet(g layout.Geometry) (fd int, err error) {
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
		return p.hand(s, where, g)
	}
	return p.fetch(s, where)
}

// hand makes the memory object and sends it to the others as they come.
func (p *placed) hand(s int, where *meetingPlace, g layout.Geometry) (int, error) {
	m, err := newMemory(g)
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
	var others []int
	defer func() {
		for _, c := range others {
			unix.Close(c)
		}
	}()
	for len(others) < p.localSize-1 {
		c, err := again(func() (int, error) { c, _, err := unix.Accept4(s, unix.SOCK_CLOEXEC); return c, err })
		if err != nil {
			return -1, fmt.Errorf("%d came: %w", len(others)+1, err)
		}
		rank, err := p.greeted(c)
		if err != nil {
			unix.Close(c)
			if errors.Is(err, errStranger) {
				continue
			}
			return -1, err
		}
		m.met(rank, processOf(c))
		others = append(others, c)
	}
	for _, c := range others {
		if _, err := again(func() (int, error) { return 0, unix.Sendmsg(c, p.greeting(), unix.UnixRights(fd), nil, 0) }); err != nil {
			return -1, err
		}
	}
	return fd, nil
}

// met notes an image of this machine, and its process if this one sees it under the number by which it knows itself.
func (m *memory) met(rank, pid int) {
	s := m.status(rank)
	s.Here = 1
	if space := standing.SpaceOf(strconv.Itoa(pid)); pid > 0 && space == standing.SpaceOf("self") {
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
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(p.rank)), uint64(p.size))
}

// errStranger is the error of processes that are not this user's.
var errStranger = errors.New("a process of another user")

// greeted reads the greeting of a process that has come, and gives its rank.
func (p *placed) greeted(c int) (int, error) {
	if !ours(c) {
		return 0, errStranger
	}
	text := make([]byte, len(p.greeting()))
	if n, err := again(func() (int, error) { return unix.Read(c, text) }); err != nil || n != len(text) {
		return 0, fmt.Errorf("an image that came said nothing: %w", err)
	}
	return p.understood(text)
}

func (p *placed) understood(greeting []byte) (rank int, err error) {
	rank, size := int(binary.LittleEndian.Uint64(greeting)), int(binary.LittleEndian.Uint64(greeting[8:]))
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
	if _, err := again(func() (int, error) { return unix.Write(s, p.greeting()) }); err != nil {
		return -1, err
	}
	greeting := make([]byte, len(p.greeting()))
	rights := make([]byte, unix.CmsgSpace(4))
	var k int
	n, err := again(func() (n int, err error) {
		n, k, _, _, err = unix.Recvmsg(s, greeting, rights, unix.MSG_CMSG_CLOEXEC)
		return n, err
	})
	if err != nil {
		return -1, err
	}
	if n != len(greeting) {
		return -1, errors.New("the first of them has gone")
	}
	if _, err := p.understood(greeting); err != nil {
		return -1, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:k])
	if err != nil || len(messages) != 1 {
		return -1, fmt.Errorf("no memory came: %w", err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return -1, fmt.Errorf("no memory came: %w", err)
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

// again repeats a system call that a signal has interrupted, as Go's own do: calls of sockets with a time limit are not begun anew by the kernel.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != unix.EINTR {
			return n, err
		}
	}
}
