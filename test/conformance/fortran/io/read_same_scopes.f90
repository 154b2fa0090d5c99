! conformance: images=1,3
! feature: READ into coindexed objects whose cosubscripts call pure functions of other variables
! The functions have BLOCK and ASSOCIATE constructs, or their bodies in a submodule: that they read
! nothing but their arguments is seen there, too. Two associate names are those of variables of the
! module, which the functions do read.
module functions
  implicit none
  integer :: counted = 1, one = 1
  interface
    pure module integer function separate(i)
      integer, intent(in) :: i
    end function
    pure module integer function short(i)
      integer, intent(in) :: i
    end function
    pure module integer function outside(i)
      integer, intent(in) :: i
    end function
  end interface
contains
  pure integer function same(i)
    integer, intent(in) :: i
    block
      integer :: counted
      counted = i
      associate (one => counted, most => num_images())
        same = max(1, min(one, most))
      end associate
    end block
  end function same
  pure integer function ranked(i)
    class(*), intent(in) :: i
    select type (counted => i)
    type is (integer)
      ranked = counted
    class default
      ranked = 0
    end select
  end function ranked
  ! It reads a variable of the module, by the same name.
  pure integer function reading(i)
    integer, intent(in) :: i
    associate (counted => counted)
      reading = i + counted - 1
    end associate
  end function reading
end module functions
submodule (functions) bodies
  implicit none
contains
  pure module integer function separate(i)
    integer, intent(in) :: i
    separate = i
  end function
  module procedure short
    block
      integer :: j
      j = i
      short = j
    end block
  end procedure
  pure module integer function outside(i)
    integer, intent(in) :: i
    outside = i + one - 1
  end function
end submodule bodies
program read_same_scopes
  use functions
  implicit none
  integer, save :: a(6)[*]
  integer :: k, me, left, t
  character(40) :: line
  me = this_image()
  k = mod(me, num_images()) + 1
  left = modulo(me - 2, num_images()) + 1
  a = 0
  sync all
  write (line, '(5(1x,i0))') 10*me, 20*me, 30*me, 40*me, 50*me
  read (line, *) t, a(1)[same(k)]
  read (line, *) t, a(2)[ranked(k)]
  read (line, *) t, a(3)[separate(k)]
  read (line, *) t, a(short(4))[short(k)]
  sync all
  call check(a, [20, 20, 20, 20, 0, 0]*left, 'arguments alone')
  sync all
  write (line, '(2(1x,i0))') 3, 7*me
  read (line, *) counted, a(reading(3))[k]
  if (counted /= 3) error stop 'item'
  read (line, *) one, a(outside(4))[separate(k)]
  sync all
  call check(a, [20*left, 20*left, 20*left, 20*left, 7*left, 7*left], 'variables of the module')
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(got, want, what)
    integer, intent(in) :: got(:), want(:)
    character(*), intent(in) :: what
    if (all(got == want)) return
    print *, 'FAIL: ', what, ': image', me, 'got', got, ', not', want
    error stop 1
  end subroutine check
end program read_same_scopes
