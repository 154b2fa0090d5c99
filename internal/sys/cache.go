package sys

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// LastCache is the bytes of the largest cache; 0 where the system does not tell.
func LastCache() int {
	files, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*/size")
	largest := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		digits := strings.TrimSpace(string(text))
		unit := 1
		switch {
		case strings.HasSuffix(digits, "K"):
			unit = 1 << 10
		case strings.HasSuffix(digits, "M"):
			unit = 1 << 20
		}
		if n, err := strconv.Atoi(strings.TrimRight(digits, "KM")); err == nil {
			largest = max(largest, n*unit)
		}
	}
	return largest
}
