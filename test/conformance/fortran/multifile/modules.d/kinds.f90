module kinds
  implicit none
  integer, parameter :: wp = selected_real_kind(12)
end module kinds
