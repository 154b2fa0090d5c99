package randomaccess

// The stream of updates: a(0) = 1, a(k+1) = x·a(k) modulo the primitive polynomial x⁶⁴ + x² + x + 1
// over GF(2), a word being the coefficients of a polynomial.

func next(a uint64) uint64 {
	return a<<1 ^ uint64(int64(a)>>63)&7
}

// number is a(k): xᵏ by repeated squaring, so that an image can begin anywhere.
func number(k uint64) uint64 {
	result, square := uint64(1), uint64(2)
	for ; k != 0; k >>= 1 {
		if k&1 != 0 {
			result = product(result, square)
		}
		square = product(square, square)
	}
	return result
}

func product(a, b uint64) (p uint64) {
	for ; b != 0; b >>= 1 {
		if b&1 != 0 {
			p ^= a
		}
		a = next(a)
	}
	return p
}
