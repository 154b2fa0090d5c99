package conduit

import "fmt"

// Kind is the type of elements that reductions combine.
type Kind uint8

const (
	Int8 Kind = iota
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float32
	Float64
	Complex64
	Complex128
	Bool // 0 or 1: of elements that change by operands of another kind (Change) alone
)

var kindSize = [...]int{Int8: 1, Int16: 2, Int32: 4, Int64: 8, Uint8: 1, Uint16: 2, Uint32: 4,
	Uint64: 8, Float32: 4, Float64: 8, Complex64: 8, Complex128: 16, Bool: 1}

// Size is the number of bytes of an element.
func (k Kind) Size() int { return kindSize[k] }

// ReduceOp combines two elements.
type ReduceOp uint8

const (
	Sum ReduceOp = iota
	Product
	Min
	Max
	And // bit by bit, as Or and Xor
	Or
	Xor
	Difference // a - b; accumulate only
	Quotient   // a / b; accumulate only
)

var opName = [...]string{"sum", "product", "min", "max", "and", "or", "xor", "difference",
	"quotient"}

func (op ReduceOp) String() string { return opName[op] }

// Check says whether op is defined for elements of the kind.
func (op ReduceOp) Check(k Kind) error {
	switch {
	case k >= Bool || int(op) >= len(opName):
	case k >= Complex64 && (op == Min || op == Max), k >= Float32 && op >= And && op <= Xor:
	default:
		return nil
	}
	return fmt.Errorf("operation %d is not defined for elements of kind %d", op, k)
}

type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

func combineInteger[T integer](op ReduceOp, a, b []T) {
	b = b[:len(a)]
	switch op {
	case And:
		for i := range a {
			a[i] &= b[i]
		}
	case Or:
		for i := range a {
			a[i] |= b[i]
		}
	case Xor:
		for i := range a {
			a[i] ^= b[i]
		}
	default:
		combineReal(op, a, b)
	}
}

func combineReal[T number](op ReduceOp, a, b []T) {
	b = b[:len(a)]
	switch op {
	case Min:
		for i := range a {
			a[i] = min(a[i], b[i])
		}
	case Max:
		for i := range a {
			a[i] = max(a[i], b[i])
		}
	default:
		combineNumber(op, a, b)
	}
}

func combineNumber[T number | ~complex64 | ~complex128](op ReduceOp, a, b []T) {
	b = b[:len(a)]
	switch op {
	case Sum:
		for i := range a {
			a[i] += b[i]
		}
	case Product:
		for i := range a {
			a[i] *= b[i]
		}
	case Difference:
		for i := range a {
			a[i] -= b[i]
		}
	case Quotient:
		for i := range a {
			a[i] /= b[i]
		}
	}
}
