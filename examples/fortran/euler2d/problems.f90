! Initial states, and the exact solution of Sod's shock tube.
module problems
  use kinds, only: wp
  use gas, only: ncons, irho, imx, imy, ien, gamma_gas, to_conserved
  implicit none
  private
  public :: problem_t, make_problem, initial_state, sod_density

  type :: problem_t
     character(len=:), allocatable :: name
     real(wp) :: lx = 1.0_wp, ly = 1.0_wp
     logical :: open_x = .false.         ! gas leaves at the ends in x; else walls
  end type problem_t

  type :: state_t
     real(wp) :: rho, u, p
  end type state_t

  type(state_t), parameter :: sod_left = state_t(1.0_wp, 0.0_wp, 1.0_wp)
  type(state_t), parameter :: sod_right = state_t(0.125_wp, 0.0_wp, 0.1_wp)

contains

  function make_problem(name) result(prob)
    character(len=*), intent(in) :: name
    type(problem_t) :: prob

    prob%name = trim(name)
    select case (prob%name)
    case ('blast')
       prob%open_x = .false.
    case ('sod')
       prob%open_x = .true.
    case default
       error stop 'euler2d: the problem is "blast" or "sod"'
    end select
  end function make_problem

  pure function initial_state(prob, x, y) result(u)
    type(problem_t), intent(in) :: prob
    real(wp), intent(in) :: x, y
    real(wp) :: u(ncons)
    real(wp) :: w(ncons)

    w = 0.0_wp
    if (prob%name == 'sod') then
       if (x < 0.5_wp*prob%lx) then
          w(irho) = sod_left%rho;  w(imx) = sod_left%u;  w(ien) = sod_left%p
       else
          w(irho) = sod_right%rho; w(imx) = sod_right%u; w(ien) = sod_right%p
       end if
    else
       ! A hot disc off the centre, so that no symmetry hides a mistake.
       w(irho) = 1.0_wp + 0.2_wp*sin(6.0_wp*x)*cos(5.0_wp*y)
       w(ien) = merge(10.0_wp, 0.1_wp, (x - 0.4_wp)**2 + (y - 0.55_wp)**2 < 0.1_wp**2)
    end if
    u = to_conserved(w)
  end function initial_state

  ! Density at x and time t (the membrane at 0): Toro, chapter 4.
  pure function sod_density(x, t) result(rho)
    real(wp), intent(in) :: x, t
    real(wp) :: rho
    real(wp) :: pm, um, s, cl, cm, head, tail, shock
    real(wp), parameter :: g = gamma_gas, g6 = (g - 1.0_wp)/(g + 1.0_wp)

    if (t <= 0.0_wp) then
       rho = merge(sod_left%rho, sod_right%rho, x < 0.0_wp)
       return
    end if
    pm = star_pressure()
    um = 0.5_wp*(pressure_function(pm, sod_right) - pressure_function(pm, sod_left))
    cl = sqrt(g*sod_left%p/sod_left%rho)
    cm = cl*(pm/sod_left%p)**((g - 1.0_wp)/(2.0_wp*g))
    head = -cl
    tail = um - cm
    shock = sqrt(g*sod_right%p/sod_right%rho) &
         *sqrt((g + 1.0_wp)/(2.0_wp*g)*pm/sod_right%p + (g - 1.0_wp)/(2.0_wp*g))
    s = x/t
    if (s < head) then
       rho = sod_left%rho
    else if (s < tail) then
       rho = sod_left%rho*(2.0_wp/(g + 1.0_wp) - g6/cl*s)**(2.0_wp/(g - 1.0_wp))
    else if (s < um) then
       rho = sod_left%rho*(pm/sod_left%p)**(1.0_wp/g)
    else if (s < shock) then
       rho = sod_right%rho*(pm/sod_right%p + g6)/(g6*pm/sod_right%p + 1.0_wp)
    else
       rho = sod_right%rho
    end if
  end function sod_density

  ! Newton's iteration for the pressure between the waves; the derivative by
  ! a difference is accurate enough to converge in a few steps.
  pure function star_pressure() result(p)
    real(wp) :: p
    real(wp) :: f, df, h
    integer :: iter

    p = 0.5_wp*(sod_left%p + sod_right%p)
    do iter = 1, 50
       f = pressure_function(p, sod_left) + pressure_function(p, sod_right)
       h = 1.0e-6_wp*p
       df = (pressure_function(p + h, sod_left) + pressure_function(p + h, sod_right) - f)/h
       p = max(p - f/df, 1.0e-8_wp)
       if (abs(f) < 1.0e-12_wp) exit
    end do
  end function star_pressure

  pure function pressure_function(p, s) result(f)
    real(wp), intent(in) :: p
    type(state_t), intent(in) :: s
    real(wp) :: f
    real(wp) :: c
    real(wp), parameter :: g = gamma_gas

    if (p > s%p) then
       f = (p - s%p)*sqrt(2.0_wp/((g + 1.0_wp)*s%rho)/(p + (g - 1.0_wp)/(g + 1.0_wp)*s%p))
    else
       c = sqrt(g*s%p/s%rho)
       f = 2.0_wp*c/(g - 1.0_wp)*((p/s%p)**((g - 1.0_wp)/(2.0_wp*g)) - 1.0_wp)
    end if
  end function pressure_function

end module problems
