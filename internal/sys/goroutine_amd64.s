#include "textflag.h"

// func Goroutine() uintptr
//
// The runtime keeps the address of the running goroutine's descriptor in thread-local storage.
TEXT ·Goroutine(SB), NOSPLIT, $0-8
	MOVQ TLS, CX
	MOVQ 0(CX)(TLS*1), AX
	MOVQ AX, ret+0(FP)
	RET
