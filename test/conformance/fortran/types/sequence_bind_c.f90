! conformance: images=1,2,3,5
! feature: sequence and bind(c) types
program sequence_bind_c
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: header
    integer(c_short) :: tag
    integer(c_int64_t) :: bytes
    character(kind=c_char) :: mode
    real(c_double) :: weight
  end type header
  type pair
    sequence
    character(1) :: c
    integer :: i
  end type pair
  type(header) :: h(2)[*]
  type(pair), save, codimension[*] :: p
  integer :: me, n, right, left
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  h(1)[right] = header(int(me, c_short), 2_c_int64_t**40 + me, 'w', 0.5_c_double * me)
  h(2)[right] = header(-1_c_short, 0, 'r', -1.0_c_double)
  p[right] = pair('p', me)
  sync all
  if (h(1)%tag /= left .or. h(1)%bytes /= 2_8**40 + left .or. h(1)%mode /= 'w' .or. h(1)%weight /= 0.5d0 * left) then
    print *, 'FAIL: bind(c) structure, got', h(1), 'image', me
    error stop 1
  end if
  if (h(2)[me]%mode /= 'r' .or. sum(h(:)[me]%weight) /= 0.5d0 * left - 1.0d0) then
    print *, 'FAIL: bind(c) components, got', h(2), 'image', me
    error stop 1
  end if
  if (p%c /= 'p' .or. p%i /= left) then
    print *, 'FAIL: sequence structure, got', p, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program sequence_bind_c
