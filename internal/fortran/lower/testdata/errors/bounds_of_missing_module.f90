! The bounds may come from a module that is missing, which the module that is used uses: it is named.
module between
  use nowhere_to_be_found
end module
program bounds_of_missing_module
  use between
  implicit none
  real :: x(n)[*]
  sync all
end program
