package config

// Schedule is how asynchronous operations are advanced, as the settings say.
type Schedule struct {
	Once   bool   // Progress
	Spread bool   // Pin lets helpers leave the image's cores
	Delays uint64 // seed; 0: none
}

// ScheduleOf reads the settings for the image with a rank, whose delays are its own.
func ScheduleOf(rank int) (s Schedule, err error) {
	policy, err := Progress.Choose()
	if err != nil {
		return s, err
	}
	pin, err := Pin.Choose()
	if err != nil {
		return s, err
	}
	seed, err := ScheduleFuzz.Int()
	if seed != 0 {
		s.Delays = uint64(seed)<<32 + uint64(rank)
	}
	s.Once, s.Spread = policy == "once", pin == "share"
	return s, err
}
