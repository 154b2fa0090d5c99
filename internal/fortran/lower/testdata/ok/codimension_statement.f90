! The type declaration saves what it declares, the CODIMENSION statement only what no type declaration names: once each.
program codimension_statement
  integer :: typed
  codimension :: typed[*]
  codimension untyped(2)[*]
  typed = 1
  untyped = typed[1]
end program codimension_statement
