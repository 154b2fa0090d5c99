submodule (field) field_impl
contains
  module procedure work
    if (this_image() == 1) v(n)[num_images()] = -1 + sum(a(:)[1])*0
    sync all
  end procedure
end submodule
