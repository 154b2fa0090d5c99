! feature: diagnostics: polymorphic coarrays
! Polymorphic coindexed objects whose dynamic type cannot come along.
module polymorphic_values_m
  implicit none
  type :: shape
    integer :: id = 0
  contains
    procedure :: get
    generic :: read(formatted) => get
  end type
contains
  subroutine get(dtv, unit, iotype, v_list, iostat, iomsg)
    class(shape), intent(inout) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    read (unit, *, iostat=iostat, iomsg=iomsg) dtv%id
  end subroutine
  pure integer function of_any(a)
    class(shape), intent(in) :: a
    of_any = a%id
  end function
  pure integer function of_other(a, k)
    class(shape), intent(in) :: a[*]
    integer, intent(in) :: k
    ! expect-error: in a pure procedure a polymorphic object of another image cannot be copied with its dynamic type
    of_other = of_any((a[k]))
  end function
end module
program polymorphic_values
  use polymorphic_values_m
  implicit none
  class(shape), allocatable :: s[:], w(:)[:]
  integer :: i
  allocate (s[*], w(3)[*])
  print *, of_any((s[1]))
  ! expect-error: a polymorphic coindexed object cannot be associated with the polymorphic dummy argument 'a' of 'of_any'
  print *, of_any(s[1])
  read *, s[1]%id
  ! expect-error: a polymorphic object of another image cannot be an item of READ
  read *, s[1]
  ! expect-error: a polymorphic object of another image cannot be an item of READ
  read *, (w(i)[1], i=1, 3)
end program
