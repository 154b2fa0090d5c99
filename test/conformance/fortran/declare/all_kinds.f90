! conformance: images=1,2,3,5
! feature: every kind, get, put and collectives
program all_kinds
  use iso_fortran_env, only: integer_kinds, real_kinds, logical_kinds, character_kinds
  implicit none
  integer(1) :: i1[*]
  integer(2) :: i2(2)[*]
  integer(4) :: i4[*]
  integer(8) :: i8(2)[*]
  integer(16) :: i16[*]
  real(4) :: r4[*]
  real(8) :: r8(2)[*]
  real(10) :: r10[*]
  real(16) :: r16(2)[*]
  complex(4) :: c4[*]
  complex(8) :: c8(2)[*]
  complex(10) :: c10[*]
  complex(16) :: c16[*]
  logical(1) :: l1[*]
  logical(2) :: l2(2)[*]
  logical(4) :: l4[*]
  logical(8) :: l8(2)[*]
  integer :: n, me, k
  n = num_images(); me = this_image(); k = mod(me, n) + 1
  if (size(integer_kinds) < 4 .or. size(real_kinds) < 2 .or. size(logical_kinds) < 1 .or. size(character_kinds) < 1) error stop 'kinds'
  i1 = int(me, 1); i2 = int(me, 2); i4 = me; i8 = me; i16 = me
  r4 = me; r8 = me; r10 = me; r16 = me; c4 = me; c8 = me; c10 = me; c16 = (0, 1) * me
  l1 = me == 1; l2 = me == 1; l4 = me == 1; l8 = me == 1
  sync all
  if (i1[k] + i2(2)[k] + i4[k] + i8(1)[k] + i16[k] /= 5 * k) error stop 'integers'
  if (any(i8(:)[k] /= i2(:)[k])) error stop 'integer arrays'
  if (r4[k] + r8(2)[k] + r10[k] + r16(1)[k] /= 4 * k) error stop 'reals'
  if (any(r16(:)[k] - r8(:)[k] /= 0)) error stop 'real arrays'
  if (c4[k] + c8(1)[k] + c10[k] /= cmplx(3 * k, 0)) error stop 'complexes'
  if (aimag(c16[k]) /= k) error stop 'complex(16)'
  if ((l1[k] .neqv. k == 1) .or. (l4[k] .neqv. k == 1)) error stop 'logicals'
  if (any(l2(:)[k] .neqv. l8(:)[k])) error stop 'logical arrays'
  sync all
  i16[k] = huge(i16) - me; r10[k] = tiny(r10); r16(2)[k] = 1 / 3._16; c10[k] = (1._10, 2._10) / 3; l8(2)[k] = .true.; i2(:)[k] = [int(me, 2), -1_2]
  sync all
  if (huge(i16) - i16 /= modulo(me - 2, n) + 1 .or. r10 /= tiny(r10) .or. r16(2) /= 1 / 3._16) error stop 'puts'
  if (c10 /= (1._10, 2._10) / 3 .or. .not. l8(2) .or. i2(1) /= modulo(me - 2, n) + 1 .or. i2(2) /= -1) error stop 'puts, 2'
  sync all
  i16 = me; r10 = me; r16 = me; c10 = (1, 2); c16 = (0, 1)
  call co_sum(i16); call co_sum(r10); call co_max(r16); call co_sum(c10); call co_sum(c16)
  if (i16 /= n * (n + 1) / 2 .or. r10 /= n * (n + 1) / 2 .or. any(r16 /= n) .or. c10 /= cmplx(n, 2 * n) .or. aimag(c16) /= n) error stop 'collectives'
  if (me == 1) print '(a)', 'PASS'
end program
