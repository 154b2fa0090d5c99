! feature: diagnostics: coindexed objects
! A copy of a value has neither the bounds nor the state of a component: Coral refuses these
! questions in the declarations of a BLOCK construct.
program block_bounds
  implicit none
  type :: list
    integer, allocatable :: item(:)
  end type
  type(list), save :: x[*]
  allocate (x%item(3:5))
  sync all
  block
    integer :: taken(sum(x[1]%item(:)), size(x[1]%item))
    ! expect-error: it is asked for its bounds or its state
    integer :: refused(lbound(x[1]%item, 1))
    taken = 1
    refused = 1
  end block
end program
