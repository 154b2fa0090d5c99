! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in loops
! Particles in cells: what a component of another image points to is looked up in front of a loop, unless something in the loop may change it.
module cells_m
  implicit none
  type particles
    integer :: n = 0
    real(8), allocatable :: x(:), v(:)
    real(8), pointer :: tag(:) => null()
  end type particles
  type cell
    integer :: id = 0
    type(particles), allocatable :: kinds(:)
    type(particles) :: fixed(2)
  end type cell
contains
  pure subroutine append(list, value)
    real(8), allocatable, intent(inout) :: list(:)
    real(8), intent(in) :: value
    list = [list, value]
  end subroutine append
  pure subroutine grow(p, value)
    type(particles), intent(inout) :: p
    real(8), intent(in) :: value
    p%x = [p%x, value]
    p%n = size(p%x)
  end subroutine grow
  pure real(8) function twice(a)
    real(8), intent(in) :: a
    twice = 2 * a
  end function twice
end module cells_m
program component_loops
  use cells_m
  implicit none
  type(particles), target :: p[*]
  type(particles), allocatable :: q(:)[:]
  type(cell) :: c[*]
  real(8) :: s, own(0:20)
  integer :: me, n, right, left, i, j, k, step
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (p%x(0:me + 4), p%v(10), p%tag(-2:me))
  p%n = me + 5
  p%x = [(100d0 * me + i, i = 0, me + 4)]
  p%v = 0; p%tag = me
  allocate (q(3)[*])
  do j = 1, 3
    if (j /= 2) allocate (q(j)%x(j + me), source=real(10 * me + j, 8))
  end do
  c%id = me
  allocate (c%kinds(2:4))
  allocate (c%kinds(3)%x(me), source=7d0 * me)
  allocate (c%fixed(2)%v(3), source=1d0 * me)
  sync all

  s = 0
  do i = 0, right + 4                              ! one image, bounds from 0
    s = s + p[right]%x(i)
  end do
  call check('sum', s, sum([(100d0 * right + i, i = 0, right + 4)]))
  s = 0
  do k = 1, n                                      ! image of the outer loop
    do i = -2, k
      s = s + p[k]%tag(i)
    end do
  end do
  call check('all images', s, sum([(1d0 * k * (k + 3), k = 1, n)]))
  s = 0
  do k = 1, n
    do j = 1, 3
      if (.not. allocated(q(j)[k]%x)) cycle
      do i = 1, size(q(j)[k]%x)
        s = s + twice(q(j)[k]%x(i))
      end do
    end do
  end do
  call check('arrays of structures', s, sum([(2d0 * ((10 * k + 1) * (k + 1) + (10 * k + 3) * (k + 3)), k = 1, n)]))
  s = 0
  do i = 1, 5                                      ! never executed where it would be wrong
    if (me > 1) s = s + p[me - 1]%v(i)
    if (i > 5) s = s + q(2)[right]%x(i)
    if (i > 7) s = s + q(i)[right]%x(i)
    if (i < 0) s = s + c[right]%kinds(j + 1000000)%x(1)
  end do
  do i = 1, 0
    s = s + q(2)[right]%x(i) + q(2)[0 * me]%x(i)
  end do
  call check('nothing', s, 0d0)
  s = 0
  do i = 1, right
    s = s + c[right]%kinds(3)%x(i) + c[right]%fixed(2)%v(1)
  end do
  call check('two levels', s, 8d0 * right * right)
  sync all

  do step = 1, 4                                   ! image control in the outer loop, puts in the inner one
    do i = 1, 10
      p[right]%v(i) = p[right]%v(i) + i * step
    end do
    sync all
    if (step == 2) then
      deallocate (p%v)
      allocate (p%v(10), source=1000d0)
    end if
    sync all
  end do
  call check('puts', sum(p%v), 10000d0 + 55 * 7)
  sync all

  own = 0                                          ! this image's own list moves in the loop
  do i = 1, 20
    p%x = [p%x, real(i, 8)]
    own(i) = p[me]%x(ubound(p%x, 1))
  end do
  call check('assignment', sum(own), 210d0)
  do i = 1, 20
    call append(p%x, 1d0)
    own(i) = p[me]%x(ubound(p%x, 1))
  end do
  call check('component as argument', sum(own), 20d0)
  do i = 1, 20
    call grow(p, 2d0)
    own(i) = p[me]%x(p%n)
  end do
  call check('object as argument', sum(own), 40d0)
  do i = 1, 20
    q(1) = q(3)
    own(i) = q(1)[me]%x(i - i + 1)
    q(3)%x = q(3)%x + 1
  end do
  call check('object assigned', sum(own), 20 * (10d0 * me + 3) + 190)
  deallocate (p%x)
  allocate (p%x(64), source=0d0)
  p%x(1) = 1
  do i = 2, 64                                     ! a recurrence through the own image
    p%x(i) = p[me]%x(i - 1) + 1
  end do
  call check('own image read', p%x(64), 64d0)
  do i = 2, 64
    p[me]%x(i) = p%x(i - 1) + 2
  end do
  call check('own image written', p%x(64), 127d0)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    real(8), intent(in) :: got, want
    if (abs(got - want) > 1d-9) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program component_loops
