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
    word = 0 ! in the actual argument's descriptor, not in a copy
  end subroutine
  subroutine run(holds)
    logical, intent(out) :: holds
    procedure(note), pointer :: p
    real, allocatable, target :: a(:), copy(:)
    type(c_funptr), volatile :: code ! the optimiser is not to know what is called
    integer(8) :: memory
    allocate (a(5))
    allocate (copy(5))
    memory = loc(a)
    code = c_funloc(take)
    call c_f_procpointer(code, p)
    call p(a)
    holds = seen == memory .and. .not. allocated(a)
  end subroutine
end module
