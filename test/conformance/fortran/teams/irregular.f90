! conformance: images=1,2,3,5,8
! feature: teams in any order of images
! The images of the team are no arithmetic progression of the parent's.
module buffers
  implicit none
  type :: cell
    integer :: id = 0
    real :: v(3) = 0
    character(7) :: name = ''
  end type cell
  type(cell), save :: cells(4)[*]
  integer, allocatable :: pool(:)[:]
end module buffers

program irregular
  use, intrinsic :: iso_fortran_env
  use buffers
  implicit none
  type(team_type) :: mixed, part, all
  type(event_type) :: ev[*]
  type(lock_type) :: lk[*]
  integer(atomic_int_kind) :: hits[*]
  integer :: x(10)[*], me, n, i, k, m, left, s, old
  integer, allocatable :: rank(:)
  complex :: z(2)[*]
  me = this_image(); n = num_images()
  all = get_team()
  rank = [(i, i = 1, n, 3), (i, i = 2, n, 3), (i, i = 3, n, 3)]        ! 1 4 7 2 5 8 3 6
  hits = 0
  form team (17, mixed, new_index=findloc(rank, me, 1))
  do i = 1, 2
    change team (mixed)
      call work(rank, 100 * i)
      form team (merge(1, 2, this_image() <= (n + 1) / 2), part, new_index=1 + mod(this_image(), merge((n + 1) / 2, n / 2, this_image() <= (n + 1) / 2)))
      change team (part)
        m = num_images()
        s = me
        call co_sum(s)
        call check('sum in the part', s, sum(members()))
        call work(members(), 1000 * i)
        call check('of the ancestor', x(1)[k, team=all], x(1)[findloc(rank, k, 1), team=get_team(parent_team)])
        sync team (mixed)
      end team
    end team
  end do
  call work([(i, i = 1, n)], 7)
  if (this_image() == 1) print '(a)', 'PASS'
contains
  ! the initial indices of the images of the current team
  function members() result(list)
    integer :: list(num_images())
    list = 0
    list(this_image()) = me
    call co_sum(list)
  end function members

  subroutine work(rank, base)
    integer, intent(in) :: rank(:), base
    integer :: j
    m = num_images()
    call check('me', rank(this_image()), me)
    k = mod(this_image(), m) + 1
    left = modulo(this_image() - 2, m) + 1
    x = [(base + 10 * me + j, j = 1, 10)]
    cells%id = base + me
    cells(2)%v = [real :: me, 2 * me, 3 * me]
    cells(3)%name = 'image'//char(48 + me)
    z = cmplx(me, -me)
    allocate (pool(3 + base / 100)[*], source=me)
    sync all
    call check('element', x(3)[k], base + 10 * rank(k) + 3)
    call check('section', sum(x(2:8:3)[k]), 3 * base + 30 * rank(k) + 15)
    call check('vector subscript', sum(x([9, 1])[k]), 2 * base + 20 * rank(k) + 10)
    call check('loop', sum([(x(j)[j], j = 1, min(m, 10))]), sum([(base + 10 * rank(j) + j, j = 1, min(m, 10))]))
    call check('component', sum(cells%id), 4 * (base + me))
    call check('remote component', sum(cells(1:4)[k]%id), 4 * (base + rank(k)))
    call check('array component', int(sum(cells(2)[k]%v(2:3))), 5 * rank(k))
    if (cells(3)[k]%name /= 'image'//char(48 + rank(k))) error stop 'FAIL: characters'
    call check('complex part', nint(sum(z(:)[k]%im)), -2 * rank(k))
    call check('pool', pool(2)[k], rank(k))
    sync all
    x(1:9)[this_image()] = x(2:10)              ! overlapping, by the own image index
    call check('own index', x(1) * 100 + x(9), 100 * (base + 10 * me + 2) + base + 10 * me + 10)
    do j = 2, 10
      x(j) = x(j - 1)[this_image()]             ! a recurrence through the own image index
    end do
    call check('recurrence', sum(x), 10 * (base + 10 * me + 2))
    sync all
    x(4:6)[k] = [me, 2 * me, 3 * me]
    cells(4)[k]%id = -me
    cells(1)[k]%name(2:3) = 'yz'
    event post (ev[k])
    event wait (ev)
    call check('put', x(5), 2 * rank(left))
    call check('put of a component', cells(4)%id, -rank(left))
    if (cells(1)%name(2:3) /= 'yz') error stop 'FAIL: substring'
    call atomic_add(hits[1], 1)
    sync all
    call atomic_ref(old, hits[1])
    call check('atomic', mod(old, m), 0)
    do j = 1, 5
      lock (lk[m])
      z(1)[m] = z(1)[m] + 1
      unlock (lk[m])
    end do
    sync images (*)
    call check('lock', nint(real(z(1)[m])), rank(m) + 5 * m)
    deallocate (pool)
    if (this_image() == 1) hits = 0
    sync all
  end subroutine work

  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', me
      error stop 1
    end if
  end subroutine check
end program irregular
