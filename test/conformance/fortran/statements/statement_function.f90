! conformance: images=1,2,3,5
! feature: statement functions
program statement_function
  integer x(5)[*], k, f, g, a, b
  f(a, b) = a * 10 + b
  g(a) = f(a, 1) + k
  k = mod(this_image(), num_images()) + 1
  x = [(i + this_image(), i = 1, 5)]
  sync all
  if (f(x(1)[k], x(2)[k]) /= (1 + k) * 10 + 2 + k) error stop 'coindexed arguments'
  if (g(x(3)[k]) /= (3 + k) * 10 + 1 + k) error stop 'nested'
  sync all
  x(f(0, 2))[k] = g(0)
  sync all
  if (x(2) /= 1 + this_image()) error stop 'subscript'
  if (this_image() == 1) print '(a)', 'PASS'
end program
