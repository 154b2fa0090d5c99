//go:build cgo

package link

import (
	"bytes"
	"fmt"
	"hash/crc64"
	"io"
	"os"

	"github.com/coral-pgas/coral/internal/config"
)

// introduction is what an image tells all others when they meet. It stays as it is, since by it those find each other out that come from different versions of Coral: what is new goes elsewhere.
type introduction struct {
	leader     uint64 // the lowest rank on its machine
	base       uint64 // where it has its own slot
	executable uint64 // of what it runs
	host       [39]byte
	memory     uint8 // method
}

func (i *introduction) hostName() string { return string(bytes.TrimRight(i.host[:], "\x00")) }

// executable is a sum of the file that this process runs. Images must run the same one: coarrays are where the linker has put them.
func executable() (uint64, error) {
	f, err := os.Open("/proc/self/exe")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	_, err = io.Copy(sum, f)
	return sum.Sum64(), err
}

// sameExecutable compares what all images run with what the first runs.
func sameExecutable(all []introduction) error {
	for rank, other := range all {
		if other.executable != all[0].executable {
			return fmt.Errorf("image %d on host %s runs another executable than image 1 on host %s: put the same file on all machines, under the name by which the program is started [R0513]",
				rank+1, other.hostName(), all[0].hostName())
		}
	}
	return nil
}

// sameMemory compares by what method images reach each other's memory with that of the first.
func sameMemory(all []introduction) error {
	for rank, other := range all {
		if other.memory != all[0].memory {
			return fmt.Errorf("image %d on host %s has %s=%v, but image 1 on host %s has %v: set it alike for all, or pass it on by the launcher (mpirun -x, mpiexec -genv) [R0517]",
				rank+1, other.hostName(), config.Memory.Name, method(other.memory), all[0].hostName(), method(all[0].memory))
		}
	}
	return nil
}
