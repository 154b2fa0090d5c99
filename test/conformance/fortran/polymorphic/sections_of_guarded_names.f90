! conformance: images=1,2,3
! feature: coindexed sections by names of SELECT TYPE and ASSOCIATE
! The bounds of a section that has none are those of the coarray for which the name stands.
module sections_by_name
  implicit none
  type base
    integer :: id = 0
  end type
  type, extends(base) :: point
    integer :: xy(3) = 0
  end type
  type(point) :: outside(3)[*]
contains
  integer function any_size(x)
    class(*), intent(in) :: x(:)
    any_size = 0
    select type (x)
    type is (integer)
      any_size = sum(x)
    class is (base)
      any_size = sum(x%id)
    end select
  end function
  pure integer function ids(x)
    class(base), intent(in) :: x(:)
    ids = sum(x%id)
  end function
  pure integer function from_outside(k)
    integer, intent(in) :: k
    from_outside = ids(outside(2:)[k]) + sum(outside(:2)[k]%xy(2))
  end function
  integer function read_from_outside(k)
    integer, intent(in) :: k
    type(base) :: copy(2)
    associate (q => outside)
      copy = q(:2)[k]%base
    end associate
    read_from_outside = sum(copy%id)
  end function
end module
program names_of_coarrays
  use sections_by_name
  implicit none
  class(base), allocatable :: a(:)[:]
  type(point), allocatable :: t(:)[:], copy(:)
  integer :: k, me, i, n
  character(40) :: text
  me = this_image(); n = num_images()
  allocate (point :: a(0:2)[*])
  allocate (t(-1:1)[*])
  do i = 0, 2
    t(i-1) = point(10*me + i, [me, 2*me, i])
    a(i)%id = 10*me + i
    outside(i+1) = point(100*me + i, [i, i, i])
  end do
  sync all
  do k = n, 1, -1
    if (from_outside(k) /= 200*k + 4) call fail('pure', k, from_outside(k))
    if (read_from_outside(k) /= 200*k + 1) call fail('module', k, read_from_outside(k))
    select type (q => a)
    type is (point)
      if (any(q(:)[k]%xy(1) /= 0)) call fail('component', k, 0)
      if (any_size(q(1:)[k]) /= 20*k + 3) call fail('1:', k, any_size(q(1:)[k]))
      if (any_size(q(:1)[k]) /= 20*k + 1) call fail(':1', k, any_size(q(:1)[k]))
      if (ids(q(::2)[k]) /= 20*k + 2) call fail('::2', k, ids(q(::2)[k]))
      if (any_size(q(::2)[k]%xy(1)) /= 0) call fail('xy', k, 1)
      copy = q(:)[k]
      if (any(copy%id /= 10*k + [0, 1, 2])) call fail('copy', k, copy(1)%id)
    class default
      call fail('type', k, 0)
    end select
    select type (a)
    class is (point)
      if (any_size(a(1:)[k]%id) /= 20*k + 3) call fail('class', k, any_size(a(1:)[k]%id))
    end select
    associate (q => t)
      if (any_size(q(0:)[k]) /= 20*k + 3) call fail('associate 0:', k, any_size(q(0:)[k]))
      if (ids(q(:0)[k]) /= 20*k + 1) call fail('associate :0', k, ids(q(:0)[k]))
      if (any_size(q(:)[k]%xy(3)) /= 3) call fail('associate xy', k, any_size(q(:)[k]%xy(3)))
      copy = q(1:-1:-1)[k]
      if (any(copy%xy(3) /= [2, 1, 0])) call fail('associate copy', k, copy(1)%xy(3))
      write (text, '(3i4)') q(:)[k]%id
      read (text, '(3i4)') copy%id
      if (any(copy%id /= 10*k + [0, 1, 2])) call fail('associate write', k, copy(1)%id)
    end associate
  end do
  sync all
  k = mod(me, n) + 1
  associate (q => t)
    q(0:)[k]%xy(2) = [-1, -2]
    q(:-1)[k]%id = -k
  end associate
  select type (q => a)
  type is (point)
    q(1:)[k] = point(-me, [1, 2, 3])
  end select
  sync all
  k = merge(n, me - 1, me == 1)
  if (any(t%xy(2) /= [2*me, -1, -2]) .or. t(-1)%id /= -me) call fail('put', me, t(0)%xy(2))
  if (any(a%id /= [10*me, -k, -k])) call fail('put through type', me, a(1)%id)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine fail(what, k, got)
    character(*), intent(in) :: what
    integer, intent(in) :: k, got
    print *, 'FAIL: ', what, ', image', k, 'got', got
    error stop 1
  end subroutine
end program
