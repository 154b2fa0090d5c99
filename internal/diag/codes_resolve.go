package diag

// C01xx: names, types, coranks, constraints.
var resolveCodes = []CodeInfo{}
