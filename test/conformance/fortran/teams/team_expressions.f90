! conformance: images=1,2,3
! feature: teams: values of functions, operators and parentheses
! Teams as function results, in parentheses and by generic names in inquiries.
module team_functions
  use, intrinsic :: iso_fortran_env, only: team_type, current_team, parent_team, initial_team
  implicit none
  interface operator(.mine.)
    procedure given
  end interface
  type :: holder
    type(team_type) :: t
  contains
    procedure :: team
    generic :: any_team => team
  end type
  interface the_team
    procedure given, by_level
  end interface
contains
  function given(t) result(r)
    type(team_type), intent(in) :: t
    type(team_type) :: r
    r = t
  end function
  type(team_type) function team(self)
    class(holder), intent(in) :: self
    team = self%t
  end function
  type(team_type) function by_level(n)
    integer, intent(in) :: n
    by_level = get_team(n)
  end function
end module
program inquiries
  use team_functions
  implicit none
  type(team_type) :: half
  type(holder) :: h
  integer, save :: x(3)[*]
  integer :: want, k
  form team (1 + mod(this_image() - 1, 2), half)
  h%t = half
  x = this_image()*[1, 2, 3]
  sync all
  change team (half)
    want = (num_images(team=given(get_team(initial_team))) + 2 - team_number())/2
    if (num_images((half)) /= want) error stop 1
    if (num_images(given(half)) /= want) error stop 2
    if (num_images(the_team(current_team)) /= want) error stop 3
    if (this_image(the_team(half)) /= this_image()) error stop 4
    if (team_number((half)) /= team_number()) error stop 5
    if (team_number(by_level(current_team)) /= team_number()) error stop 6
    do k = 1, num_images()
      if (x(2)[k, team=half] /= 2*(2*k - 2 + team_number())) error stop 7
      if (image_status(k, given(half)) /= 0) error stop 8
    end do
    if (image_index(x, [1], (half)) /= 1) error stop 9
    if (image_index(x, [num_images()], the_team(half)) /= num_images()) error stop 10
    if (size(failed_images(given(half))) /= 0) error stop 11
    if (this_image(x, 1, the_team(half)) /= this_image()) error stop 12
    if (this_image(.mine. half) /= this_image()) error stop 13
    if (num_images(.mine. half) /= want) error stop 14
    if (team_number(.mine. half) /= team_number()) error stop 15
    if (this_image(h%team()) /= this_image()) error stop 16
    if (this_image(h%any_team()) /= this_image()) error stop 17
    if (this_image(x, 1, h%any_team()) /= this_image()) error stop 18
    if (x(3)[1, team=.mine. half] /= 3*team_number()) error stop 19
    if (x(3)[1, team=(half)] /= 3*team_number()) error stop 20
    if (x(3)[1, team=the_team(half)] /= 3*team_number()) error stop 21
    sync team (.mine. half)
    sync team ((half))
    sync team (h%team())
  end team
  change team ((half))
    if (num_images() /= want) error stop 22
  end team
  change team (.mine. half)
    if (num_images() /= want) error stop 23
  end team
  change team (the_team(half), y[*] => x)
    if (y(1)[num_images()] /= 2*num_images() - 2 + team_number()) error stop 24
  end team
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
