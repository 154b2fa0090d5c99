! Ways to end, chosen by the first argument.
program ending
  use coral_rt
  use coral_env
  implicit none
  character(*), parameter :: f = 'ending.f90'
  character(20) :: mode
  character(80) :: text
  integer, save :: word = 0
  integer :: stat
  type :: t_i
     integer(coral_ik) :: gen = -1_coral_ik, c(2)
     integer, pointer :: p(:)
  end type t_i
  type(t_i), save :: v
  integer, allocatable :: none(:)
  call get_command_argument(1, mode)
  text = 'kept'
  select case (mode)
  case ('stop');       print '(a)', 'before'; call coral_stop(3)
  case ('stop text');  call coral_stop('all is well')
  case ('stop quiet'); call coral_stop(4, quiet=.true.)
  case ('error stop'); if (coral_me == coral_num) call coral_error_stop(7); call coral_sync_all(18, f)
  case ('error text'); if (coral_me == 1) call coral_error_stop('no way out'); call coral_sync_all(19, f)
  case ('end');        print '(a,i0)', 'image ', coral_me; call coral_end()
  case ('stopped')
     if (coral_me == 2) call coral_stop()
     call coral_sync_all(22, f, stat=stat, errmsg=text)
     if (stat /= stat_stopped_image .or. text == 'kept') call coral_error_stop('sync all')
     call coral_sync_images(2, 24, f, stat=stat)
     if (stat /= stat_stopped_image) call coral_error_stop('sync images')
     stat = 0
     call coral_co_sum(word, coral_all_images, 27, f, stat=stat)
     if (stat /= stat_stopped_image) call coral_error_stop('co_sum')
     call coral_sync_all(29, f, stat=stat)
     if (stat /= stat_stopped_image) call coral_error_stop('sync all again')
     print '(a)', 'PASS'
  case ('failed')
     if (coral_me == 2) call coral_fail_image(33, f)
     call coral_sync_all(34, f, stat=stat, errmsg=text)
     if (stat /= stat_failed_image) call coral_error_stop('sync all')
     call coral_sync_all(36, f, stat=stat)
     if (stat /= stat_failed_image) call coral_error_stop('sync all again')
     call coral_co_sum(word, coral_all_images, 38, f, stat=stat)
     if (stat /= stat_failed_image) call coral_error_stop('co_sum')
     print '(a)', 'PASS'
  case ('stopped, no stat')
     if (coral_me == 2) call coral_stop()
     call coral_sync_all(43, f)
  case ('unallocated');  call coral_view(loc(v), none, [1_coral_ik], 1, 44, f)
  case ('image');        call coral_check_image(coral_num + 1, 45, f)
  case ('type');         call coral_co_sum(mode, coral_all_images, 46, f)
  case ('crash');        if (coral_me == 2) call crash(); call coral_sync_all(47, f)
  end select
  call coral_end()
contains
  subroutine crash()
    use, intrinsic :: iso_c_binding, only: c_int
    interface
       integer(c_int) function raise(signal) bind(c)
         import :: c_int
         integer(c_int), value :: signal
       end function raise
    end interface
    if (raise(11_c_int) /= 0) stop 1
  end subroutine crash
end program ending
