! conformance: images=1,2,3,5
! feature: associate names of sections of coarrays and of coarray components
! More of associate: characters of deferred length, polymorphic coarrays and components, allocatable components behind, nested in select type.
module associate_components_m
  implicit none
  type, abstract :: root
    integer :: id = 0
  contains
    procedure(nm), deferred :: name
  end type
  abstract interface
    function nm(self) result(s)
      import root
      class(root), intent(in) :: self
      character(:), allocatable :: s
    end function
  end interface
  type, extends(root) :: leaf
    real, allocatable :: x(:)
    character(:), allocatable :: label
  contains
    procedure :: name => leaf_name
  end type
  type store
    class(root), allocatable :: items(:)[:]
    character(:), allocatable :: text[:]
    complex, allocatable :: z(:)[:]
    logical, allocatable :: flags(:,:)[:]
  end type
  type, extends(store) :: big_store
    integer(8), allocatable :: big(:)[:,:]
  end type
contains
  function leaf_name(self) result(s)
    class(leaf), intent(in) :: self
    character(:), allocatable :: s
    s = 'leaf'
  end function
  subroutine use_store(st, k)
    class(store), intent(inout) :: st
    integer, intent(in) :: k
    integer :: i
    associate (t => st%text, z => st%z, f => st%flags(:,2))
      if (t[k] /= 'text'//achar(48+k)) error stop 'text'
      if (len(t[k]) /= 5 .or. t[k](5:5) /= achar(48+k)) error stop 'text sub'
      if (any(z(:)[k]%im /= [1,2]*k)) error stop 'z'
      z(2)[k]%re = -1
      if (count(f(:)[k]) /= 1) error stop 'f'
    end associate
    select type (it => st%items)
    type is (leaf)
      do i = 1, size(it)
        if (it(i)[k]%id /= 10*k + i) error stop 'id'
        if (any(it(i)[k]%x /= k)) error stop 'x'
        if (it(i)[k]%label /= repeat('l', i)) error stop 'label'
      end do
    class default
      error stop 'default'
    end select
    associate (it => st%items)
      if (it(2)[k]%id /= 10*k + 2) error stop 'poly id'
    end associate
    select type (st)
    class is (big_store)
      associate (b => st%big, hi => st%big(2:2))
        if (b(1)[1,0] /= 2_8**40 + 1) error stop 'big'
        if (hi(1)[1,0] /= 2_8**41 + 1) error stop 'hi'
        if (any(lcobound(hi) /= [1,0])) error stop 'cobounds'
      end associate
    end select
  end subroutine
end module
program associate_components
  use associate_components_m
  implicit none
  type(big_store), save :: s
  class(root), allocatable :: c[:]
  character(:), allocatable :: words(:)[:]
  integer :: me, np, k, i
  me = this_image(); np = num_images(); k = mod(me,np)+1
  allocate (leaf :: s%items(2)[*])
  allocate (s%text[*], source='text'//achar(48+me))
  allocate (s%z(2)[*], s%flags(3,2)[*], s%big(2)[1,0:*])
  s%z = [cmplx(0,me), cmplx(0,2*me)]; s%flags = .false.; s%flags(2,2) = .true.
  s%big = [2_8**40, 2_8**41] + me
  select type (it => s%items)
  type is (leaf)
    do i = 1, 2
      it(i)%id = 10*me+i; it(i)%x = [me, me]; it(i)%label = repeat('l', i)
    end do
  end select
  allocate (leaf :: c[*]); allocate (character(4) :: words(3)[*])
  c%id = me; words(:) = achar(96+me)
  select type (c)
  type is (leaf)
    c%x = [real :: me]
  end select
  sync all
  call use_store(s, k)
  associate (w => words, cc => c)
    if (w(1)[k] /= achar(96+k) .or. len(w(2)[k]) /= 4) error stop 'words'
    if (cc[k]%id /= k) error stop 'cc'
    w(3)[k](2:2) = 'z'
  end associate
  select type (q => c)
  type is (leaf)
    if (q[k]%x(1) /= k) error stop 'q'
    if (q[k]%id /= k) error stop 'q id'
  end select
  sync all
  if (words(3)(2:2) /= 'z') error stop 'words put'
  if (real(s%z(2)) /= -1) error stop 'z put'
  if (me == 1) print '(a)', 'PASS'
end program
