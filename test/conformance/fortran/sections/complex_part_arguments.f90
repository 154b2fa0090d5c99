! conformance: images=1,2,3
! feature: %re and %im of coindexed objects
! Real and imaginary parts of sections as actual arguments: gfortran makes wrong descriptors for
! those of pointers that are components. Beside them: arguments of characters of 4 bytes.
program complex_part_arguments
  implicit none
  complex(8), save, target :: z(4)[*]
  complex(8), allocatable :: al(:)[:]
  type w
    complex(8), allocatable :: c(:)
    complex(8), pointer :: p(:)
  end type
  type(w), save :: d[*]
  character(kind=4, len=3), save :: wide(4)[*]
  integer :: k, me, i, l, bad = 0
  real(8) :: r(4), s
  me = this_image(); k = mod(me, num_images()) + 1; l = merge(num_images(), me-1, me==1)
  z = [(cmplx(10*me+i, -(10*me+i), 8), i=1,4)]
  allocate (al(4)[*], source=z); d%c = z; allocate (d%p(4), source=z)
  sync all
  r = pack(z%im, .true.) + z(:)[k]%re; call chk(1, all(r == 10*(k-me)))
  r = pack(z(:)[k]%re, .true.) + cshift(z(:)%im, 1); call chk(2, all(r == 10*(k-me)+[-1,-1,-1,3]))
  z(1:2)[k]%re = z(3:4)%re
  sync all
  call chk(3, all(z%re == 10*[l,l,me,me] + [3,4,3,4]))
  sync all
  z(1:2)%re = z(2:3)%re; call chk(4, all(z(1:2)%re == [10*l+4, 10*me+3]))
  sync all
  do i = 1, 2
    r(1:2) = eoshift(z(2*i-1:2*i)[k]%im, 1)
    call chk(5, r(1) == -10*k-2*i .and. r(2) == 0)
    r(1:2) = tot(z(2*i-1:2*i)[k]%im) + tot(d[k]%p(1:i)%re)
  end do
  call chk(6, r(1) == -20*k-7 +20*k+3)
  call chk(7, tot(d[k]%c%re) == 40*k+10 .and. sum(pack(d[k]%p%im, .true.)) == -40*k-10)
  r(1:3) = pack(d[k]%c(2:4)%im, d[k]%c(2:4)%re > 0); call chk(8, all(r(1:3) == -10*k-[2,3,4]))
  do concurrent (i = 1:4)
    r(i) = ptot(z(i:i)[k]%im)
  end do
  call chk(9, all(r == -10*k-[1,2,3,4]))
  if (tot(z(2:3)[k]%im) /= -20*k-5) call chk(10, .false.)
  select case (int(tot(z(2:3)[k]%im)))
  case default
  end select
  do while (tot(z(2:3)[k]%im) > 0)
  end do
  r = [(tot(z(i:i)[k]%im), i=1,4)]; call chk(11, all(r == -10*k-[1,2,3,4]))
  where (cshift(z(:)[k]%im, 1) < -10*k-2)
    r = 1
  elsewhere
    r = 0
  end where
  call chk(12, all(r == [0,1,1,0]))
  r = -1
  where (r < 0) r = cshift(z(:)[k]%im, 1)
  call chk(13, all(r == -10*k-[2,3,4,1]))
  forall (i = 1:3) r(i) = ptot(z(i:i+1)[k]%im)
  call chk(14, all(r(1:3) == -20*k-[3,5,7]))
  associate (x => z(2:3), y => al)
    call chk(15, tot(x(:)[k]%im) == -20*k-5 .and. tot(y(:)[k]%im) == -40*k-10)
    call chk(16, maxval(pack(x(:)[k]%im, .true.)) == -10*k-2)
  end associate
  sync all
  call random_number(z(2:3)[k]%re)
  sync all
  call chk(17, all(z(2:3)%re < 1) .and. z(4)%re > 1 .and. all(z%im == -10*me-[1,2,3,4]))
  sync all
  do i = 1, 2
    call inc(z(2*i-1:2*i)[k]%im)
    s = ft(z(2*i-1:2*i)[k]%im)
  end do
  sync all
  call chk(18, all(z%im == -10*me-[1,2,3,4]+3))
  sync all
  call gen(z(::2)[k]%im)
  sync all
  call chk(19, all(z%im == [0,-10*me+1,0,-10*me-1]))
  wide = 4_'abc'
  sync all
  call mark(wide(1::2)[k])
  sync all
  call chk(20, wide(1) == 4_'xbc' .and. wide(2) == 4_'abc' .and. wide(3) == 4_'xbc')
  call inc_any(z(::2)[k]%re)
  sync all
  call chk(21, z(1)%re >= 1)
  if (bad > 0) error stop 'bad'
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine mark(c)
    character(kind=4, len=*), intent(inout) :: c(:)
    c(:)(1:1) = 4_'x'
  end subroutine
  subroutine inc_any(x)
    real(8), intent(inout) :: x(..)
    select rank (x)
    rank (1)
      x = x + 1
    end select
  end subroutine
  subroutine gen(x)
    real(8), intent(out) :: x(:)
    x = 0
  end subroutine
  subroutine chk(n, ok)
    integer, intent(in) :: n
    logical, intent(in) :: ok
    if (.not. ok) then; print *, 'image', me, 'check', n; bad = bad + 1; end if
  end subroutine
  real(8) function tot(x)
    real(8), intent(in) :: x(:)
    tot = sum(x)
  end function
  real(8) function ft(x)
    real(8), intent(inout) :: x(:)
    x = x + 2
    ft = 1
  end function
  pure real(8) function ptot(x)
    real(8), intent(in) :: x(:)
    ptot = sum(x)
  end function
  subroutine inc(x)
    real(8), intent(inout) :: x(:)
    x = x + 1
  end subroutine
end program
