! conformance: images=1,2,3
! feature: sequence and bind(c) types
! interoperable types, C_LOC of coarrays, BIND(C) procedures on coarray memory, function pointers, C's qsort and memcpy on coarray data
module cthings
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: rec
    integer(c_int) :: key
    real(c_double) :: x(3)
    character(kind=c_char) :: tag(4)
  end type
  interface
    subroutine qsort(base, n, size, compare) bind(c)
      import
      type(c_ptr), value :: base
      integer(c_size_t), value :: n, size
      type(c_funptr), value :: compare
    end subroutine
    function memcpy(to, from, n) bind(c) result(r)
      import
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: n
      type(c_ptr) :: r
    end function
    pure function c_abs(i) bind(c, name='abs') result(r)
      import c_int
      integer(c_int), value :: i
      integer(c_int) :: r
    end function
  end interface
contains
  integer(c_int) function by_key(a, b) bind(c)
    type(c_ptr), value :: a, b
    type(rec), pointer :: x, y
    call c_f_pointer(a, x); call c_f_pointer(b, y)
    by_key = x%key - y%key
  end function
  subroutine fill(a, n, seed) bind(c, name='fill_in_c')
    integer(c_int), value :: n, seed
    type(rec), intent(out) :: a(n)
    integer :: i
    do i = 1, n
      a(i)%key = modulo(i*7919 + seed*31, 101)
      a(i)%x = i
      a(i)%tag = [c_char_'a', c_char_'b', c_char_'c', c_null_char]
    end do
  end subroutine
end module
program p
  use cthings
  implicit none
  integer, parameter :: n = 10
  type(rec), target, save :: r(n)[*]
  type(rec), allocatable, target :: d(:)[:]
  type(rec), pointer :: w(:)
  integer(c_int), target, save :: shared_int[*]
  integer(c_int), pointer :: pi
  type(c_ptr) :: dummy
  integer :: next, k
  next = modulo(this_image(), num_images()) + 1
  call fill(r, n, int(this_image(), c_int))
  call qsort(c_loc(r), int(n, c_size_t), c_sizeof(r(1)), c_funloc(by_key))
  allocate (d(n)[*])
  sync all
  d = r(:)[next]
  if (any(d(2:)%key < d(:n-1)%key)) error stop 'sorted on the other image'
  sync all
  dummy = memcpy(c_loc(d), c_loc(r), n*c_sizeof(r(1)))
  sync all
  do k = 1, n
    if (d(k)[next]%key /= r(k)[next]%key .or. any(d(k)[next]%x /= r(k)[next]%x)) error stop 'memcpy'
    if (d(k)[next]%tag(3) /= 'c') error stop 'tag'
    if (c_abs(-d(k)[next]%key) /= d(k)[next]%key) error stop 'value argument'
  end do
  sync all
  call c_f_pointer(c_loc(d(3)), w, [2])
  w(2)%x(3) = -this_image()
  shared_int = 5
  pi => shared_int
  sync all
  if (d(4)[next]%x(3) /= -next) error stop 'pointer'
  if (num_images() > 1) shared_int[next] = next*3
  if (num_images() == 1) pi = 3
  sync all
  if (pi /= this_image()*3) error stop 'pointer to what another image defines'
  if (.not. c_associated(c_loc(r), c_loc(r(1)))) error stop 'c_loc'
  call by_value(shared_int[next])
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine by_value(i) bind(c)
    integer(c_int), value :: i
    if (i /= next*3) error stop 'value'
    i = 0
  end subroutine
end program
