package keyhold

import (
	"context"
	"math/rand"
	"sync"
	"time"
)

// A Clock is the clock of the SDK. Applications leave it out of the options; tests bring their own.
type Clock interface {
	// Now is monotonic, from an arbitrary start, and counts the time that the machine slept.
	Now() time.Duration
	// Wall is the machine's calendar, for offline leases and the expiry of tokens.
	Wall() time.Time
}

// tolerance is the difference that reading calendar and monotonic clock one after the other may cause.
const tolerance = 100 * time.Millisecond

type systemClock struct {
	mu         sync.Mutex
	start      time.Time
	slept      time.Duration
	difference time.Duration
}

// SystemClock returns the clock of the machine. Where the monotonic clock stands still while the machine sleeps, the
// calendar reveals the sleep: setting the calendar forward looks like sleep and only makes the SDK contact the server
// sooner; setting it back restarts the comparison.
func SystemClock() Clock {
	return &systemClock{start: time.Now()}
}

func (c *systemClock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	monotonic := now.Sub(c.start)
	unseen := now.Round(0).Sub(c.start.Round(0)) - monotonic - c.difference
	if unseen > tolerance || unseen < -tolerance {
		c.difference += unseen
		if unseen > 0 {
			c.slept += unseen
		}
	}
	return monotonic + c.slept
}

func (c *systemClock) Wall() time.Time { return time.Now() }

// look is how often a pause reads the clock, to notice that the machine slept.
const look = time.Second

// pauseUntil waits until the clock has reached a time, and reports whether it did before the context ended or the
// channel woke it.
func pauseUntil(ctx context.Context, clock Clock, at time.Duration, wake <-chan struct{}) bool {
	for {
		left := at - clock.Now()
		if left <= 0 {
			return ctx.Err() == nil
		}
		if left > look {
			left = look
		}
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-wake:
			timer.Stop()
			return ctx.Err() == nil
		case <-ctx.Done():
			timer.Stop()
			return false
		}
	}
}

// pause waits for a duration, and reports whether it was over before the context ended.
func pause(ctx context.Context, clock Clock, duration time.Duration) bool {
	return pauseUntil(ctx, clock, clock.Now()+duration, nil)
}

// chance is a number from 0 up to 1, which spreads out the requests of many clients.
func chance() float64 { return rand.Float64() } //nolint:gosec // not a secret
