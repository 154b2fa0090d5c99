package diag

// R0xxx: messages of running images.
var runtimeCodes = []CodeInfo{}
