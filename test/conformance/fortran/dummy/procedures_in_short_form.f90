! conformance: images=1,2,3
! feature: procedures with coarray dummies as arguments and pointers
! Dummy procedures with interfaces of their own, in module procedures in the short form (F2018
! 15.6.2.5): in a submodule, in its descendant, in the module itself; with coarray dummies, with
! RESULT, by an interface block, optional, in internal procedures.
module kinds
  implicit none
  integer, parameter :: long = selected_int_kind(15)
  integer, save :: shared[*] = 7
end module
module m
  implicit none
  abstract interface
    subroutine alloc_i(a)
      integer, allocatable, intent(inout) :: a(:)[:]
    end subroutine
    subroutine shape_i(a)
      integer, intent(inout) :: a(:)[*]
    end subroutine
    function list_i(a) result(r)
      integer, intent(in) :: a(3)[*]
      integer :: r(size(a))
    end function
    function word_i(a) result(w)
      integer, intent(in) :: a(:)[*]
      character(:), allocatable :: w
    end function
  end interface
  interface
    module subroutine first(c, op, op2)
      integer, allocatable, intent(inout) :: c(:)[:]
      procedure(alloc_i) :: op
      procedure(alloc_i), optional :: op2
    end subroutine
    module subroutine second(c, e, list, word, whole, total)
      use kinds, only: long, there => shared
      integer, intent(inout) :: c(:)[*]
      integer, intent(in) :: e(3)[*]
      procedure(list_i) :: list
      procedure(word_i) :: word
      interface
        subroutine whole(a, n)
          import :: long
          integer, intent(inout) :: a(:)[*]
          integer(long), intent(in) :: n
        end subroutine
      end interface
      integer(long), intent(out) :: total
    end subroutine
    module function third(c, op) result(total)
      integer, intent(inout) :: c(:)[*]
      procedure(shape_i) :: op
      integer :: total
    end function
    integer module function fourth(c, op)
      integer, intent(inout) :: c(:)[*]
      procedure(shape_i) :: op
    end function
  end interface
contains
  module procedure fourth
    integer :: w(size(c))
    w = c
    call op(c)
    fourth = sum(c - w)
  end procedure fourth
end module
submodule (m) upper
contains
  module procedure first
    call op(c)
    if (present(op2)) then
      if (this_image() < 0) call op2(c)     ! see faults/host_dummy_procedure.f90
      call inner
    end if
  contains
    subroutine inner
      call op2(c)
    end subroutine
  end procedure first
end submodule
submodule (m:upper) lower
  implicit none
  integer, parameter :: n = 4
contains
  module procedure second
    use kinds, only: own => shared
    implicit none
    integer :: got(size(e)), k
    k = 1 + modulo(this_image(), num_images())
    got = list(e)
    if (any(got /= [1, 2, 3]*k)) error stop 'array result'
    if (word(c) /= repeat('x', 3*k)) error stop 'deferred length'
    call whole(c, int(k, long))
    total = c(2)[k] + own[k] + own + n
  end procedure
  module procedure third
    call op(c)
    sync all
    total = c(1)[num_images()]
    sync all
  end procedure
end submodule
module procedures
  use kinds
  implicit none
contains
  integer function next()
    next = 1 + modulo(this_image(), num_images())
  end function
  subroutine grow(a)
    integer, allocatable, intent(inout) :: a(:)[:]
    if (.not. allocated(a)) error stop 'not allocated'
    if (a(3)[next()] /= 3*next()) error stop 'allocatable'
    sync all
    deallocate (a)
  end subroutine
  subroutine shrink(a)
    integer, allocatable, intent(inout) :: a(:)[:]
    allocate (a(2)[*], source=this_image())
    sync all
    if (a(2)[next()] /= next()) error stop 'allocated again'
  end subroutine
  function list(a) result(r)
    integer, intent(in) :: a(3)[*]
    integer :: r(size(a))
    r = a(:)[next()]
  end function
  function word(a) result(w)
    integer, intent(in) :: a(:)[*]
    character(:), allocatable :: w
    w = repeat('x', a(3)[next()])
  end function
  subroutine whole(a, n)
    integer, intent(inout) :: a(:)[*]
    integer(long), intent(in) :: n
    if (size(a) /= 3 .or. a(1)[int(n)] /= n) error stop 'interface block'
  end subroutine
  subroutine double(a)
    integer, intent(inout) :: a(:)[*]
    a = 2*a
  end subroutine
end module
program p
  use m
  use procedures
  implicit none
  integer, allocatable :: space(:)[:]
  integer, save :: x(3)[*]
  integer(long) :: total
  allocate (space(3)[*])
  space = [1, 2, 3]*this_image()
  sync all
  call first(space, grow, shrink)
  if (size(space) /= 2) error stop 'size'
  call first(space, give)
  x = [1, 2, 3]*this_image()
  sync all
  call second(x, x, list, word, whole, total)
  if (total /= 2*next() + 18) error stop 'total'
  sync all
  if (third(x, double) /= 2*num_images()) error stop 'function'
  if (fourth(x, double) /= 12*this_image()) error stop 'in the module'
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine give(a)
    integer, allocatable, intent(inout) :: a(:)[:]
    if (any(a /= this_image())) error stop 'internal'
  end subroutine
end program
