// Package mangle makes the names of generated entities. They follow from the user's name alone, so
// that files compiled apart agree. `coral_` is the prefix of coral_rt too: a coarray whose view
// would have a name of that module, or of the other generated ones, gets a longer one.
package mangle

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// MaxLength is how many characters a name has at most (F2018 C601).
const MaxLength = 63

// View is the name of a coarray's view, by which generated text refers to it on the images.
func View(coarray string) string { return Name("coral_", coarray) }

// ViewType is the name of the type of the view.
func ViewType(coarray string) string { return Name("coral_t_", coarray) }

// Bounds is the name of the array with the cobounds of a coarray.
func Bounds(coarray string) string { return Name("coral_b_", coarray) }

// Length is the name of the pointer that has the length of a coarray of characters.
func Length(coarray string) string { return Name("coral_l_", coarray) }

// Name puts a prefix in front of a name, of a variable, a type, a procedure or a component with %
// in it. A name that would be too long is cut, and a hash tells it from others.
func Name(prefix, name string) string {
	name = strings.ReplaceAll(name, "%", "__") // of a component
	full := prefix + name
	if prefix == "coral_" && (runtimeNames[name] || reservedPrefix(name)) {
		full = "coral_u_" + name
	}
	if len(full) > MaxLength {
		h := fnv.New32a()
		h.Write([]byte(name))
		full = fmt.Sprintf("%s_%08x", full[:MaxLength-9], h.Sum32())
	}
	return full
}

// reservedPrefix tells whether generated names may begin like this one, behind the common prefix:
// with any one letter, or with one of the words.
func reservedPrefix(name string) bool {
	if len(name) > 1 && name[1] == '_' {
		return true
	}
	for _, p := range []string{"bound_", "critical_", "temp_", "atomic_", "co_", "sync_", "event_",
		"alloc_", "team_", "caf_", "xmp_", "copy_", "part_", "operation_", "arrive_", "broadcast_",
		"check_", "checked_", "env_", "far_", "from_", "meet_", "random_", "result_", "selected_",
		"ship_", "stat_", "types_",
		"local_", "shape_", "data_", "at_", "state_", "images_", "vector_", "element_", "remote_",
		"common_", "body_"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// runtimeNames are the names of coral_rt, and those that generated code declares by itself, without
// their prefix.
var runtimeNames = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(
		`event_type lock_type team_type notify_type ik atomic_ik atomic_lk gen lib me num view get put copy copy_run copy_block c_f_pointer null_ptr
		check_image check_cobounds image_index cosubscripts cosubscript alloc_begin alloc_end dealloc_begin dealloc_meet dealloc_end move_begin sync_all sync_memory sync_team
		sync_images sync_images_all critical end_critical lock unlock event_post event_wait event_query stop error_stop end fail_image
		form_team change_team end_team get_team self image_of image_in this_image_of view_initial view_at view_by noter of_team c_f_procpointer
		assign_begin assign_end component component_at component_by component_scalar no_component no_operand procedure c_funloc get_part put_part keep_part put_changed_part e now operand to from
		rt env backend stat c_funloc status as
		failed_images_in_pure stopped_images_in_pure
		image_status selected_stat failed_images stopped_images goes_on keep put_changed notify_post notify_wait
		address all_images any apart bases caf2 error_number error_plain error_text flush flush_units get_at get_descriptors get_team_by here image_status_in_pure intrinsic keep_at
		note_descriptor null_funptr place put_at put_changed_at shift shift_kept sibling_size slots span status_current status_in_team step step_kept
		stop_number stop_plain stop_text swap_begin swap_check swapped type view_initial_at view_initial_by view_length xmp
		broadcaster procedure_at procedure_place result_ size_of take_type type_of
		acquired arrives atom errmsg file held it kept lib_kept line result root run source tellers whole
		broadcaster confined part procedure_at procedure_place size_of take_type type_of
		bound bounds brought by cobound_now copied failures failures_wanted far fetched give given hold image
		image_index_now item items_read length of_length parent returned rt_any spanner spans step_of type_point
		type_sample type_told want want_at`) {
		m[w] = true
	}
	return m
}()
