C     Fixed form, without coarrays: left to the compiler.
      module report
      implicit none
      contains
      subroutine show(q, x, y)
      double precision, intent(in) :: q(:), x, y
      integer i
      write (*, 10) (q(i), i = 1, size(q)), x, y
   10 format (4f6.1, 2f7.1)
      end subroutine
      end module
