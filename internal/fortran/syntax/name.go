package syntax

// NameAt is the name that begins at a place of a line, in any case of letters; empty if none does.
func NameAt(text string, i int) string {
	end := i
	for end < len(text) && IsNameByte(text[end]) {
		end++
	}
	return text[i:end]
}

// IsNameByte tells whether a character may stand in a name, or in an integer (F2018 6.2.2).
func IsNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
