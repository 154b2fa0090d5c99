submodule (api) impl
  implicit none
  integer :: hidden(2)[*] = 5
contains
  module procedure step
    counter[k] = counter[k] + hidden(2)[k]
  end procedure step
  module procedure where_now
    where_now = x[1] + hidden(1)[num_images()]
  end procedure where_now
end submodule impl
