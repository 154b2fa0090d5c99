package diag

import (
	"cmp"
	"slices"
)

// CodeInfo is one row of the table of codes: what `coral explain` and the documentation show.
type CodeInfo struct {
	Code        Code
	Title       string
	Explanation string
	Example     string
}

// The ranges of codes: C00xx syntax, C01xx resolution and semantics, C02xx lowering and what is not
// supported yet, C03xx driver, C04xx XcalableMP, R0xxx run time (R05xx the launcher). Each range
// has a file of its own, codes_*.go.
var table = slices.Concat(syntaxCodes, resolveCodes, lowerCodes, driverCodes, xmpCodes,
	runtimeCodes, launchCodes)

// Codes gives the whole table, in the order of the codes: a reader looks for one of them.
func Codes() []CodeInfo {
	return slices.SortedFunc(slices.Values(table), func(a, b CodeInfo) int {
		return cmp.Compare(a.Code, b.Code)
	})
}

// Lookup finds the row of a code.
func Lookup(c Code) (CodeInfo, bool) {
	for _, row := range table {
		if row.Code == c {
			return row, true
		}
	}
	return CodeInfo{}, false
}
