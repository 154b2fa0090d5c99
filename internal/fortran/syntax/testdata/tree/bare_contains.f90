! A main program without a statement before CONTAINS.
contains
  subroutine never_called
    integer, save :: x[*]
    x = 1
  end subroutine never_called
end
