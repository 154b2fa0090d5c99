module probe_allocatable
  use, intrinsic :: iso_c_binding
  implicit none
  integer(8), save :: seen = 0
  abstract interface
    subroutine note(a)
      real, allocatable, target :: a(:)
    end subroutine
  end interface
contains
  subroutine take(descriptor) bind(c, name='coral_probe_take_allocatable')
    type(c_ptr), value :: descriptor
    integer(8), pointer :: word
    call c_f_pointer(descriptor, word)
    seen = word
  end subroutine
  subroutine run(holds)
    logical, intent(out) :: holds
    procedure(note), pointer :: p
    real, allocatable, target :: a(:)
    type(c_funptr), volatile :: code ! the optimiser is not to know what is called
    allocate (a(5))
    code = c_funloc(take)
    call c_f_procpointer(code, p)
    call p(a)
    holds = seen == loc(a)
  end subroutine
end module
