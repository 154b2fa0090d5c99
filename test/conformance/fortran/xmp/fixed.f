! feature: XcalableMP directives: source forms
      PROGRAM FIXED
      IMPLICIT NONE
      INTEGER ME, N, S
      INTEGER X[*]
!$XMP NODES P(*)
      ME = THIS_IMAGE()
      N = NUM_IMAGES()
      S = ME
c$xmp reduction
c$xmp&(+ : s)
      IF (S .NE. N*(N+1)/2) ERROR STOP 1
*$xmp task on p(1:n)
      X = ME
!$xmp barrier
      IF (X[N] .NE. N) ERROR STOP 2
!$xmp end task
C     a comment, and a continuation line behind one
!$xmp bcast(s)
!$xmp& from p(n)
!$xmp& on p
!$XMP BCAST(
!$XMP*      S)
C$XMP1FROM P(N)
      S = S +
C     in between
     &    1
!$XMP SYNC_ALL
      IF (ME .EQ. 1) PRINT '(A)', 'PASS'
      END
