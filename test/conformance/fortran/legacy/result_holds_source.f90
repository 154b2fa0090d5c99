! conformance: images=1,2,3,5
! feature: pre-standard usage
! An integer result that holds the source before the call, as codes have it whose results were once INTENT(INOUT): no image index.
program result_holds_source
  implicit none
  integer :: worst, total
  worst = this_image()
  call agree(worst)
  if (worst /= num_images()) error stop 'FAIL: maximum'
  total = 2
  call add(total)
  if (this_image() == 1 .and. total /= 2 * num_images()) error stop 'FAIL: sum'
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine agree(error)
    integer :: error
    integer :: maximum
    maximum = error
    call co_max(error, maximum)
    error = maximum
  end subroutine agree
  subroutine add(value)
    integer :: value
    integer :: all_of_them
    all_of_them = value
    call co_sum(value, all_of_them, result_image=1)
    value = all_of_them
  end subroutine add
end program result_holds_source
