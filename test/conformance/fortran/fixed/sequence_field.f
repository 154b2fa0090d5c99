! conformance: images=1,2
! feature: fixed form
! What stands in columns 73 to 80 is no part of a statement (F2018 6.3.3.1), in lines that are copied, that are rewritten, and that are
! written in parts.
      PROGRAM SEQ                                                       SEQ00010
      INTEGER, SAVE :: Y[*]                                             SEQ00020
      INTEGER K, M, N                                                   00000030
      INCLUDE 'sequence_field.inc'                                      SEQ00040
      K = 1                                                             00000050
      Y = 0; K = 1; SYNC ALL; Y[1] = 3; M = 4; N = 5                    00000060
      IF (K .NE. 1 .OR. M .NE. 4 .OR. N .NE. 5) ERROR STOP 1            00000070
	SYNC ALL; M = Y[1]; SYNC ALL; K = 2; Y[1] = 3; N =
	1 8; Y[1] = 3; SYNC ALL; M = 3;                               K = M00000090
      IF (K .NE. 3 .OR. M .NE. 3 .OR. N .NE. 8) ERROR STOP 2            00000100
      IF (INCLUDED .NE. 1) ERROR STOP 3                                 00000110
	Y[1] =
	1 8; K = 9                                                         00000130
      IF (K .NE. 9) ERROR STOP 4                                        00000140
      IF (THIS_IMAGE() .EQ. 1) WRITE (*, '(A)') 'PASS'                  SEQ00150
      END                                                               SEQ00160
