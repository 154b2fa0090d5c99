module kinds
  use, intrinsic :: iso_fortran_env, only: real64, int64
  implicit none
  private
  public :: wp, int64

  integer, parameter :: wp = real64
end module kinds
