package abuse

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// mostLines is how many lines a fault may take, whatever the number of images.
const mostLines = 20

// fault is a typical fault of a program, and what a user must be told.
type fault struct {
	name string
	code int
	// want are parts of standard error. {name} is the number of the line that has the mark "@name",
	// {n} the number of images, {n+1} one more.
	want []string
	// slow: the runtime library of each image reads the program's line tables.
	slow bool
}

// killed is the exit code after a signal.
func killed(signal int) int {
	return 128 + signal
}

const (
	abort, fpe, kill9, segv = 6, 8, 9, 11
	stuckCode               = "[R0509]"
)

var fortranFaults = []fault{
	{"index_above", killed(segv), []string{
		"memory was used where image {n+1} would be, and there are {n} images: with -check",
		"[R0203]",
		"stood at faults.f90:{index_above} in ",
	}, false},
	{"index_zero", killed(segv), []string{
		"memory was used where image 0 would be",
		"stood at faults.f90:{index_zero} in ",
	}, false},
	{"index_above_get", killed(segv), []string{
		"where image {n+1} would be",
		"stood at faults.f90:{index_above_get} in ",
	}, false},
	{"index_zero_get", killed(segv), []string{
		"where image 0 would be",
		"stood at faults.f90:{index_zero_get} in ",
	}, false},
	{"index_far", killed(segv), []string{
		"image index far out of range", "[R0203]", "stood at faults.f90:{index_far} in ", "SIGSEGV",
	}, true},
	{"unallocated_coarray", 1, []string{
		"faults.f90:{unallocated_coarray}: image selector: the coarray is not allocated on " +
			"this image [R0301]",
		"help: allocate",
	}, false},
	{"unallocated_structure", 1, []string{
		"faults.f90:{unallocated_structure}: image selector: the coarray is not allocated on " +
			"this image [R0301]",
	}, false},
	{"unallocated_local", killed(segv), []string{"faults.f90:{unallocated_local}\n"}, true},
	{"different_sizes", 1, []string{
		"faults.f90:{different_sizes}: allocate: images ask for different sizes",
		"image 2 asks for 20 bytes at faults.f90:{different_sizes} [R0305]",
	}, false},
	{"allocated_twice", 1, []string{
		"faults.f90:{allocated_twice}: allocate: the coarray is allocated already",
		"[R0304]",
	}, false},
	{"deallocated_twice", 1, []string{
		"faults.f90:{deallocated_twice}: deallocate: the coarray is not allocated [R0304]",
	}, false},
	{"lock_twice", 1, []string{
		"image 1: faults.f90:{lock_twice}: lock: this image has already locked the variable " +
			"[R0205]",
		"unlock it first",
	}, false},
	{"unlock_not_held", 1, []string{
		"image 2: faults.f90:{unlock_not_held}: unlock: another image has locked the variable " +
			"[R0207]",
	}, false},
	{"unlock_free", 1, []string{
		"faults.f90:{unlock_free}: unlock: the variable is not locked [R0206]",
	}, false},
	{"co_sum_sizes", 1, []string{
		"faults.f90:{co_sum_sizes}: co_sum: image ",
		" executes co_sum of real(4) (", " bytes), but image ",
		" at faults.f90:{co_sum_sizes} [R0401]",
	}, false},
	{"co_sum_types", 1, []string{
		"co_sum of integer(8)",
		"co_sum of integer(4)",
		"faults.f90:{co_sum_types}",
		"[R0401]",
	}, false},
	{"co_broadcast_image", 1, []string{
		"faults.f90:{co_broadcast_image}: co_broadcast: there is no image {n+1} among {n} [R0403]",
	}, false},
	{"division", killed(fpe), []string{"SIGFPE", "faults.f90:{division}\n"}, true},
	{"stack", killed(segv), []string{
		"the stack is full: it may grow to 8192 KiB [R0106]",
		"ulimit -s unlimited",
		"faults.f90:{deep} in deep",
	}, false},
	{"null_pointer", killed(segv), []string{"SIGSEGV", "faults.f90:{null_pointer}\n"}, true},
	{"double_free", killed(abort), []string{
		"free(): double free detected",
		"faults.f90:{double_free}\n",
	}, true},
	{"out_of_memory", 1, []string{
		"In file 'faults.f90', around line ",
		"Cannot allocate memory",
	}, true},
	{"out_of_memory_coarray", 1, []string{
		"faults.f90:{out_of_memory_coarray}: allocate: no memory for a coarray of " +
			"8000000000000 bytes on each of {n} images [R0302]",
	}, false},
	{"file_not_found", 2, []string{
		"At line {file_not_found} of file faults.f90",
		"Cannot open file '/nonexistent/file'",
	}, true},
	{"error_stop_text", 1, []string{
		"ERROR STOP the residual is too large\ncoral: note: image",
		" executed ERROR STOP at faults.f90:{error_stop_text}\n",
	}, false},
	{"error_stop_number", 17, []string{
		"ERROR STOP 17\n",
		"at faults.f90:{error_stop_number}\n",
	}, false},
	{"error_stop_expression", 10, []string{
		"ERROR STOP 10\n",
		"at faults.f90:{error_stop_expression}\n",
	}, false},
	{"error_stop_plain", 1, []string{"ERROR STOP\n", "at faults.f90:{error_stop_plain}\n"}, false},
	{"error_stop_one", 1, []string{
		"ERROR STOP image three\n" +
			"coral: note: image 3 executed ERROR STOP at faults.f90:{error_stop_one}\n",
	}, false},
	{"stop_in_one", 1, []string{
		"faults.f90:{stop_in_one}: sync all: ",
		"has stopped",
		"[R0201]",
	}, false},
	{"stop_number", 3, []string{"STOP 3\n"}, false},
	{"end_early", 1, []string{
		"waiting in EVENT WAIT at faults.f90:{end_early}",
		"image 2: stopped",
	}, false},
	{"killed", killed(kill9), []string{
		"image 2 was killed by signal 9 (SIGKILL) [R0501]",
		"memory is exhausted",
	}, false},
	{"wrong_team_number", 1, []string{
		"faults.f90:{wrong_team_number}: image selector: there is no team with number 7 beside " +
			"the current one [R0220]",
	}, false},
	{"inquiry_number", 1, []string{
		"faults.f90:{inquiry_number}: image_index: there is no team with number 7 beside the " +
			"current one [R0220]",
	}, false},
	{"inquiry_undefined", 1, []string{
		"faults.f90:{inquiry_undefined}: num_images: the team variable is not defined [R0219]",
	}, false},
	{"member_undefined", 1, []string{
		"faults.f90:{member_undefined}: this_image: the team variable is not defined [R0219]",
	}, false},
	{"number_undefined", 1, []string{
		"faults.f90:{number_undefined}: team_number: the team variable is not defined [R0219]",
	}, false},
	{"team_number_negative", 1, []string{
		"faults.f90:{team_number_negative}: form team: team number -3 of image 1 " +
			"is not positive [R0210]",
	}, false},
	{"change_team_twice", 1, []string{
		"faults.f90:{change_team_twice}: change team: the current team has not formed team",
		"[R0210]",
	}, false},
	{"team_undefined", 1, []string{
		"faults.f90:{team_undefined}: change team: the team variable is not defined [R0219]",
	}, false},
	{"new_index_twice", 1, []string{
		"faults.f90:{new_index_twice}: form team: new_index=1 stands twice in " +
			"team 1 [R0210]",
	}, false},
	{"sync_images_twice", 1, []string{
		"faults.f90:{sync_images_twice}: sync images: image 1 is named twice [R0204]",
	}, false},
	{"sync_images_outside", 1, []string{
		"faults.f90:{sync_images_outside}: sync images: there is no image {n+1} among {n} [R0203]",
	}, false},
	{"sync_images_self_missing", 1, []string{
		"faults.f90:{sync_images_self_missing",
		"sync images",
	}, false},
	{"sync_images_deadlock", 1, []string{
		"image 1: waiting in SYNC IMAGES for image 2 at faults.f90:{sync_images_deadlock}",
	}, false},
	{"critical_never_left", 1, []string{
		"image 1: waiting in EVENT WAIT at faults.f90:{never}",
	}, false},
	{"no_deallocate", 0, nil, false},
	{"end_of_file", 2, []string{
		"At line {end_of_file} of file faults.f90 (unit = 5, file = 'stdin')",
		"End of file",
	}, true},
	{"format_error", 2, []string{
		"At line {format_error} of file faults.f90",
		"Bad value during integer read",
	}, true},
	{"abort", killed(abort), []string{"SIGABRT", "faults.f90:{abort}\n"}, true},
	{"event_wait_forever", 1, []string{
		"images 1-{n}: waiting in EVENT WAIT at faults.f90:{event_wait_forever}",
	}, false},
	{"event_other_image", 1, []string{
		"waiting in EVENT WAIT at faults.f90:{event_other_image}",
	}, false},
	{"mismatched", 1, []string{
		", but image ", "faults.f90:{mismatched}", "faults.f90:{mismatched_2}",
	}, false},
	{"fail_all", 1, []string{"all images have failed [R0508]"}, false},
}

// With -fcheck=bounds, which is -check too, and -ffpe-trap=zero.
var checkedFaults = []fault{
	{"index_above", 1, []string{
		"faults.f90:{index_above}: image selector: the image index is {n+1}, there are {n} " +
			"images [R0203]",
	}, false},
	{"index_zero", 1, []string{
		"faults.f90:{index_zero}: image selector: the image index is 0, there are {n} images " +
			"[R0203]",
	}, false},
	{"section_outside", 1, []string{
		"faults.f90:{section_outside}: coindexed object: the subscript of dimension 1 of 'x' is " +
			"12, its bounds are 1 and 10 [R0309]",
	}, false},
	{"subscript_outside", 1, []string{
		"faults.f90:{subscript_outside}: coindexed object: the subscript of dimension 1 of 'x' " +
			"is 12",
	}, false},
	{"subscript_local", 2, []string{
		"At line {subscript_local} of file faults.f90\n",
		"Index '12' of dimension 1 of array 'x' above upper bound of 10",
	}, true},
	{"division_real", killed(fpe), []string{"SIGFPE", "faults.f90:{division_real}\n"}, true},
}

var cFaults = []fault{
	{"index_above", killed(segv), []string{
		"where image {n+1} would be",
		" stood at faults.c:{index_above} in main",
	}, false},
	{"index_negative", killed(segv), []string{
		"where image 0 would be",
		"faults.c:{index_negative} in main",
	}, false},
	{"division", killed(fpe), []string{" stood at faults.c:{division} in main", "SIGFPE"}, false},
	{"null_pointer", killed(segv), []string{
		"stood at faults.c:{null_pointer} in main",
		"SIGSEGV",
	}, false},
	{"null_function", killed(segv), []string{
		"faults.c:{null_function}: a procedure was called through a null pointer [R0109]",
		"let the function pointer point to a function before the call",
	}, false},
	{"stack", killed(segv), []string{
		"the stack is full",
		"allocate large local arrays by malloc",
		"in deep, called from faults.c:{deep} in deep",
	}, false},
	{"double_free", killed(abort), []string{
		"free(): double free detected",
		" stood at faults.c:{double_free} in main",
	}, false},
	{"abort", killed(abort), []string{" stood at faults.c:{abort} in main", "SIGABRT"}, false},
	{"exit", 4, []string{"ended with exit code 4: the run ends [R0502]"}, false},
	{"exit_one", 4, []string{"image 2 ended with exit code 4: the run ends [R0502]"}, false},
	{"return_one", 1, []string{"sync_all: ", "has stopped", "[R0201]"}, false},
	{"killed", killed(kill9), []string{"image 2 was killed by signal 9 (SIGKILL) [R0501]"}, false},
	{"wait_forever", 1, []string{stuckCode, "images 1-{n}: waiting in wait at faults.c:"}, false},
	{"unlock_free", 1, []string{"unlock: the variable is not locked [R0206]"}, false},
	{"lock_twice", 1, []string{"lock: this image has already locked the variable [R0205]"}, false},
	{"reduction_mismatch", 1, []string{
		"reduction: image ", " executes reduction(+) of ", "[R0401]"}, false},
	{"reduction_and_bcast", 1, []string{
		" executes bcast of int from image 1", " executes reduction(+) of int", "[R0401]"}, false},
	{"reduction_operations", 1, []string{
		" executes reduction(+) of int", " executes reduction(max) of int", "[R0401]"}, false},
	{"bcast_roots", 1, []string{
		"bcast: image ", " executes bcast of int from image 1", "[R0401]"}, false},
	{"bcast_types", 1, []string{" executes bcast of int from image 1",
		" executes bcast of float from image 1", "faults.c:{bcast_types}", "[R0401]"}, false},
	{"bcast_async_types", 1, []string{"bcast async of int ", "bcast async of float ", "[R0401]"},
		false},
	{"bcast_async_roots", 1, []string{"bcast async of int from executing node 1",
		"bcast async of int from executing node 2", "[R0401]"}, false},
	{"gmove_types", 1, []string{" executes gmove of int", " executes gmove of float", "[R0401]"},
		false},
	{"malloc_different", 1, []string{
		"xmp_malloc: images ask for different sizes",
		"[R0305]",
	}, false},
}

var goFaults = []fault{
	{"panic", 2, []string{": panic: something is wrong, at ", "main.go:{panic}\n"}, false},
	{"nil_map", 2, []string{
		": panic: assignment to entry in nil map, at ",
		"main.go:{nil_map}\n",
	}, false},
	{"index", 2, []string{
		"index out of range [12] with length 10, at ",
		"main.go:{index}\n",
	}, false},
	{"image_above", 2, []string{
		"no such image: image {n+1} of {n}, at ",
		"main.go:{image_above}\n",
	}, false},
	{"image_zero", 2, []string{
		"no such image: image 0 of {n}, at ",
		"main.go:{image_zero}\n",
	}, false},
	{"element_outside", 2, []string{
		"index 12 out of range with length 10, at ",
		"main.go:{element_outside}\n",
	}, false},
	{"nil_pointer", 2, []string{"nil pointer dereference, at ", "main.go:{nil_pointer}\n"}, false},
	{"division", 2, []string{"integer divide by zero, at ", "main.go:{division}\n"}, false},
	{"stack", 2, []string{"fatal error: stack overflow", "goroutine [running]:\nmain.deep("}, true},
	{"error", 1, []string{": the residual is too large\n"}, false},
	{"stop_code", 3, nil, false},
	{"error_one", 1, []string{"coral: error: image 2: only image 2\n"}, false},
	{"killed", killed(kill9), []string{"image 2 was killed by signal 9 (SIGKILL) [R0501]"}, false},
	{"exit", 4, []string{"image 2 ended with exit code 4: the run ends [R0502]"}, false},
	{"goroutine_panic", 2, []string{"panic: in a goroutine", "main.go:{goroutine_panic}\n"}, false},
	{"out_of_memory", 1, []string{"the symmetric heap has no room for"}, false},
	{"memory", 2, []string{"fatal error: runtime: out of memory", "main.go:{memory}\n"}, false},
	{"sizes", 1, []string{"images ask for different sizes"}, false},
	{"sum_sizes", 1, []string{"this image brings ", " bytes, but image "}, false},
	{"lock_twice", 1, []string{"the lock is already held by this image"}, false},
	{"unlock_free", 1, []string{"nobody holds the lock that is to be unlocked"}, false},
	{"return_one", 1, []string{"an image has stopped: image 2"}, false},
	{"sync_images_twice", 1, []string{"an image stands twice in a set: 1"}, false},
	{"sync_images_outside", 1, []string{"no such image: image {n+1} of a team of {n}"}, false},
	{"map_concurrent", 2, []string{"fatal error: concurrent map", "main.go:"}, false},
	{"mutex", 1, []string{
		"images 1-{n}: waiting for other goroutines (select) at ",
		"main.go:",
	}, false},
}

// TestFaults makes each fault on all images, or one of them: the message names image, file and
// line, equal messages of many images are told once, the exit code is right, the run ends, and
// nothing is left.
func TestFaults(t *testing.T) {
	s := newScene(t)
	// in the scene's directory, so that messages have the name alone
	for _, f := range []string{"faults.f90", "faults.c"} {
		text, err := os.ReadFile(filepath.Join("testdata", f))
		if err == nil {
			err = os.WriteFile(filepath.Join(s.dir, f), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	build := func(options ...string) {
		t.Helper()
		if o := s.run([]string{"CORAL_FC=gfortran"}, s.coral,
			append([]string{"build", "-g"}, options...)...); o.code != 0 {
			t.Fatalf("%v: %s", options, o.err)
		}
	}
	build("-o", "plain", "faults.f90")
	build("-fcheck=bounds", "-ffpe-trap=zero", "-o", "checked", "faults.f90")
	build("-o", "inc", "faults.c")
	if out, err := exec.Command("go", "build", "-o", filepath.Join(s.dir, "ingo"),
		"./testdata/gofaults").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	goSource := filepath.Join("testdata", "gofaults", "main.go")
	for _, p := range []struct {
		program, source string
		faults          []fault
	}{
		{"plain", "testdata/faults.f90", fortranFaults}, {"checked", "testdata/faults.f90",
			checkedFaults},
		{"inc", "testdata/faults.c", cFaults}, {"ingo", goSource, goFaults},
	} {
		marks := marksOf(t, p.source)
		for _, f := range p.faults {
			for _, images := range []int{4, 64} {
				for _, unmapped := range []string{"0", "1"} {
					// 4 mapped, and 64 unmapped of what takes no time
					if !*allFlag && (images == 64) != (unmapped == "1" && !f.slow) {
						continue
					}
					s.fault(p.program, f, marks, images, unmapped)
				}
			}
		}
	}
}

// fault makes a fault and looks at what is told.
func (s *scene) fault(program string, f fault, marks map[string]string, images int,
	unmapped string) {
	s.Helper()
	env := []string{"CORAL_DEADLOCK=1s", fmt.Sprint("CORAL_NUM_IMAGES=", images),
		"CORAL_SMP_UNMAPPED=" + unmapped}
	got := s.run(env, "sh", "-c", "ulimit -s 8192; ulimit -c 0; exec ./"+program+" "+f.name+
		" </dev/null")
	lines := strings.Count(got.err, "\n")
	wrong := got.code != f.code || lines > mostLines || len(f.want) == 0 && got.err != ""
	for _, part := range f.want {
		part = filled(part, marks, images)
		if !strings.Contains(got.err, part) {
			s.Logf("missing: %s", part)
			wrong = true
		}
	}
	if wrong {
		s.Errorf("%s %s, %d images, unmapped %s: exit code %d, want %d; %d lines:\n%s", program,
			f.name, images, unmapped, got.code, f.code, lines, got.err)
	}
}

// filled is a part of a message with the numbers of lines and images.
func filled(part string, marks map[string]string, images int) string {
	part = strings.NewReplacer("{n}", strconv.Itoa(images), "{n+1}",
		strconv.Itoa(images+1)).Replace(part)
	for name, line := range marks {
		part = strings.ReplaceAll(part, "{"+name+"}", line)
	}
	before, _, _ := strings.Cut(part, "{") // of what may be one of several lines
	return before
}

// marksOf are the lines of a source that have marks.
func marksOf(t *testing.T, source string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, name, found := strings.Cut(line, " @"); found {
			marks[strings.TrimSpace(name)] = strconv.Itoa(i + 1)
		}
	}
	return marks
}
