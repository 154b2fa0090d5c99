! conformance: images=1,2
! feature: fixed form
! A short line that is continued inside a character constant is padded to column 72 (F2018 6.3.3), in lines that are copied too.
      program padded
      integer, save :: y[*]
      character(*), parameter :: a = 'abc
     +def'
      character(60) b
      y = len(a); sync all; b = 'abc
     +def'; if (y[1] .ne. 37) error stop 1
      if (len_trim(b) .ne. 42 .or. b(40:) .ne. 'def') error stop 2
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end
