! conformance: images=1,2
! feature: allocatable components
! expect-exit: 3
! expect-stderr: free(): double free or invalid pointer
! What handles the signal may allocate memory itself, as a handler of a debugging library does.
include 'freed_twice.inc'
module freed_twice_handled_m
  use memory_given_back
  implicit none
  interface
    function c_signal(number, handler) result(p) bind(c, name='signal')
      import :: c_int, c_funptr
      integer(c_int), value :: number
      type(c_funptr), value :: handler
      type(c_funptr) :: p
    end function
    subroutine c_exit(code) bind(c, name='_exit')
      import :: c_int
      integer(c_int), value :: code
    end subroutine
  end interface
contains
  subroutine handler(number) bind(c)
    integer(c_int), value :: number
    call c_exit(merge(3_c_int, number, c_associated(c_malloc(300000_c_size_t))))
  end subroutine
end module
program freed_twice_handled
  use freed_twice_handled_m
  implicit none
  integer(c_int), parameter :: sigabrt = 6
  type(c_funptr) :: before
  call reach_components
  before = c_signal(sigabrt, c_funloc(handler))
  call free_twice(200000_c_size_t)
end program
