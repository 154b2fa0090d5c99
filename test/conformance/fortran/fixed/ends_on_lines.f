! conformance: images=1,2,4
! feature: fixed form
! Ends of constructs and of procedures behind other statements of their line: the statements in
! front are executed once.
      module counted
      implicit none
      integer :: n = 0, m = 0
      contains
      subroutine add(k)
      integer, intent(in) :: k
      integer, allocatable :: w(:)[:]
      allocate (w(2)[*]); w = k; sync all
      m = m + sum(w(:)[num_images()]); n = n + 1; end subroutine
      integer function twice(k) result(r)
      integer, intent(in) :: k
      r = k; r = 2*r; n = n + 1; end function
      end module
      program ends_on_lines
      use counted
      implicit none
      integer, save :: c[*]
      integer i
      c = 1; sync all
      if (n == 0) then; n = n + 1; end if
      if (n == 0) then; n = 5; else if (n == 1) then; n = n + 1; endif
      if (n == 0) then; n = 5; else; n = n + 1; end if
      if (n /= 3) error stop 1
      if (c[1] == 1) then; n = n + 1; else; n = 0; end if
      if (c[1] == 0) then; n = 0; else if (c[1] == 1) then; n = n + 1
      n = n + 1; end if; n = n + 1
      if (n /= 7) error stop 2
      block; integer, allocatable :: a[:]; allocate (a[*]); a = 3
      sync all; n = n + a[1]; n = n + 1; end block; n = n + 1
      if (n /= 12) error stop 3
      do i = 1, 3; n = n + c[1]; n = n + 1; end do; n = n + 1
      if (n /= 19) error stop 4
      select case (c[1]); case (1); n = n + 1; case (2); n = 0
      n = 0; end select
      if (n /= 20) error stop 5
      associate (k => n); k = k + c[1]; k = k + 1; end associate
      if (n /= 22) error stop 6
      critical; n = n + 1; end critical; n = n + 1
      if (n /= 24) error stop 7
      call add(4); n = n + 1; call add(5)
      if (n /= 27 .or. m /= 18) error stop 8
      n = 0; m = twice(c[1]) + twice(2); n = n + 1
      if (n /= 3 .or. m /= 6) error stop 9
      sync all; n = 0; n = n + 1; if (n /= 1) error stop 10
      if (this_image() == 1) print '(a)', 'PASS'; n = n + 1; end program
