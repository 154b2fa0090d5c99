! conformance: images=1,2,3,5,8
! feature: deallocation of coarrays with allocatable components
! Images meet before anything of a coarray goes, what its components hold included (F2018 9.7.3.2): whoever is late still finds it on the others.
module m
  implicit none
  type :: part
    integer, allocatable :: d(:)
    character(:), allocatable :: name
  end type
  type :: whole
    type(part), allocatable :: parts(:)
    integer :: k = 0
  end type
  type :: watched
    integer :: k = 0
  contains
    final :: gone
  end type
  type :: owner
    type(part), allocatable :: shared(:)[:]
    type(watched) :: w
  end type
  type :: outer
    type(owner) :: o
    integer, allocatable :: plain(:)[:]
  end type
contains
  subroutine gone(x)
    type(watched), intent(inout) :: x
    x%k = -1
  end subroutine
  ! All images but the first come late.
  subroutine late
    integer(8) :: t0, t, rate
    if (this_image() == 1) return
    call system_clock(t0, rate)
    do
      call system_clock(t)
      if (t - t0 > rate/20) exit
    end do
  end subroutine
  subroutine set(p)
    type(part), intent(inout) :: p
    p%d = [this_image(), -this_image()]
    p%name = repeat('x', this_image())
  end subroutine
  subroutine check(d, n, image, where)
    integer, intent(in) :: d(:), n, image
    character(*), intent(in) :: where
    if (size(d) /= 2 .or. any(d /= [image, -image]) .or. n /= image) then
      print *, 'FAIL ', where, d, n
      error stop
    end if
  end subroutine
  ! left by RETURN, by END
  subroutine local(how)
    integer, intent(in) :: how
    type(part), allocatable :: x[:]
    integer :: k
    allocate (x[*])
    call set(x)
    sync all
    call late
    do k = 1, num_images()
      call check(x[k]%d, len(x[k]%name), k, 'local')
    end do
    if (how == 1) return
    if (how == 2) then
      return
    end if
  end subroutine
  ! An object with coarray components; their deallocation is that of the object.
  subroutine object(alloc)
    logical, intent(in) :: alloc
    type(outer) :: x
    integer :: k
    if (.not. alloc) return
    allocate (x%o%shared(2)[*], x%plain(3)[*])
    call set(x%o%shared(2))
    sync all
    call late
    do k = 1, num_images()
      call check(x%o%shared(2)[k]%d, len(x%o%shared(2)[k]%name), k, 'object')
    end do
  end subroutine
  subroutine blocks
    integer :: k, i
    do i = 1, 4
      b: block
        type(part), allocatable :: x(:)[:]
        allocate (x(2)[*])
        call set(x(1))
        sync all
        call late
        do k = 1, num_images()
          if (k < 0) exit
          call check(x(1)[k]%d, len(x(1)[k]%name), k, 'block')
        end do
        if (i == 1) exit b
        if (i == 2) cycle
        if (i == 4) go to 9
      end block b
    end do
    error stop 'FAIL: not left'
9   continue
  end subroutine
end module
program meeting
  use m
  use iso_fortran_env, only: team_type
  implicit none
  type(whole), allocatable :: w(:)[:]
  type(watched), allocatable :: f[:]
  type(part), allocatable :: inteam[:]
  type(owner) :: own
  type(team_type) :: t
  integer :: me, k, i, st
  me = this_image()
  do i = 1, 2
    allocate (w(2:3)[*])
    allocate (w(3)%parts(me))
    call set(w(3)%parts(me))
    sync all
    call late
    do k = 1, num_images()
      call check(w(3)[k]%parts(k)%d, len(w(3)[k]%parts(k)%name), k, 'statement')
    end do
    if (i == 1) deallocate (w)
    if (i == 2) deallocate (w, stat=st)
    if (i == 2 .and. st /= 0) error stop 'FAIL stat'
  end do
  allocate (f[*])
  f%k = me
  sync all
  call late
  do k = 1, num_images()
    if (f[k]%k /= k) error stop 'FAIL final'
  end do
  deallocate (f)
  do i = 0, 2
    call local(i)
  end do
  call object(.true.)
  if (me == 1) call object(.false.)
  call blocks
  allocate (own%shared(1)[*])
  call set(own%shared(1))
  sync all
  call late
  do k = 1, num_images()
    call check(own%shared(1)[k]%d, len(own%shared(1)[k]%name), k, 'component')
  end do
  deallocate (own%shared)
  form team (1, t)
  change team (t)
    allocate (inteam[*])
    call set(inteam)
    sync all
    call late
    do k = 1, num_images()
      call check(inteam[k]%d, len(inteam[k]%name), k, 'team')
    end do
  end team
  if (allocated(inteam)) error stop 'FAIL end team'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
