package lower

import (
	"fmt"
	"slices"
)

// Types of elements and operands by conduit.Kind's numbers, from 1 on.
const (
	kinds = "signed char: 1, char: (char)-1 < 0 ? 1 : 5, short: 2, int: 3, long: 4, long long: " +
		"4, unsigned char: 5, unsigned short: 6, unsigned int: 7, unsigned long: 8, unsigned " +
		"long long: 8, " +
		"float: 9, double: 10, __complex__ float: 11, __complex__ double: 12, _Bool: 13, default: 0"
	lastInteger = 8
	kindFloat   = 9
	kindDouble  = 10
	kindBool    = 13
	complexTo   = 2 // from the kind of complex numbers to that of their parts
)

// operations are conduit.ReduceOp's numbers.
var operations = map[string]int{"+": 0, "*": 1, "&": 4, "|": 5, "^": 6, "-": 7, "/": 8}

// accumulation declares two names for capi/xmp/accumulate.c: a constant, the number of the
// element's type among kinds, of the operation above and of the operands' type above that, or 0:
// the target cannot be told of this one; and the operands' type. It is the type in which C does the
// operation, and the target does the same: it converts the element, combines, and converts back.
// Two exceptions: of integers that is the same modulo the element's range, but for quotients, so
// that they need no conversion; and real operands of complex elements stay real. The comma takes
// qualifiers and _Atomic from the element's type: clang has no casts to such.
func accumulation(what, operand, element, op, value string) string {
	number, there := operations[op]
	if !there {
		return fmt.Sprintf("enum { %s = 0 }; typedef int %s; ", what, operand)
	}
	kindOf := func(x string) string { return fmt.Sprintf("_Generic((%s), %s)", x, kinds) }
	result := fmt.Sprintf("(%s) %s (%s)", element, op, value)
	own, of, in := what+"e", what+"v", what+"r" // the kinds of element, value and result
	isComplex := func(kind string) string {
		return all(fmt.Sprintf("%s > %d", kind, kindDouble), fmt.Sprintf("%s < %d", kind, kindBool))
	}
	isReal := func(kind string) string { return all(kind+" != 0", "!"+isComplex(kind)) }
	integer := "0"
	if op != "/" {
		integer = all(own+" != 0", fmt.Sprintf("%s <= %d", own, lastInteger), of+" != 0",
			fmt.Sprintf("(%[1]s <= %[2]d ? 1 : %[1]s == %[3]d)", of, lastInteger, kindBool))
	}
	kind := fmt.Sprintf("%s ? %s : %s ? %s : %s ? %s : %s ? %s - %d : 0",
		integer, own, all(isReal(own), isReal(in)), in, all(isComplex(own), isComplex(of)), in,
		all(isComplex(own), isReal(of), isComplex(in)), in, complexTo)
	return fmt.Sprintf(
		"enum { %[1]s = %[2]s, %[3]s = %[4]s, %[5]s = %[6]s, %[7]sk = %[8]s, %[7]s = %[7]sk != "+
			"0 ? %[1]s | %[9]d | %[7]sk << 16 : 0 }; "+
			"typedef __typeof__(__builtin_choose_expr(%[7]sk == 0, 0, "+
			"__builtin_choose_expr(%[7]sk "+
			"== %[10]d, 0.0f, __builtin_choose_expr(%[7]sk == %[11]d, 0.0, "+
			"__builtin_choose_expr(%[7]sk == %[1]s, %[12]s, %[13]s))))) %[14]s; ",
		own, kindOf(element), of, kindOf(value), in, kindOf(result), what, kind, number<<8,
		kindFloat, kindDouble, "((void)0, "+element+")", result, operand)
}

// all is the conjunction of conditions that are constants: clang before version 18 warns in C23 of
// such beside && and ||.
func all(conditions ...string) string {
	last := len(conditions) - 1
	text := conditions[last]
	for _, c := range slices.Backward(conditions[:last]) {
		text = c + " ? " + text + " : 0"
	}
	return "(" + text + ")"
}
