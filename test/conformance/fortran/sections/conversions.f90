! conformance: images=1,2,3,5
! feature: conversion on assignment
program conversions
  use iso_fortran_env
  implicit none
  integer(int8) :: i1(3)[*]
  integer :: i4(3)[*]
  integer(int64) :: i8[*]
  real :: r4(3)[*]
  real(real64) :: r8(3)[*]
  complex :: c4[*]
  complex(real64) :: c8(3)[*]
  integer :: li(3), me, n, k, left
  integer(int64) :: lj(3)
  real :: lr(3)
  real(real64) :: ld(3)
  complex :: lc
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  ! puts
  i4(:)[k] = [1.9, -1.9, 2.5 * me]               ! real to integer: toward zero
  r4(1)[k] = me
  r4(2:3)[k] = [1d0, 0.1d0]                      ! double to single
  r8(:)[k] = [me, 2, 3]
  c8(2)[k] = me                                  ! integer to complex
  c8(1:3:2)[k] = [(1.0, 2.0), (3.0, 4.0)]
  c4[k] = 2.5d0
  i1(:)[k] = [100, -128, me]
  i8[k] = -7.99
  sync all
  if (any(i4 /= [1, -1, int(2.5 * left)])) call fail('real to integer')
  if (r4(1) /= left .or. r4(2) /= 1.0 .or. r4(3) /= real(0.1d0)) call fail('to real')
  if (any(r8 /= [left, 2, 3])) call fail('integer to double')
  if (c8(2) /= left .or. c8(3) /= (3d0, 4d0)) call fail('to complex')
  if (c4 /= (2.5, 0.0)) call fail('double to complex')
  if (any(i1 /= [100, -128, left]) .or. i8 /= -7) call fail('to int8, int64')
  ! gets
  li = r4(:)[k]; if (any(li /= [me, 1, 0])) call fail('get real into integer')
  lr = i4(3:1:-1)[k]; if (any(lr /= [int(2.5 * me), -1, 1])) call fail('get integer into real')
  ld = r4(:)[k]; if (ld(3) /= real(0.1d0)) call fail('get single into double')
  lc = r8(1)[k]; if (lc /= cmplx(me, 0)) call fail('get double into complex')
  ld = c8(:)[k]; if (any(ld /= [1, me, 3])) call fail('get complex into double')
  lj = i1(:)[k]; if (any(lj /= [100, -128, me])) call fail('get int8 into int64')
  li = 1.5 * i4(1)[k] + 0.75; if (any(li /= 2)) call fail('mixed-mode expression')
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'FAIL: ', what, i1, i4, i8, r4, r8, c4, c8, li, lr, ld, lc, ' image ', this_image()
    error stop 1
  end subroutine fail
end program conversions
