! conformance: images=1,2
! feature: fixed form
!     A module whose name begins with PROCEDURE: without blanks MODULE PROCEDURES is MODULE PROCEDURE S.
      module procedures
      implicit none
      interface twice
        module procedure single, both
      end interface
      contains
      subroutine single(x)
        integer, intent(inout) :: x
        x = 2*x
      end subroutine
      subroutine both(x, y)
        integer, intent(inout) :: x, y
        x = 2*x
        y = 2*y
      end subroutine
      end module procedures
      program uses
      use procedures
      implicit none
      integer :: a[*], b
      a = this_image()
      b = 1
      call twice(a)
      sync all
      call twice(b, a)
      sync all
      if (a[num_images()] .ne. 4*num_images()) error stop 'value'
      if (b .ne. 2) error stop 'local'
      sync all
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end program
