package lower

import "fmt"

// kinds are the types that conduit.Kind has, in its order, from 1 on.
var kinds = []string{"signed char", "short", "int", "long", "unsigned char", "unsigned short", "unsigned int", "unsigned long", "float", "double", "__complex__ float", "__complex__ double"}

// alike are types that are the same to an accumulation as one of kinds, by its number.
var alike = map[string]int{"char": 1, "long long": 4, "unsigned long long": 8}

// operations are conduit.ReduceOp's numbers.
var operations = map[string]int{"+": 0, "*": 1, "&": 4, "|": 5, "^": 6, "-": 7, "/": 8}

// lastInteger is the last of kinds that is an integer.
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
	for i, t := range kinds {
		kind += fmt.Sprintf(" + %d * __builtin_types_compatible_p(__typeof__(%s), %s)", i+1, element, t)
	}
	for _, t := range []string{"char", "long long", "unsigned long long"} {
		kind += fmt.Sprintf(" + %d * __builtin_types_compatible_p(__typeof__(%s), %s)", alike[t], element, t)
	}
	const integerClass = 1 // __builtin_classify_type
	fits := fmt.Sprintf("__builtin_types_compatible_p(__typeof__((%s) %s (%s)), __typeof__(%s))", element, op, value, element)
	if op != "/" {
		fits = fmt.Sprintf("((%s) <= %d ? __builtin_classify_type(%s) == %d : %s)", kind, lastInteger, value, integerClass, fits)
	}
	return fmt.Sprintf("((%s) != 0 && %s ? (%s) | %d : 0)", kind, fits, kind, number<<8)
}
