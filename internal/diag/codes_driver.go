package diag

// C03xx: command line, files, back ends.
var driverCodes = []CodeInfo{}
