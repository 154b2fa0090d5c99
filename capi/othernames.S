# What Fortran calls has a name with one underscore behind it, as gfortran and flang make it by
# default. With -fno-underscoring their files have the name as it stands, with -fsecond-underscore
# two underscores behind a name that has one in it. Arguments are where they are: each of these goes
# on to the procedure.
# Nothing of this is linked unless an object asks for it. TestOtherNames writes the list.

	.macro OTHER name
	.globl \name, \name\()__
	.type \name, %function
	.type \name\()__, %function
\name:
\name\()__:
	jmp \name\()_@PLT
	.endm

	.text
	OTHER coral_address
	OTHER coral_alloc_begin
	OTHER coral_alloc_end
	OTHER coral_atomic_add_i4
	OTHER coral_atomic_add_i8
	OTHER coral_atomic_and_i4
	OTHER coral_atomic_and_i8
	OTHER coral_atomic_cas_i4
	OTHER coral_atomic_cas_i8
	OTHER coral_atomic_cas_l4
	OTHER coral_atomic_cas_l8
	OTHER coral_atomic_define_i4
	OTHER coral_atomic_define_i8
	OTHER coral_atomic_define_l4
	OTHER coral_atomic_define_l8
	OTHER coral_atomic_fetch_add_i4
	OTHER coral_atomic_fetch_add_i8
	OTHER coral_atomic_fetch_and_i4
	OTHER coral_atomic_fetch_and_i8
	OTHER coral_atomic_fetch_or_i4
	OTHER coral_atomic_fetch_or_i8
	OTHER coral_atomic_fetch_xor_i4
	OTHER coral_atomic_fetch_xor_i8
	OTHER coral_atomic_or_i4
	OTHER coral_atomic_or_i8
	OTHER coral_atomic_ref_i4
	OTHER coral_atomic_ref_i8
	OTHER coral_atomic_ref_l4
	OTHER coral_atomic_ref_l8
	OTHER coral_atomic_xor_i4
	OTHER coral_atomic_xor_i8
	OTHER coral_caf_advance_async
	OTHER coral_caf_at
	OTHER coral_caf_cartesian
	OTHER coral_caf_cofence
	OTHER coral_caf_coordinates
	OTHER coral_caf_copied
	OTHER coral_caf_copy
	OTHER coral_caf_copy_begin
	OTHER coral_caf_degree
	OTHER coral_caf_dimensions
	OTHER coral_caf_edges
	OTHER coral_caf_end_finish
	OTHER coral_caf_end_with_team
	OTHER coral_caf_event_getid
	OTHER coral_caf_event_notify
	OTHER coral_caf_event_number
	OTHER coral_caf_event_trywait
	OTHER coral_caf_event_wait
	OTHER coral_caf_eventset_add
	OTHER coral_caf_eventset_destroy
	OTHER coral_caf_eventset_init
	OTHER coral_caf_eventset_notifyall
	OTHER coral_caf_eventset_remove
	OTHER coral_caf_eventset_waitall
	OTHER coral_caf_eventset_waitany
	OTHER coral_caf_eventset_waitany_fair
	OTHER coral_caf_finish
	OTHER coral_caf_graph
	OTHER coral_caf_imageof
	OTHER coral_caf_lockset_acquire
	OTHER coral_caf_lockset_add
	OTHER coral_caf_lockset_destroy
	OTHER coral_caf_lockset_init
	OTHER coral_caf_lockset_release
	OTHER coral_caf_lockset_remove
	OTHER coral_caf_neighbor
	OTHER coral_caf_point
	OTHER coral_caf_rank_at
	OTHER coral_caf_same
	OTHER coral_caf_shippable
	OTHER coral_caf_spawn
	OTHER coral_caf_spawn_absent
	OTHER coral_caf_spawn_arrived
	OTHER coral_caf_spawn_begin
	OTHER coral_caf_spawn_passed
	OTHER coral_caf_team_barrier
	OTHER coral_caf_team_split
	OTHER coral_caf_with_team
	OTHER coral_change_team
	OTHER coral_check_cobounds
	OTHER coral_check_cosubscript
	OTHER coral_check_image
	OTHER coral_check_length
	OTHER coral_check_section
	OTHER coral_check_shape
	OTHER coral_checked_image
	OTHER coral_critical
	OTHER coral_dealloc_begin
	OTHER coral_dealloc_end
	OTHER coral_dealloc_meet
	OTHER coral_end_critical
	OTHER coral_end_team
	OTHER coral_event_post
	OTHER coral_event_query
	OTHER coral_event_wait
	OTHER coral_fail_image
	OTHER coral_form_team
	OTHER coral_get_team_by
	OTHER coral_image_in
	OTHER coral_image_of
	OTHER coral_lock
	OTHER coral_move_begin
	OTHER coral_notify_post
	OTHER coral_notify_wait
	OTHER coral_of_team
	OTHER coral_selected_stat
	OTHER coral_selected_stat_initial
	OTHER coral_sibling_size
	OTHER coral_status_current
	OTHER coral_status_current_again
	OTHER coral_status_in_team
	OTHER coral_status_in_team_again
	OTHER coral_step_of
	OTHER coral_sync_all
	OTHER coral_sync_images_all
	OTHER coral_sync_images_one
	OTHER coral_sync_images_set
	OTHER coral_sync_memory
	OTHER coral_sync_team
	OTHER coral_team_images
	OTHER coral_this_image_of
	OTHER coral_unlock
	.section .note.GNU-stack,"",%progbits
