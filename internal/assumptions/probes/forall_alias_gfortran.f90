module probe_forall_alias
  implicit none
  type :: left
    integer, pointer :: p(:)
  end type
  type :: right
    integer, pointer :: p(:)
  end type
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    integer, target :: a(4)
    integer :: i
    type(left) :: l
    type(right) :: r
    a = [1, 2, 3, 4]
    l%p => a(2:4)
    r%p => a(1:3)
    forall (i=1:3) l%p(i) = r%p(i)
    holds = all(a == [1, 1, 2, 3])
  end subroutine
end module
