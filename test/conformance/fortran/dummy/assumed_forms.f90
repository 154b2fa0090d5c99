! conformance: images=1,2,3,5
! feature: coarray dummies of every form in one procedure
program assumed_forms
  implicit none
  real, save :: a(4,3)[*], flat(12)[*], s[*]
  real, allocatable :: al(:,:)[:,:]
  character(6), save :: c(2)[*]
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = me; flat = me; s = me; c = 'x'
  allocate (al(2,2)[1,*]); al = me
  sync all
  call all_forms(a, a(2:4:2, 2:3), flat, flat(3), s, al, c, 4, s)
  sync all
  call all_forms(a(:, 1:3:2), a, a, a(1,1), s, al, c, 2)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine all_forms(shape, section, size, sequence, scalar, alloc, text, m, opt)
    integer, intent(in) :: m
    real, intent(inout) :: shape(0:,:)[*], section(:,:)[0:*], size(*)[*], sequence(m)[*], scalar[*]
    real, allocatable, intent(inout) :: alloc(:,:)[:,:]
    character(*), intent(inout) :: text(:)[*]
    real, intent(inout), optional :: opt[*]
    if (shape(0, 2)[k] /= k .or. section(2, 2)[k - 1] /= k) error stop 'assumed shape'
    if (size(12)[k] /= k .or. sequence(m)[k] /= k) error stop 'assumed size, explicit shape'
    if (scalar[k] /= k .or. alloc(2, 1)[1, k] /= k) error stop 'scalar, allocatable'
    if (len(text) /= 6 .or. text(2)[k] /= 'x') error stop 'assumed length'
    if (present(opt)) then
      if (opt[k] /= k) error stop 'optional'
    end if
    if (lbound(shape, 1) /= 0 .or. this_image(section, 1) /= me - 1) error stop 'bounds'
    sync all
    scalar[k] = me
    text(1)[k] = 'new' // achar(48 + me)
    sync all
    if (scalar /= modulo(me - 2, n) + 1 .or. text(1) /= 'new' // achar(48 + modulo(me - 2, n) + 1)) error stop 'put'
    sync all
    scalar = me
    text = 'x'
  end subroutine
end program
