! conformance: images=2
! feature: constructors in subscripts of coindexed objects
! Subscripts and cosubscripts with constructors of arrays and structures, where a statement defines
! one element of a coarray by another one (F2018 9.4.2, 10.2.4): gfortran 12 to 14 never end over
! some of them, in FORALL and WHERE, in calls of elemental procedures, and with structures. The
! cobounds that IMAGE_INDEX passes are such a constructor in generated text.
module chosen
  implicit none
  type :: place
     integer :: at
  end type
contains
  pure integer function last_of(list)
    integer, intent(in) :: list(:)
    last_of = list(size(list))
  end function
  pure integer function of(p)
    type(place), intent(in) :: p
    of = p%at
  end function
  elemental subroutine double(to, from)
    integer, intent(out) :: to
    integer, intent(in) :: from
    to = 2*from
  end subroutine
end module

program constructors_in_subscripts
  use chosen
  implicit none
  integer :: r(4)[*], s(4, 3)[*], y[*], k, q, p, sub(1), lists(2)
  logical :: m(4)

  k = 2
  sub = k
  m = [.true., .false., .true., .false.]
  call begin
  if (this_image() == 1) then
    forall (q=1:2) r(q)[image_index(y, [k])] = r(3)[k] + q
    call expect([14, 15, 13, 14], 'one index, array constructor')
  end if
  call begin
  if (this_image() == 1) then
    forall (q=1:2) r(q)[image_index(r, [k])] = r(3)[k] + q
    call expect([14, 15, 13, 14], 'cobounds of what is defined')
  end if
  call begin
  if (this_image() == 1) then
    forall (q=1:2) r(q)[image_index(y, sub)] = r(3)[k] + q
    call expect([14, 15, 13, 14], 'cobounds alone')
  end if
  call begin
  if (this_image() == 1) then
    forall (q=1:2, m(q)) r(q)[last_of([1, k])] = r(last_of([q, 3]))[k] + q
    call expect([14, 12, 13, 14], 'with a mask')
  end if
  call begin
  if (this_image() == 1) then
    forall (q=1:2) r(last_of([1, q]))[k] = r(q + last_of([q, 1]))[last_of([k, 2])]
    call expect([12, 13, 13, 14], 'depends on the index')
  end if
  call begin
  if (this_image() == 1) then
    forall (q=1:2) r(q)[of(place(k))] = r(of(place(q + 2)))[k]
    call expect([13, 14, 13, 14], 'structures')
  end if
  call begin
  if (this_image() == 1) then
    forall (integer :: j=1:2) r(j)[last_of([1, k])] = r(last_of([1, 4]))[last_of([2, k])]
    call expect([14, 14, 13, 14], 'an index of the statement''s own')
  end if
  call begin
  if (this_image() == 1) then
    forall (q=1:2)
      forall (p=1:2, m(p)) s(2*q + p - 2, last_of([2, 1]))[image_index(y, [k])] = s(p, 2)[k] + q
      s(q, 3)[last_of([1, k])] = s(last_of([q, 1]), 1)[k]
      where (s(:, last_of([1, 2]))[k] > 121) &
        s(:, last_of([3, 2]))[image_index(y, sub)] = s(:, 1)[k] + s(:, last_of([1, 3]))[k]
    end forall
  end if
  sync all
  if (this_image() == 2) then
    call same(s(:, 1), [122, 112, 123, 114], 'nested, column 1')
    call same(s(:, 2), [121, 112 + 122, 123 + 133, 114 + 134], 'nested, column 2')
    call same(s(:, 3), [122, 122, 133, 134], 'nested, column 3')
  end if
  call begin
  if (this_image() == 1) then
    where (m)
      s(:, 1)[image_index(y, [k])] = s(:, last_of([3, 2]))[k]
    elsewhere (s(:, last_of([1, 2]))[k] > 122)
      s(:, last_of([3, 3]))[k] = s(:, 2)[k]
    elsewhere
      s(:, last_of([3, 3]))[k] = 0
    end where
  end if
  sync all
  if (this_image() == 2) then
    call same(s(:, 1), [121, 112, 123, 114], 'where, column 1')
    call same(s(:, 3), [131, 0, 133, 124], 'where, column 3')
  end if
  call begin
  if (this_image() == 1) then
    call double(s(:, last_of([2, 1]))[k], s(:, 2)[k])
    if (k == 2) call double(s(:, of(place(3)))[k], s(:, 2)[last_of([k])])
  end if
  sync all
  if (this_image() == 2) then
    call same(s(:, 1), 2*[121, 122, 123, 124], 'elemental call')
    call same(s(:, 3), 2*[121, 122, 123, 124], 'elemental call in IF')
  end if
  call begin
  if (this_image() == 1) then
    do concurrent (q = 1:3, q /= 2)
      s(:, q)[last_of([q, k])] = s(:, 2)[k] + q
    end do
    r(1:2)[of(place(k))] = r(3:4)[k]
    lists = [3, 1]
    s(lists, of(place(2)))[k] = s([1, 2], 3)[k]
  end if
  sync all
  if (this_image() == 2) then
    call same(s(:, 1), [122, 123, 124, 125], 'concurrent, column 1')
    call same(s(:, 2), [125, 122, 124, 124], 'vector subscripts')
    call same(s(:, 3), [124, 125, 126, 127], 'concurrent, column 3')
    call same(r, [13, 14, 13, 14], 'assignment')
  end if
  call local
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine begin
    integer :: i, j
    sync all
    r = [11, 12, 13, 14]
    s = reshape([((100 + 10*j + i, i = 1, 4), j = 1, 3)], [4, 3])
    sync all
  end subroutine

  ! References without an image selector go through the view where the other side has one.
  subroutine local
    integer :: want
    call begin
    forall (q=1:2) r(last_of([9, 1]) + q)[this_image()] = r(last_of([3, 4])) + q
    where (m) s(:, last_of([9, 1]))[this_image()] = s(:, last_of([3, 2]))
    want = 15
    call same(r, [11, want, 16, 14], 'forall of this image')
    call same(s(:, 1), [121, 112, 123, 114], 'where of this image')
  end subroutine

  subroutine expect(want, what)
    integer, intent(in) :: want(:)
    character(*), intent(in) :: what
    integer :: got(4)
    got = r(:)[2]
    call same(got, want, what)
    if (any(r /= [11, 12, 13, 14])) error stop 'image 1 was changed'
  end subroutine

  subroutine same(got, want, what)
    integer, intent(in) :: got(:), want(:)
    character(*), intent(in) :: what
    if (all(got == want)) return
    print *, what, ': ', got, ' is not ', want
    error stop
  end subroutine
end program
