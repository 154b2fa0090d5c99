module probe_allocation
  use, intrinsic :: iso_c_binding
  implicit none
  type :: part
    integer, allocatable :: inside(:)
    real :: x = 3
  end type
  logical, volatile, save :: watching = .false.
  integer(c_intptr_t), volatile, save :: first = 0, freed = 0
  integer(c_size_t), volatile, save :: bytes = 0
  real(8), allocatable, target, save :: a(:)
  character(:), allocatable, target, save :: text
  type(part), allocatable, target, save :: parts(:)
  class(part), allocatable, target, save :: one
  interface
    function real_malloc(n) bind(c, name='__real_malloc') result(p)
      import :: c_size_t, c_intptr_t
      integer(c_size_t), value :: n
      integer(c_intptr_t) :: p
    end function
    function real_aligned(align, n) bind(c, name='__real_aligned_alloc') result(p)
      import :: c_size_t, c_intptr_t
      integer(c_size_t), value :: align, n
      integer(c_intptr_t) :: p
    end function
    subroutine real_free(p) bind(c, name='__real_free')
      import :: c_intptr_t
      integer(c_intptr_t), value :: p
    end subroutine
  end interface
contains
  function wrapped_malloc(n) bind(c, name='__wrap_malloc') result(p)
    integer(c_size_t), value :: n
    integer(c_intptr_t) :: p
    p = real_malloc(n)
    call note(p, n)
  end function
  function wrapped_aligned(align, n) bind(c, name='__wrap_aligned_alloc') result(p)
    integer(c_size_t), value :: align, n
    integer(c_intptr_t) :: p
    p = real_aligned(align, n)
    call note(p, n)
  end function
  subroutine note(p, n)
    integer(c_intptr_t), intent(in) :: p
    integer(c_size_t), intent(in) :: n
    if (.not. watching) return
    watching = .false.
    first = p
    bytes = n
  end subroutine
  subroutine wrapped_free(p) bind(c, name='__wrap_free')
    integer(c_intptr_t), value :: p
    if (p == first) freed = p
    call real_free(p)
  end subroutine
  logical function came(at, size)
    integer(c_intptr_t), intent(in) :: at
    integer, intent(in) :: size
    came = .not. watching .and. at == first .and. bytes >= size
    watching = .false.
    freed = 0
  end function
  logical function went()
    went = freed == first
    watching = .true.
  end function
  subroutine run(holds)
    logical, intent(out) :: holds
    integer, volatile :: n
    integer :: state
    n = 7
    watching = .true.
    allocate (a(n), stat=state)
    holds = came(int(loc(a), c_intptr_t), 56)
    deallocate (a, stat=state)
    holds = holds .and. went()
    allocate (character(n) :: text)
    holds = holds .and. came(int(loc(text), c_intptr_t), 7)
    deallocate (text)
    holds = holds .and. went()
    allocate (parts(n))
    holds = holds .and. came(int(loc(parts), c_intptr_t), 7*storage_size(parts)/8)
    deallocate (parts)
    holds = holds .and. went()
    allocate (part :: one)
    holds = holds .and. came(int(loc(one), c_intptr_t), storage_size(one)/8)
    deallocate (one)
    holds = holds .and. went()
  end subroutine
end module
