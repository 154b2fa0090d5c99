program teams
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: t
  integer :: a(4)[*], b, i, st(2)[*]
  form team (1, b)
  change team (t, c[*] => b, d[2, *] => a(1:2), e[2, *] => a)
    print *, a(1)[1], e(1)[1]
    e(1)[1, 1] = 2
  end team
  do i = 1, 3
    change team (t)
      if (i == 2) cycle
      do
        exit
      end do
      inner: block
        exit inner
      end block inner
      if (i == 3) exit
      go to 10
    end team
  end do
10 critical
    sync team (t)
  end critical
  sync team (i, stat=st(1)[2])
  print *, sum([(a(1)[i, team=t, stat=st(1)], i = 1, 2)])
contains
  subroutine s()
    change team (t)
      return
    end team
  end subroutine s
  pure subroutine p()
    form team (1, t)
  end subroutine p
end program teams
subroutine names(t)
  use, intrinsic :: iso_fortran_env, only: team_type
  type(team_type) :: t
  integer :: l(3)
  integer, save :: a(4)[*]
  class(*), allocatable, save :: v(:)[:]
  associate (b => a, m => l)
    change team (t, c[*] => b, d[*] => m)
    end team
  end associate
  select type (v)
  type is (integer)
    change team (t, c[*] => v)
    end team
  end select
end subroutine
