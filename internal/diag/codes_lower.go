package diag

// C02xx: what lowering refuses.
var lowerCodes = []CodeInfo{}
