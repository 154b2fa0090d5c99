package mangle

// Components are the names that components of generated types have in the specification parts of
// procedures.
var Components = map[string]bool{"p": true, "q": true, "c": true, "o": true, "s": true, "v": true,
	"gen": true, "made": true, "local": true, "ca": true}
