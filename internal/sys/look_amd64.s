//go:build !race

#include "textflag.h"

// func comesSoon(word *uint64, value uint64, looks int, pauses bool) bool
//
// A load of x86-64 acquires.
TEXT ·comesSoon(SB), NOSPLIT, $0-33
	MOVQ  word+0(FP), DI
	MOVQ  value+8(FP), SI
	MOVQ  looks+16(FP), DX
	CMPB  pauses+24(FP), $0
	JEQ   bare

pausing:
	MOVQ  (DI), AX
	CMPQ  AX, SI
	JCC   come
	PAUSE
	DECQ  DX
	JNZ   pausing
	JMP   not

bare:
	MOVQ  (DI), AX
	CMPQ  AX, SI
	JCC   come
	DECQ  DX
	JNZ   bare

not:
	MOVB  $0, ret+32(FP)
	RET

come:
	MOVB  $1, ret+32(FP)
	RET

// func firstSoon(a, b, c Word, looks int, pauses bool) int
TEXT ·firstSoon(SB), NOSPLIT, $0-72
	MOVQ    a_At+0(FP), SI
	MOVQ    a_Value+8(FP), R8
	MOVQ    b_At+16(FP), R9
	MOVQ    b_Value+24(FP), R10
	MOVQ    c_At+32(FP), R11
	MOVQ    c_Value+40(FP), R12
	MOVQ    looks+48(FP), DX
	MOVBLZX pauses+56(FP), CX
	XORQ    AX, AX

look:
	CMPQ (SI), R8
	JCC  found
	CMPQ (R9), R10
	JCC  second
	CMPQ (R11), R12
	JCC  third
	TESTL CX, CX
	JEQ  next
	PAUSE

next:
	DECQ DX
	JNZ  look
	MOVQ $-1, AX
	JMP  found

third:
	INCQ AX

second:
	INCQ AX

found:
	MOVQ AX, ret+64(FP)
	RET

// func Pause()
TEXT ·Pause(SB), NOSPLIT, $0-0
	PAUSE
	RET

// func pauseTicks() uint64
TEXT ·pauseTicks(SB), NOSPLIT, $0-8
	RDTSC
	SHLQ  $32, DX
	ORQ   DX, AX
	MOVQ  AX, SI
	PAUSE
	PAUSE
	PAUSE
	PAUSE
	PAUSE
	PAUSE
	PAUSE
	PAUSE
	RDTSC
	SHLQ  $32, DX
	ORQ   DX, AX
	SUBQ  SI, AX
	SHRQ  $3, AX
	MOVQ  AX, ret+0(FP)
	RET
