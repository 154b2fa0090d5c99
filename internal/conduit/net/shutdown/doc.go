// Package shutdown ends images whose run is over, and runs that cannot go on.
package shutdown
