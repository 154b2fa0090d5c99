! conformance: images=1,2,3,5
! feature: character coarray
program character_scalar
  implicit none
  integer, parameter :: namelen = 10
  character(len=namelen) :: name[*]
  character :: flag[*]
  character(5) :: tag[*] = 'init'
  character(20) :: buffer
  integer :: me, n, right, left
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  call checks('initialised', tag, 'init ')
  write (buffer, '(a,i0)') 'image-', me
  name[right] = buffer                     ! truncated to 10
  flag[right] = achar(iachar('a') + me)
  sync all
  write (buffer, '(a,i0)') 'image-', left
  call checks('name', name, buffer(1:10))
  call checks('flag', flag, achar(iachar('a') + left))
  call checks('remote name', name[me], buffer(1:10))
  call checks('concatenated', trim(name[me]) // '/' // flag[me], trim(buffer) // '/' // achar(iachar('a') + left))
  sync all
  tag[right] = 'x'                         ! padded with blanks
  sync all
  call checks('padded', tag // '|', 'x    |')
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine checks(what, got, want)
    character(*), intent(in) :: what
    character(*), intent(in) :: got, want
    if (got /= want) then
      print '(7a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checks
end program character_scalar
