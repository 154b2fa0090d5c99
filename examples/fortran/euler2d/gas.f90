! The ideal gas: conversion between conserved and primitive variables,
! and the HLLC approximate Riemann solver (Toro, Spruce & Speares 1994).
module gas
  use kinds, only: wp
  implicit none
  private
  public :: ncons, irho, imx, imy, ien, gamma_gas
  public :: to_primitive, to_conserved, max_signal, hllc, minmod

  integer, parameter :: ncons = 4
  integer, parameter :: irho = 1     ! density
  integer, parameter :: imx = 2      ! x momentum, or x velocity when primitive
  integer, parameter :: imy = 3      ! y momentum, or y velocity
  integer, parameter :: ien = 4      ! total energy density, or pressure

  real(wp), parameter :: gamma_gas = 1.4_wp

contains

  pure function to_primitive(u) result(w)
    real(wp), intent(in) :: u(ncons)
    real(wp) :: w(ncons)
    real(wp) :: r

    r = 1.0_wp/u(irho)
    w(irho) = u(irho)
    w(imx) = u(imx)*r
    w(imy) = u(imy)*r
    w(ien) = (gamma_gas - 1.0_wp)*(u(ien) - 0.5_wp*(u(imx)**2 + u(imy)**2)*r)
  end function to_primitive

  pure function to_conserved(w) result(u)
    real(wp), intent(in) :: w(ncons)
    real(wp) :: u(ncons)

    u(irho) = w(irho)
    u(imx) = w(irho)*w(imx)
    u(imy) = w(irho)*w(imy)
    u(ien) = w(ien)/(gamma_gas - 1.0_wp) + 0.5_wp*w(irho)*(w(imx)**2 + w(imy)**2)
  end function to_conserved

  ! Fastest signal of a cell, each direction weighted by its cell size: the
  ! time step is the CFL number over the largest of them.
  pure function max_signal(u, dx, dy) result(s)
    real(wp), intent(in) :: u(ncons), dx, dy
    real(wp) :: s
    real(wp) :: w(ncons), c

    w = to_primitive(u)
    c = sqrt(gamma_gas*w(ien)/w(irho))
    s = (abs(w(imx)) + c)/dx + (abs(w(imy)) + c)/dy
  end function max_signal

  elemental function minmod(a, b) result(s)
    real(wp), intent(in) :: a, b
    real(wp) :: s

    if (a*b <= 0.0_wp) then
       s = 0.0_wp
    else
       s = sign(min(abs(a), abs(b)), a)
    end if
  end function minmod

  ! Flux through a face whose normal velocity is component inorm of the
  ! primitive states wl and wr to its left and right.
  pure function hllc(wl, wr, inorm) result(f)
    real(wp), intent(in) :: wl(ncons), wr(ncons)
    integer, intent(in) :: inorm
    real(wp) :: f(ncons)
    real(wp) :: cl, cr, sl, sr, sm, ml, mr

    cl = sqrt(gamma_gas*wl(ien)/wl(irho))
    cr = sqrt(gamma_gas*wr(ien)/wr(irho))
    sl = min(wl(inorm) - cl, wr(inorm) - cr)
    sr = max(wl(inorm) + cl, wr(inorm) + cr)
    ml = wl(irho)*(sl - wl(inorm))
    mr = wr(irho)*(sr - wr(inorm))
    sm = (wr(ien) - wl(ien) + ml*wl(inorm) - mr*wr(inorm))/(ml - mr)

    if (sl >= 0.0_wp) then
       f = physical_flux(wl, inorm)
    else if (sr <= 0.0_wp) then
       f = physical_flux(wr, inorm)
    else if (sm >= 0.0_wp) then
       f = physical_flux(wl, inorm) + sl*(star_state(wl, inorm, sl, sm) - to_conserved(wl))
    else
       f = physical_flux(wr, inorm) + sr*(star_state(wr, inorm, sr, sm) - to_conserved(wr))
    end if
  end function hllc

  pure function physical_flux(w, inorm) result(f)
    real(wp), intent(in) :: w(ncons)
    integer, intent(in) :: inorm
    real(wp) :: f(ncons)

    f = to_conserved(w)*w(inorm)
    f(inorm) = f(inorm) + w(ien)
    f(ien) = f(ien) + w(ien)*w(inorm)
  end function physical_flux

  pure function star_state(w, inorm, s, sm) result(u)
    real(wp), intent(in) :: w(ncons), s, sm
    integer, intent(in) :: inorm
    real(wp) :: u(ncons)
    real(wp) :: rho, e

    rho = w(irho)*(s - w(inorm))/(s - sm)
    e = w(ien)/(gamma_gas - 1.0_wp)/w(irho) + 0.5_wp*(w(imx)**2 + w(imy)**2)
    u(irho) = rho
    u(imx) = rho*w(imx)
    u(imy) = rho*w(imy)
    u(inorm) = rho*sm
    u(ien) = rho*(e + (sm - w(inorm))*(sm + w(ien)/(w(irho)*(s - w(inorm)))))
  end function star_state

end module gas
