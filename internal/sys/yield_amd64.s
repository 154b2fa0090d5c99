//go:build !race

#include "textflag.h"

#define SYS_sched_yield 24

// func yieldUntil(word *uint64, value uint64, turns int) bool
//
// A load of x86-64 acquires. The system call changes AX, CX and R11 only. Go's scheduler is not
// told of it, as by RawSyscall.
TEXT ·yieldUntil(SB), NOSPLIT, $0-25
	MOVQ word+0(FP), DI
	MOVQ value+8(FP), SI
	MOVQ turns+16(FP), DX

turn:
	MOVL $SYS_sched_yield, AX
	SYSCALL
	MOVQ (DI), AX
	CMPQ AX, SI
	JCC  come
	DECQ DX
	JNZ  turn
	MOVB $0, ret+24(FP)
	RET

come:
	MOVB $1, ret+24(FP)
	RET
