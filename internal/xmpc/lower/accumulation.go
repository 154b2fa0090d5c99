package lower

import "fmt"

// kinds are types of elements by conduit.Kind's numbers, from 1 on; those that are alike to an accumulation have one.
var kinds = []struct {
	number int
	name   string
}{
	{1, "signed char"}, {2, "short"}, {3, "int"}, {4, "long"}, {5, "unsigned char"}, {6, "unsigned short"}, {7, "unsigned int"}, {8, "unsigned long"},
	{9, "float"}, {10, "double"}, {11, "__complex__ float"}, {12, "__complex__ double"},
	{1, "char"}, {4, "long long"}, {8, "unsigned long long"},
}

// operations are conduit.ReduceOp's numbers.
var operations = map[string]int{"+": 0, "*": 1, "&": 4, "|": 5, "^": 6, "-": 7, "/": 8}

// lastInteger is the last number of kinds that are integers.
const lastInteger = 8

// accumulation is a constant expression for capi/xmpaccumulate.c: the number of the element's type among kinds, and of the operation above; 0: the target cannot be told of this one. It can
// where to combine what is in the element with the value, converted to the element's type, gives what C says. Of integers that is so modulo their range, but for quotients; of others if
// the operation is one of the element's type.
func accumulation(element, op, value string) string {
	number, there := operations[op]
	if !there {
		return "0"
	}
	kind := "0"
	for _, k := range kinds {
		kind += fmt.Sprintf(" + %d * __builtin_types_compatible_p(__typeof__(%s), %s)", k.number, element, k.name)
	}
	const integerClass = 1 // __builtin_classify_type
	fits := fmt.Sprintf("__builtin_types_compatible_p(__typeof__((%s) %s (%s)), __typeof__(%s))", element, op, value, element)
	if op != "/" {
		fits = fmt.Sprintf("((%s) <= %d ? __builtin_classify_type(%s) == %d : %s)", kind, lastInteger, value, integerClass, fits)
	}
	return fmt.Sprintf("((%s) != 0 && %s ? (%s) | %d : 0)", kind, fits, kind, number<<8)
}
