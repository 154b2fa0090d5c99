! conformance: images=1,2
! feature: allocatable components
! expect-exit: 3
! expect-stderr: free(): double free or invalid pointer
! What handles the signal may allocate memory itself, as a handler of a debugging library does.
module freed_twice_handled_m
  use iso_c_binding
  implicit none
  interface
    function c_malloc(n) result(p) bind(c, name='malloc')
      import :: c_ptr, c_size_t
      integer(c_size_t), value :: n
      type(c_ptr) :: p
    end function
    subroutine c_free(p) bind(c, name='free')
      import :: c_ptr
      type(c_ptr), value :: p
    end subroutine
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
  type list
    integer, allocatable :: v(:)
  end type
  integer(c_int), parameter :: sigabrt = 6
  type(list), save :: x[*]
  type(c_ptr) :: p, q
  type(c_funptr) :: before
  integer, pointer :: used
  x%v = [this_image(), 2]
  sync all
  if (x[num_images()]%v(1) /= num_images()) error stop 'the component'
  before = c_signal(sigabrt, c_funloc(handler))
  p = c_malloc(200000_c_size_t)
  q = c_malloc(200000_c_size_t)
  call c_f_pointer(p, used) ! or else flang leaves out all three
  call get_command(length=used)
  x%v(2) = used
  sync all
  call c_free(p)
  call c_free(q)
  call c_free(p)
end program
