#include "textflag.h"

// func lineBounce(mine, other *uint64, turn uint64, rounds int, first, pausing bool)
TEXT ·lineBounce(SB), NOSPLIT, $0-34
	MOVQ mine+0(FP), DI
	MOVQ other+8(FP), SI
	MOVQ turn+16(FP), BX
	MOVQ rounds+24(FP), CX
	CMPB first+32(FP), $0
	JEQ  second

	CMPB pausing+33(FP), $0
	JNE  firstPausing

firstLooking:
	INCQ BX
	MOVQ BX, (DI)

look:
	CMPQ BX, (SI)
	JHI  look
	DECQ CX
	JNZ  firstLooking
	RET

firstPausing:
	INCQ BX
	MOVQ BX, (DI)

lookPausing:
	CMPQ BX, (SI)
	JLS  came
	PAUSE
	JMP  lookPausing

came:
	DECQ CX
	JNZ  firstPausing
	RET

second:
	CMPB pausing+33(FP), $0
	JNE  secondPausing

secondLooking:
	INCQ BX

answer:
	CMPQ BX, (SI)
	JHI  answer
	MOVQ BX, (DI)
	DECQ CX
	JNZ  secondLooking
	RET

secondPausing:
	INCQ BX

answerPausing:
	CMPQ BX, (SI)
	JLS  asked
	PAUSE
	JMP  answerPausing

asked:
	MOVQ BX, (DI)
	DECQ CX
	JNZ  secondPausing
	RET
