! conformance: images=1,3,4
! feature: this_image, num_images
! An inquiry about images is an expression: what is associated with it, or gets it as an argument, keeps its value when the team changes.
program inquiries_as_values
  use iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: t
  integer :: me, all, c[*]
  me = this_image()
  all = num_images()
  form team (merge(1, 2, me == 1), t)
  associate (i => this_image(), n => num_images(), k => team_number(), u => ucobound(c, 1), l => image_index(c, [1]))
    change team (t)
      if (i /= me .or. n /= all .or. k /= -1 .or. u /= all .or. l /= 1) error stop 'ASSOCIATE'
    end team
  end associate
  call keep(this_image(), num_images())
  if (kept(this_image(), num_images()) /= me) error stop 'function'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine keep(i, n)
    integer, intent(in) :: i, n
    change team (t)
      if (i /= me .or. n /= all) error stop 'argument'
    end team
  end subroutine
  integer function kept(i, n)
    integer, intent(in) :: i, n
    kept = i
    change team (t)
      if (i /= me .or. n /= all) error stop 'argument of a function'
    end team
  end function
end program
