package keyhold

import (
	"strconv"
	"sync"
	"time"
)

const (
	serverTimeName = "keyhold.server-time"
	// clockTolerance is how far the calendar may be behind the server's.
	clockTolerance = 5 * time.Minute
)

// A serverTime is the highest time that the server signed, kept between runs: a calendar far behind it was set back.
type serverTime struct {
	store Store
	clock Clock
	mu    sync.Mutex
}

func (s *serverTime) highest() float64 {
	text, _, _ := s.store.Get(serverTimeName)
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return seconds
}

// note records a signed time, in seconds since 1970.
func (s *serverTime) note(seconds float64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if seconds <= s.highest() {
		return nil
	}
	return s.store.Set(serverTimeName, strconv.FormatFloat(seconds, 'f', -1, 64))
}

// check returns ErrClockWentBack when the calendar is behind.
func (s *serverTime) check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if float64(s.clock.Wall().Unix()) < s.highest()-clockTolerance.Seconds() {
		return ErrClockWentBack
	}
	return nil
}
