package rt

import "unsafe"

// stackBlock is the least size of a stack of a goroutine. Stacks begin at multiples of it.
const stackBlock = 2048

// stackNow tells in which block of memory the caller's stack is: no other goroutine has it.
func stackNow() uintptr {
	var here byte
	return uintptr(unsafe.Pointer(&here)) / stackBlock
}
