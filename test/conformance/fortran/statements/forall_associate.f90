! conformance: images=1,2
! feature: associate names beside image selectors in FORALL
! An associate name of a section or a component on one side of an assignment in FORALL or WHERE and
! a coindexed object on the other one may be the same memory (F2018 10.2.4.2.4, 11.1.3.3). The lower
! bounds of a name are 1 where its selector is no whole array (F2018 9.5.2, 16.9.109).
program p
  implicit none
  integer :: a(10)[*], i, me, w(10), k
  type :: t
    integer :: x(10), y
  end type
  type(t) :: s[*], v(10)[*]
  type(t) :: e(0:9)[*]
  character(3) :: c(10)[*]
  integer, allocatable :: al(:)[:]
  me = this_image()
  k = me
  allocate (al(10)[*])
  call fill
  associate (u => a(2:9))
    forall (i=2:8) u(i) = a(i)[k]
    call chk(a, [1,2,2,3,4,5,6,7,8,10], 'u(i)=a(i)[k]')   ! u(i)=a(i+1)
  end associate
  call fill
  associate (u => a(2:9))
    forall (i=2:8) a(i)[k] = u(i-1)
    call chk(a, [1,2,3,4,5,6,7,8,9,10], 'same')
    forall (i=2:8) a(i+1)[k] = u(i-1)
    call chk(a, [1,2,2,3,4,5,6,7,8,10], 'a(i+1)[k]=u')
  end associate
  call fill
  associate (u => a(1:9), q => a(2:10))
    forall (i=1:9) q(i) = u(i)[k]
    call chk(a, [1,1,2,3,4,5,6,7,8,9], 'q=u[k]')
    forall (i=1:9) q(i)[k] = u(i)
    call chk(a, [1,1,1,2,3,4,5,6,7,8], 'q[k]=u')
  end associate
  call fill
  associate (u => al(1:9), q => al(2:10))
    forall (i=1:8:2) q(i:i+1) = u(i:i+1)[k]
    call chk(al, [1,1,2,3,4,5,6,7,8,10], 'al')
  end associate
  call fill
  associate (u => s%x(1:9))
    forall (i=1:8) u(i+1) = s[k]%x(i)
    call chk(s%x, [1,1,2,3,4,5,6,7,8,10], 's%x')
    forall (i=1:8) s[k]%x(i+1) = u(i)
    call chk(s%x, [1,1,1,2,3,4,5,6,7,10], 's[k]%x')
  end associate
  call fill
  associate (u => v%y)
    forall (i=1:8) u(i+1) = v(i)[k]%y
    call chk(v%y, [1,1,2,3,4,5,6,7,8,10], 'v%y')
    forall (i=1:8) v(i+1)[k]%y = u(i)
    call chk(v%y, [1,1,1,2,3,4,5,6,7,10], 'v[k]%y')
  end associate
  call fill
  associate (u => c(2:))
    forall (i=1:8) u(i+1)(1:2) = c(i+1)[k](2:3)
    do i = 1, 10
      read (c(i), '(i3)') w(i)
    end do
    call chk(w, [14,28,282,427,571,715,850,4,148,282], 'characters')
  end associate
  call fill
  associate (u => a(2:9))
    forall (i=2:8)
      u(i) = a(i)[k]
      a(i)[k] = u(i) + 100
    end forall
    call chk(a, [1,102,103,104,105,106,107,108,8,10], 'two')
    where (u(2:8) > 103) 
      u(1:7) = a(3:9)[k] + 1
    elsewhere 
      a(3:9)[k] = u(1:7)
    end where
    call chk(a, [1,102,102,106,107,108,109,108,108,10], 'where')
  end associate
  call fill
  e%y = a
  associate (u => e%y)  ! no whole array: its lower bound is 1
    call chk([u(3)[k], u(3:4)[k]], [3,3,4], 'lower bound')
    forall (i=1:8) u(i+1) = e(i-1)[k]%y
    call chk(e%y, [1,1,2,3,4,5,6,7,8,10], 'other bounds')
  end associate
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fill
    a = [(i, i=1,10)]
    al = a
    s%x = a
    v%y = a
    do i = 1, 10
      write (c(i), '(i3)') 100*i/7
    end do
  end subroutine
  subroutine chk(g, w, m)
    integer, intent(in) :: g(:), w(:)
    character(*), intent(in) :: m
    if (any(g /= w)) then
      print *, m, g, ' want', w
      error stop
    end if
  end subroutine
end program
