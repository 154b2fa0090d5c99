! STREAM's triad by the ways in which a program may hold a coarray: both right-hand sides on the
! other image, beside the same on this image's own parts, arrays that no cache holds. The left-hand
! side is local in both.
!
!     held_stream [repetitions [patience]]
!
! Prints `bench held_triad|held_triad_array case=HOLDER local=ns other=ns` per element.
module held_data
  use, intrinsic :: iso_fortran_env, only: real64
  use stream_size
  implicit none

  type :: record
    integer :: before
    real(real64) :: v(elements)
  end type

  type :: chain
    real(real64), allocatable :: v(:)
  end type

  type :: owner
    real(real64), allocatable :: u(:)[:]
  end type

  real(real64), parameter :: q = 3
  real(real64) :: c(elements)
  real(real64) :: static_a(elements)[*], static_b(elements)[*]
  real(real64), allocatable :: heap_a(:)[:], heap_b(:)[:]
  type(record) :: record_a[*], record_b[*]
  type(chain) :: chain_a[*], chain_b[*]
  type(owner) :: owner_a, owner_b
  integer :: partner
end module held_data

module held_kernels
  use, intrinsic :: iso_fortran_env, only: real64
  use held_data
  implicit none

  interface
    subroutine opaque_real(a)
      import
      real(real64), intent(inout) :: a(*)
    end subroutine
  end interface

contains

#define HEAD(k) subroutine static_/**/k(sweeps)
#define A(s) static_a(s)
#define B(s) static_b(s)
#define OTHER_A(s) static_a(s)[partner]
#define OTHER_B(s) static_b(s)[partner]
#include "held_kernels.h"
#undef HEAD
#undef A
#undef B
#undef OTHER_A
#undef OTHER_B

#define HEAD(k) subroutine heap_/**/k(sweeps)
#define A(s) heap_a(s)
#define B(s) heap_b(s)
#define OTHER_A(s) heap_a(s)[partner]
#define OTHER_B(s) heap_b(s)[partner]
#include "held_kernels.h"
#undef HEAD
#undef A
#undef B
#undef OTHER_A
#undef OTHER_B

#define HEAD(k) subroutine record_/**/k(sweeps)
#define A(s) record_a%v(s)
#define B(s) record_b%v(s)
#define OTHER_A(s) record_a[partner]%v(s)
#define OTHER_B(s) record_b[partner]%v(s)
#include "held_kernels.h"
#undef HEAD
#undef A
#undef B
#undef OTHER_A
#undef OTHER_B

#define HEAD(k) subroutine chain_/**/k(sweeps)
#define A(s) chain_a%v(s)
#define B(s) chain_b%v(s)
#define OTHER_A(s) chain_a[partner]%v(s)
#define OTHER_B(s) chain_b[partner]%v(s)
#include "held_kernels.h"
#undef HEAD
#undef A
#undef B
#undef OTHER_A
#undef OTHER_B

#define HEAD(k) subroutine owner_/**/k(sweeps)
#define A(s) owner_a%u(s)
#define B(s) owner_b%u(s)
#define OTHER_A(s) owner_a%u(s)[partner]
#define OTHER_B(s) owner_b%u(s)[partner]
#include "held_kernels.h"
#undef HEAD
#undef A
#undef B
#undef OTHER_A
#undef OTHER_B

#define HEAD(k) subroutine explicit_/**/k/**/_of(x, y, sweeps); \
  real(real64), intent(inout) :: x(elements)[*], y(elements)[*]
#define A(s) x(s)
#define B(s) y(s)
#define OTHER_A(s) x(s)[partner]
#define OTHER_B(s) y(s)[partner]
#include "held_kernels.h"
#undef HEAD
#undef A
#undef B
#undef OTHER_A
#undef OTHER_B

#define HEAD(k) subroutine shaped_/**/k/**/_of(x, y, sweeps); \
  real(real64), intent(inout) :: x(:)[*], y(:)[*]
#define A(s) x(s)
#define B(s) y(s)
#define OTHER_A(s) x(s)[partner]
#define OTHER_B(s) y(s)[partner]
#include "held_kernels.h"
#undef HEAD
#undef A
#undef B
#undef OTHER_A
#undef OTHER_B

#define WRAP(p,k) subroutine p/**/k(sweeps); \
  integer, intent(in) :: sweeps; call p/**/k/**/_of(heap_a, heap_b, sweeps); end subroutine
  WRAP(explicit_,loop_local)
  WRAP(explicit_,loop_other)
  WRAP(explicit_,array_local)
  WRAP(explicit_,array_other)
  WRAP(shaped_,loop_local)
  WRAP(shaped_,loop_other)
  WRAP(shaped_,array_local)
  WRAP(shaped_,array_other)
#undef WRAP

end module held_kernels

program held_stream
  use bench_support
  use held_data
  use held_kernels
  implicit none

  call set_up(1)
  partner = 1 + mod(this_image(), num_images())
  c = 0
  static_a = 1
  static_b = 2
  record_a%v = 1
  record_b%v = 2
  allocate (heap_a(elements)[*], heap_b(elements)[*], owner_a%u(elements)[*], &
       owner_b%u(elements)[*], chain_a%v(elements), chain_b%v(elements))
  heap_a = 1
  heap_b = 2
  owner_a%u = 1
  owner_b%u = 2
  chain_a%v = 1
  chain_b%v = 2
  sync all
#define MEASURE(p,name) \
  call measure_in_turn('held_triad', name, elements, p/**/loop_local, p/**/loop_other); \
  call measure_in_turn('held_triad_array', name, elements, p/**/array_local, p/**/array_other)
  MEASURE(static_,'static')
  MEASURE(heap_,'allocatable')
  MEASURE(record_,'component')
  MEASURE(chain_,'allocatable_component')
  MEASURE(owner_,'coarray_component')
  MEASURE(explicit_,'dummy')
  MEASURE(shaped_,'assumed_shape')
  sync all
end program held_stream
