! The ways in which a program may hold a coarray: each with a put, a get, a get with a stride, a
! loop and a gather by a vector subscript, of 512 elements, beside the same on this image's own
! part.
!
!     holders [repetitions [patience]]
!
! Prints `bench holder_put|holder_get|holder_stride|holder_triad|holder_gather|holder_gather_loop
! case=HOLDER local=ns other=ns`.
module holder_data
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none

  integer, parameter :: n = 16 * 1024, behind = 160

  type :: record
    integer :: before
    real(real64) :: v(n)
  end type

  type :: chain
    real(real64), allocatable :: v(:)
  end type

  type :: owner
    real(real64), allocatable :: u(:)[:]
  end type

  real(real64) :: static_x(n + behind)[*], dummy_x(n + behind)[*]
  real(real64), allocatable :: heap_x(:)[:]
  type(record) :: record_x[*]
  type(chain) :: chain_x[*]
  type(owner) :: owner_x
  real(real64) :: a(n + behind), b(n + behind)
  integer :: halo(n)                   ! a permutation without any order
  integer :: partner
  integer :: m = 512
end module holder_data

module holder_kernels
  use, intrinsic :: iso_fortran_env, only: real64
  use holder_data
  implicit none

  interface
    subroutine opaque_real(a)
      import
      real(real64), intent(inout) :: a(*)
    end subroutine
  end interface

contains

#define HEAD(x) subroutine static_/**/x(sweeps)
#define HERE(s) static_x(s)
#define THERE(s) static_x(s)[partner]
#include "holder_kernels.h"
#undef HEAD
#undef HERE
#undef THERE

#define HEAD(x) subroutine heap_/**/x(sweeps)
#define HERE(s) heap_x(s)
#define THERE(s) heap_x(s)[partner]
#include "holder_kernels.h"
#undef HEAD
#undef HERE
#undef THERE

#define HEAD(x) subroutine record_/**/x(sweeps)
#define HERE(s) record_x%v(s)
#define THERE(s) record_x[partner]%v(s)
#include "holder_kernels.h"
#undef HEAD
#undef HERE
#undef THERE

#define HEAD(x) subroutine chain_/**/x(sweeps)
#define HERE(s) chain_x%v(s)
#define THERE(s) chain_x[partner]%v(s)
#include "holder_kernels.h"
#undef HEAD
#undef HERE
#undef THERE

#define HEAD(x) subroutine owner_/**/x(sweeps)
#define HERE(s) owner_x%u(s)
#define THERE(s) owner_x%u(s)[partner]
#include "holder_kernels.h"
#undef HEAD
#undef HERE
#undef THERE

#define HERE(s) x(s)
#define THERE(s) x(s)[partner]
#define HEAD(k) subroutine explicit_/**/k/**/_of(x, sweeps); \
  real(real64), intent(inout) :: x(n + behind)[*]
#include "holder_kernels.h"
#undef HEAD
#define HEAD(k) subroutine shaped_/**/k/**/_of(x, sweeps); real(real64), intent(inout) :: x(:)[*]
#include "holder_kernels.h"
#undef HEAD
#undef HERE
#undef THERE

#define WRAP(p,k) subroutine p/**/k(sweeps); \
  integer, intent(in) :: sweeps; call p/**/k/**/_of(dummy_x, sweeps); end subroutine
  WRAP(explicit_,put_local)
  WRAP(explicit_,put_other)
  WRAP(explicit_,get_local)
  WRAP(explicit_,get_other)
  WRAP(explicit_,stride_local)
  WRAP(explicit_,stride_other)
  WRAP(explicit_,triad_local)
  WRAP(explicit_,triad_other)
  WRAP(explicit_,gather_local)
  WRAP(explicit_,gather_other)
  WRAP(explicit_,gather_loop_local)
  WRAP(explicit_,gather_loop_other)
  WRAP(shaped_,put_local)
  WRAP(shaped_,put_other)
  WRAP(shaped_,get_local)
  WRAP(shaped_,get_other)
  WRAP(shaped_,stride_local)
  WRAP(shaped_,stride_other)
  WRAP(shaped_,triad_local)
  WRAP(shaped_,triad_other)
  WRAP(shaped_,gather_local)
  WRAP(shaped_,gather_other)
  WRAP(shaped_,gather_loop_local)
  WRAP(shaped_,gather_loop_other)
#undef WRAP

end module holder_kernels

program holders
  use bench_support
  use holder_data
  use holder_kernels
  implicit none
  integer :: i

  call set_up(1)
  partner = 1 + mod(this_image(), num_images())
  allocate (heap_x(n + behind)[*], owner_x%u(n + behind)[*])
  allocate (chain_x%v(n + behind))
  static_x = 1
  dummy_x = 1
  heap_x = 1
  record_x%v = 1
  chain_x%v = 1
  owner_x%u = 1
  a = 1
  b = 1
  halo = [(1 + mod(i * 7919, n), i = 1, n)]
  sync all
  if (this_image() == 1) then
#define KERNEL(x) static_/**/x
#define HOLDER 'static'
#include "holder_measure.h"
#undef KERNEL
#undef HOLDER
#define KERNEL(x) heap_/**/x
#define HOLDER 'allocatable'
#include "holder_measure.h"
#undef KERNEL
#undef HOLDER
#define KERNEL(x) record_/**/x
#define HOLDER 'component'
#include "holder_measure.h"
#undef KERNEL
#undef HOLDER
#define KERNEL(x) chain_/**/x
#define HOLDER 'allocatable_component'
#include "holder_measure.h"
#undef KERNEL
#undef HOLDER
#define KERNEL(x) owner_/**/x
#define HOLDER 'coarray_component'
#include "holder_measure.h"
#undef KERNEL
#undef HOLDER
#define KERNEL(x) explicit_/**/x
#define HOLDER 'dummy'
#include "holder_measure.h"
#undef KERNEL
#undef HOLDER
#define KERNEL(x) shaped_/**/x
#define HOLDER 'assumed_shape'
#include "holder_measure.h"
  end if
  sync all
end program holders
