//go:build !race

#include "textflag.h"

// func barrier()
TEXT ·barrier(SB), NOSPLIT, $8-0
	LOCK
	ADDQ $0, 0(SP)
	RET

// func publish(word *uint64, value uint64)
//
// Stores of x86-64 release; the locked instruction changes nothing, and is the barrier.
TEXT ·publish(SB), NOSPLIT, $8-16
	MOVQ word+0(FP), DI
	MOVQ value+8(FP), SI
	MOVQ SI, (DI)
	LOCK
	ADDQ $0, 0(SP)
	RET
