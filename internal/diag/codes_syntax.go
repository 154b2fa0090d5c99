package diag

// C00xx: what the lexer and the parser find.
var syntaxCodes = []CodeInfo{}
