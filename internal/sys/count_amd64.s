#include "textflag.h"

#define SYS_rt_sigreturn 15

// onSignal is a signal handler of this process: on whatever thread and stack, without Go's runtime.
// The kernel restores all registers behind it.
TEXT ·onSignal(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ ·counted(SB), AX
	LOCK
	INCL 0(AX)
	RET

// afterSignal is where a handler returns to.
TEXT ·afterSignal(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $SYS_rt_sigreturn, AX
	SYSCALL
	INT $3

// func handlerAddresses() (handler, restorer uintptr)
TEXT ·handlerAddresses(SB), NOSPLIT, $0-16
	LEAQ ·onSignal(SB), AX
	MOVQ AX, handler+0(FP)
	LEAQ ·afterSignal(SB), AX
	MOVQ AX, restorer+8(FP)
	RET
