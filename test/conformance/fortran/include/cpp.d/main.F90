! conformance: images=1,2,3
! feature: C preprocessor
! files: main.F90
#include "config.h"
#define NEIGHBOUR(me, n) (mod(me, n) + 1)
program cpp
  implicit none
  REAL_KIND :: u(NX)[*]
  integer :: me, n, k
#ifdef UNKNOWN_MACHINE
  this is not Fortran
#endif
  me = this_image(); n = num_images(); k = NEIGHBOUR(me, n)
  u = me
  sync all
#if NX > 5
  if (nint(u(NX)[k]) /= k .or. nint(u(1)[NEIGHBOUR(k, n)]) /= NEIGHBOUR(k, n)) then
    print *, 'FAIL: expected', k, 'got', u(NX)[k], 'line', __LINE__
    error stop 1
  end if
#else
  error stop 'FAIL: NX'
#endif
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program cpp
