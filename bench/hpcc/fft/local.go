package fft

import (
	"math"
	"math/bits"
)

// local is the Fourier transform of what one image has: y(k) = sum over j of x(j) exp(-2πi jk/n), n
// a power of two.
//
// It is done as transforms of rows and columns (Bailey's six steps): with n = rows·columns, j =
// columns·j1 + j2 and k = k1 + rows·k2, transforms over j1, a multiplication by exp(-2πi j2·k1/n),
// and transforms over j2. The short ones stay in the second cache, where several go through
// Stockham's passes together: which one it is varies fastest, so that the inner loops are long and
// without gaps.
type local struct {
	n, rows, columns, bunch int
	rowRoots, columnRoots   []complex128 // exp(-2πi k/rows), ../columns
	coarse, fine            []complex128 // the power e of n's is coarse[e/rows]*fine[e%rows]
	within                  []complex128 // [k1][j]: the power j·k1, for the transforms of a bunch
	re, im                  [2][]float64 // a bunch before and after a pass
}

// most is how many transforms go together.
const most = 8

// root is exp(-2πi k/n).
func root(k, n int) complex128 {
	sin, cos := math.Sincos(2 * math.Pi * (float64(k) / float64(n)))
	return complex(cos, -sin)
}

func newLocal(n int) *local {
	columns := 1 << (bits.TrailingZeros(uint(n)) / 2)
	l := &local{n: n, rows: n / columns, columns: columns, bunch: min(most, columns)}
	for k := range l.rows {
		l.rowRoots = append(l.rowRoots, root(k, l.rows))
		l.fine = append(l.fine, root(k, n))
		for j := range l.bunch {
			l.within = append(l.within, root(j*k, n))
		}
	}
	for k := range columns {
		l.columnRoots = append(l.columnRoots, root(k, columns))
	}
	l.coarse = l.columnRoots // rows/n is 1/columns
	for i := range l.re {
		l.re[i], l.im[i] = make([]float64, l.bunch*l.rows), make([]float64, l.bunch*l.rows)
	}
	return l
}

// transformRows is the transforms over j1, and the multiplication, in place.
func (l *local) transformRows(x []complex128) {
	b := l.bunch
	for j2 := 0; j2 < l.columns; j2 += b {
		re, im := l.re[0], l.im[0]
		for j1 := range l.rows {
			to := b * j1
			for v, z := range x[l.columns*j1+j2:][:b] {
				re[to+v], im[to+v] = real(z), imag(z)
			}
		}
		g := l.passes(l.rows, l.rowRoots)
		re, im = l.re[g], l.im[g]
		for k1 := range l.rows {
			e := j2 * k1
			w := l.coarse[e/l.rows] * l.fine[e%l.rows]
			from := b * k1
			r, i := re[from:][:b], im[from:][:b]
			within := l.within[from:][:b]
			y := x[l.columns*k1+j2:][:b]
			for v := range y {
				y[v] = w * within[v] * complex(r[v], i[v])
			}
		}
	}
}

// transformColumns is the transforms over j2, which also bring the result into its order.
func (l *local) transformColumns(x, y []complex128) {
	b := l.bunch
	line := min(4, l.columns) // elements of a cache line, taken all at once
	for k1 := 0; k1 < l.rows; k1 += b {
		re, im := l.re[0], l.im[0]
		for j2 := 0; j2 < l.columns; j2 += line {
			for v := range b {
				to := b*j2 + v
				for _, z := range x[(k1+v)*l.columns+j2:][:line] {
					re[to], im[to] = real(z), imag(z)
					to += b
				}
			}
		}
		g := l.passes(l.columns, l.columnRoots)
		re, im = l.re[g], l.im[g]
		for k2 := range l.columns {
			r, i := re[b*k2:][:b], im[b*k2:][:b]
			for v := range r {
				y[l.rows*k2+k1+v] = complex(r[v], i[v])
			}
		}
	}
}

// passes are Stockham's for a bunch of transforms of length m, four results from four at a time.
// The result is in re[g], im[g].
func (l *local) passes(m int, w []complex128) (g int) {
	stride, length := l.bunch, m
	for ; length >= 4; length /= 4 {
		pass4(stride, length/4, m/length, w, l.re[g], l.im[g], l.re[1-g], l.im[1-g])
		g = 1 - g
		stride *= 4
	}
	if length == 2 {
		pass2(stride, l.re[g], l.re[1-g])
		pass2(stride, l.im[g], l.im[1-g])
		g = 1 - g
	}
	return g
}

func pass4(s, quarter, step int, w []complex128, xr, xi, yr, yi []float64) {
	q := s * quarter
	for p := range quarter {
		w1, w2, w3 := w[p*step], w[2*p*step], w[3*p*step]
		at := s * p
		ar, br, cr, dr := xr[at:][:s], xr[q+at:][:s], xr[2*q+at:][:s], xr[3*q+at:][:s]
		ai, bi, ci, di := xi[at:][:s], xi[q+at:][:s], xi[2*q+at:][:s], xi[3*q+at:][:s]
		to := 4 * at
		y0r, y1r, y2r, y3r := yr[to:][:s], yr[to+s:][:s], yr[to+2*s:][:s], yr[to+3*s:][:s]
		y0i, y1i, y2i, y3i := yi[to:][:s], yi[to+s:][:s], yi[to+2*s:][:s], yi[to+3*s:][:s]
		for v := range s {
			apcr, apci, amcr, amci := ar[v]+cr[v], ai[v]+ci[v], ar[v]-cr[v], ai[v]-ci[v]
			bpdr, bpdi, bmdr, bmdi := br[v]+dr[v], bi[v]+di[v], br[v]-dr[v], bi[v]-di[v]
			y0r[v], y0i[v] = apcr+bpdr, apci+bpdi
			r, i := amcr+bmdi, amci-bmdr // a - c - i(b - d)
			y1r[v], y1i[v] = real(w1)*r-imag(w1)*i, real(w1)*i+imag(w1)*r
			r, i = apcr-bpdr, apci-bpdi
			y2r[v], y2i[v] = real(w2)*r-imag(w2)*i, real(w2)*i+imag(w2)*r
			r, i = amcr-bmdi, amci+bmdr // a - c + i(b - d)
			y3r[v], y3i[v] = real(w3)*r-imag(w3)*i, real(w3)*i+imag(w3)*r
		}
	}
}

func pass2(s int, x, y []float64) {
	a, b := x[:s], x[s:][:s]
	for v := range a {
		y[v], y[s+v] = a[v]+b[v], a[v]-b[v]
	}
}
