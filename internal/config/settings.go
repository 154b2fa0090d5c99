package config

// What a user can set in the environment. One variable each, so that code names a setting and the compiler checks it.
var (
	NumImages = &Setting{
		Name: "CORAL_NUM_IMAGES", Also: []string{"FOR_COARRAY_NUM_IMAGES", "GFORTRAN_NUM_IMAGES"}, Kind: Count,
		Meaning: "How many images a program starts. Without it: one for each core that the process may use.",
	}
	Tag = &Setting{
		Name: "CORAL_TAG", Kind: Switch, Default: "0",
		Meaning: "Begin each line of output with the image it comes from, as in `[3] `.",
	}
	Pin = &Setting{
		Name: "CORAL_PIN", Kind: Choice, Choices: []string{"share", "core", "off"}, Default: "share",
		Meaning: "Where images may run when there are not more images than cores. `share`: the cores are divided evenly, each image stays on its share " +
			"(one core each when images and cores are equal in number); `core`: one core each, the others stay free; `off`: anywhere. " +
			"With more images than cores they run anywhere.",
	}
	Grace = &Setting{
		Name: "CORAL_GRACE", Kind: Duration, Default: "2s",
		Meaning: "How long images have for ending by themselves after an interrupt or the failure of another image, before they are killed.",
	}
	Deadlock = &Setting{
		Name: "CORAL_DEADLOCK", Kind: Duration, Default: "3s",
		Meaning: "How long all images must have waited for each other, with nothing that could wake them, until the launcher ends the run as a deadlock; 0: never.",
	}
	Progress = &Setting{
		Name: "CORAL_PROGRESS", Kind: Choice, Choices: []string{"restart", "once"}, Default: "restart",
		Meaning: "How asynchronous operations are advanced in a runtime call: `restart`: all that are pending, again and again as long as one progressed; `once`: each once.",
	}
	Unmapped = &Setting{
		Name: "CORAL_SMP_UNMAPPED", Kind: Switch, Default: "0",
		Meaning: "Treat the other images as if their memory were not mapped, as on another machine: every access takes the library path. For tests.",
	}
	FC = &Setting{
		Name: "CORAL_FC", Kind: Text,
		Meaning: "The Fortran compiler that does the local part. Without it: gfortran, else flang, whichever is found first in PATH.",
	}
	CC = &Setting{
		Name: "CORAL_CC", Kind: Text,
		Meaning: "The C compiler for .c files given to `coral run` and `coral build`. Without it: gcc, else clang, else cc.",
	}
	Cache = &Setting{
		Name: "CORAL_CACHE", Kind: Text,
		Meaning: "The directory for the unpacked runtime. Without it: coral in XDG_CACHE_HOME, else in ~/.cache.",
	}
	Runtime = &Setting{
		Name: "CORAL_RUNTIME", Kind: Text,
		Meaning: "A runtime archive (libcoral.a) to use instead of the one inside the coral command. For developers of Coral.",
	}
	Boot = &Setting{
		Name: "CORAL_BOOT", Kind: Text, Private: true,
		Meaning: "From the launcher to an image: who it is and how memory is divided.",
	}
)

var settings = []*Setting{NumImages, Tag, Pin, Grace, Deadlock, Progress, Unmapped, FC, CC, Cache, Runtime, Boot}
