! conformance: images=1,2,3,5,8
! feature: unlimited polymorphic coarrays
! CHARACTER and other type guards, inquiries about the dynamic type of coindexed objects, which is the same on all images.
module unlimited_m
  implicit none
  type :: point
    real :: x = 0, y = 0
  end type
  type, extends(point) :: named
    character(4) :: name = ' '
  end type
contains
  subroutine rename(c, k)
    class(*), intent(inout) :: c[*]
    integer, intent(in) :: k
    select type (c)
    type is (character(*))
      block
        character(len(c)) :: old
        old = c
        sync all
        c[k] = '<' // old(2:)
      end block
    end select
  end subroutine
end module unlimited_m
program unlimited
  use unlimited_m
  implicit none
  class(*), allocatable :: s[:], v(:)[:], p[:]
  class(point), allocatable :: q(:)[:]
  character(5) :: own
  character(3) :: list(4)
  type(point) :: plain
  type(named) :: extended
  integer :: k, left, me, n
  me = this_image(); n = num_images(); k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (character(5) :: s[*])
  allocate (character(3) :: v(4)[*])
  allocate (named :: p[*])
  allocate (named :: q(2)[*])
  select type (s)
  type is (character(*))
    s = 'im' // digit(me)
  end select
  select type (v)
  type is (integer)
    error stop 'integer'
  type is (character(*))
    v = 'x' // digit(me)
    v(2) = 'yy'
  end select
  sync all
  select type (s)
  type is (character(*))
    own = s[k]
    call check('scalar', own == 'im' // digit(k) .and. len(s[k]) == 5 .and. s[k](3:3) == digit(k))
    s[k](4:5) = 'ab'
  end select
  select type (w => v)
  type is (character(*))
    list = w(:)[k]
    call check('array', all(list == [character(3) :: 'x' // digit(k), 'yy', 'x' // digit(k), 'x' // digit(k)]))
    call check('section', all(w(1:2)[k] == list(:2)) .and. w(2)[k](1:1) == 'y')
    sync all
    w(3)[k] = 'zzz'
    w(4:4)[k] = ['end']
  end select
  sync all
  select type (s)
  type is (character(*))
    call check('put to a part', s == 'im' // digit(me) // 'ab')
  end select
  select type (v)
  type is (character(*))
    call check('puts', v(3) == 'zzz' .and. v(4) == 'end')
  end select
  sync all
  call rename(s, k)
  sync all
  select type (s)
  type is (character(*))
    call check('a dummy argument', s == '<m' // digit(left) // 'ab')
  end select
  call check('SAME_TYPE_AS', same_type_as(p[k], extended) .and. .not. same_type_as(p[k], plain) .and. same_type_as(p[k], q(1)[1]))
  call check('EXTENDS_TYPE_OF', extends_type_of(q(2)[k], plain) .and. .not. extends_type_of(plain, q(2)[k]))
  call check('STORAGE_SIZE', storage_size(q(1)[k]) == storage_size(extended) .and. storage_size(p[k]) == storage_size(extended))
  deallocate (s)
  allocate (character(2) :: s[*])
  select type (s)
  type is (character(*))
    s = digit(me)
    sync all
    call check('allocated again', s[k] == digit(k) .and. len(s[k]) == 2)
  end select
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  character function digit(i)
    integer, intent(in) :: i
    digit = achar(48 + i)
  end function
  subroutine check(what, ok)
    character(*), intent(in) :: what
    logical, intent(in) :: ok
    if (.not. ok) then
      print '(3a,i0)', 'FAIL: ', what, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program unlimited
