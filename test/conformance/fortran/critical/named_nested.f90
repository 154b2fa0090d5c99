! conformance: images=1,2,3,5,8
! feature: critical
program named_nested
  implicit none
  integer :: log(1000)[*] = 0, used[*] = 0, other[*] = 0, me, n, i, j, slot, st
  me = this_image(); n = num_images()
  sync all
  rounds: do i = 1, 10
    do j = 1, 2
      append: critical
        slot = used[1] + 1
        log(slot)[1] = me
        used[1] = slot
      end critical append
      if (mod(i, 3) == 0) cycle rounds
    end do
    critical (stat=st)
      other[n] = other[n] + 1
    end critical
    if (st /= 0) error stop 'FAIL: stat of critical'
  end do rounds
  sync all
  call from_procedure
  sync all
  if (me == 1) then
    call check('entries', used, 17 * n)
    do i = 1, n
      call check('entries of an image', count(log(1:used) == i), 17)
    end do
  end if
  call check('second construct', other[n], 9 * n)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine from_procedure
    integer :: old
    critical
      block
        old = other[n]
        call add(old, 2)
        if (old < 0) then
          other[n] = -1
        else
          other[n] = old
        end if
      end block
    end critical
  end subroutine from_procedure
  subroutine add(x, d)
    integer, intent(inout) :: x
    integer, intent(in) :: d
    x = x + d
  end subroutine add
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program named_nested
