// Package term calculates the times of a lease on the client's own clock.
package term

import "time"

// Granted are the times of a lease in a reply, counted from the moment the request was sent.
type Granted struct {
	// ExpiresIn is how long the lease lasts, NextBeat when the server expects the next heartbeat.
	ExpiresIn, NextBeat time.Duration
	// Grace is how much longer the seat is reserved when the server cannot be reached.
	Grace time.Duration
}

// Term is a lease's time on the client's monotonic clock.
type Term struct {
	NextBeatAt time.Duration
	// Deadline is the end of the time in which this client certainly holds the seat.
	Deadline time.Duration
	// GraceUntil is the end of the time in which the application may work while the server cannot be reached.
	GraceUntil time.Duration
}

// A Standing is that of a lease by its time alone.
type Standing int

// Active is within the lease, Grace within the grace of an outage, Lapsed after both: another user may have the seat.
const (
	Active Standing = iota
	Grace
	Lapsed
)

const (
	// soonestBeat is the earliest heartbeat, even when the rest of a license's term is shorter.
	soonestBeat = time.Second
	// latestBeat is the latest heartbeat, as a share of the lease, so that a lost one leaves time for another.
	latestBeat = 0.8
	jitter     = 0.1
)

// Of converts a lease's times to the client's clock. They count from the moment the request was sent, before the server
// starts to count: for any network delay and clock skew, this deadline is never later than the server's.
func Of(granted Granted, sentAt time.Duration, random float64) Term {
	beat := time.Duration(float64(granted.NextBeat) * (1 - jitter + 2*jitter*random))
	beat = longer(soonestBeat, shorter(beat, time.Duration(float64(granted.ExpiresIn)*latestBeat)))
	deadline := sentAt + granted.ExpiresIn
	return Term{NextBeatAt: sentAt + beat, Deadline: deadline, GraceUntil: deadline + longer(0, granted.Grace)}
}

// At returns the standing at a time.
func (t Term) At(now time.Duration) Standing {
	switch {
	case now < t.Deadline:
		return Active
	case now < t.GraceUntil:
		return Grace
	default:
		return Lapsed
	}
}

const (
	firstDelay   = 500 * time.Millisecond
	longestDelay = 15 * time.Second
	// mostRequested is the longest delay that a server can request: a longer one would outlast most leases.
	mostRequested = time.Minute
)

// Backoff is the delay before a retry: about 0.5 s after the first failure, doubling up to 15 s, half of it random.
func Backoff(failures int, random float64, requested time.Duration) time.Duration {
	ceiling := firstDelay
	for n := 1; n < failures && ceiling < longestDelay; n++ {
		ceiling *= 2
	}
	ceiling = shorter(ceiling, longestDelay)
	return longer(ceiling/2+time.Duration(random*float64(ceiling/2)), shorter(mostRequested, requested))
}

func shorter(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}

func longer(a, b time.Duration) time.Duration {
	if a > b {
		return a
	}
	return b
}
