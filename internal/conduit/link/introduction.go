//go:build cgo

package link

import (
	"bytes"
	"fmt"
	"hash/crc64"
	"io"
	"os"
)

// introduction is what an image tells all others when they meet. It stays as it is, since by it those find each other out that come from different versions of Coral: what is new goes elsewhere.
type introduction struct {
	leader     uint64 // the lowest rank on its machine
	base       uint64 // where it has its own slot
	executable uint64 // of what it runs
	host       [40]byte
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
