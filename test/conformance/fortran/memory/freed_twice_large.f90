! conformance: images=1,2
! feature: allocatable components
! expect-exit: nonzero
! expect-stderr: free(): double free or invalid pointer
! Where coarrays have allocatable components, memory comes from a heap that other images reach. If a
! block were freed twice unseen, two later allocations would get it.
program freed_twice_large
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
  end interface
  type list
    integer, allocatable :: v(:)
  end type
  type(list), save :: x[*]
  type(c_ptr) :: p, q
  integer, pointer :: used
  x%v = [this_image(), 2]
  sync all
  if (x[num_images()]%v(1) /= num_images()) error stop 'the component'
  sync all
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
