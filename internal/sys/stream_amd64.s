//go:build !race

#include "textflag.h"

// func streamLines(to, from *byte, lines int)
TEXT ·streamLines(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ lines+16(FP), CX
	TESTQ CX, CX
	JZ   done

next:
	MOVOU (SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	MOVNTO X0, (DI)
	MOVNTO X1, 16(DI)
	MOVNTO X2, 32(DI)
	MOVNTO X3, 48(DI)
	ADDQ $64, SI
	ADDQ $64, DI
	DECQ CX
	JNZ  next
	SFENCE

done:
	RET
