package keyhold

import (
	"context"
	"sync"
	"time"

	"keyhold.example/keyhold/internal/term"
)

// A Standing is that of a lease. The user may work while it is Active, in an InOutage, and CheckedOut.
type Standing string

// The standings of a lease.
const (
	Active Standing = "active"
	// InOutage: the server cannot be reached, but the signed grace allows the user to work.
	InOutage Standing = "outage"
	// CheckedOut: the seat is checked out for offline use.
	CheckedOut Standing = "offline"
	// IsSuspended: the user must not work until the lease is active again.
	IsSuspended Standing = "suspended"
	// Releasing: the seat was released, the user is being logged off. Ended: the user is logged off.
	Releasing Standing = "releasing"
	Ended     Standing = "ended"
)

// A Lease is a seat that this application holds, kept alive by goroutines until it is released.
type Lease struct {
	client *Client
	wanted Request
	stream string
	outbox *outbox
	inbox  *inbox
	// ctx ends with the lease, online when it is checked out or over; wake makes the next heartbeat due.
	ctx, online        context.Context
	cancel, stopOnline context.CancelFunc
	wake               chan struct{}
	work               sync.WaitGroup
	// finished is closed when the lease is over, the user is logged off, and the server has been notified.
	finished chan struct{}
	// leaving is held during a check-out.
	leaving sync.Mutex

	mu sync.Mutex
	// who holds the lease, also when another user signs in later; nobody until the first lease for an API token.
	who      identity
	grant    *grant
	offline  *OfflineLease
	over     Standing
	released *Released
	// notified is the standing that the application was last notified of.
	notified term.Standing
	seq      int64
	pending  *heartbeat
	resuming bool
	failures int
	due      time.Duration
	// checkOutDays are those of a check-out that was requested; the seat may be checked out although no reply arrived.
	checkOutDays int
	isLeaving    bool
	// stopStream ends the stream of an earlier epoch.
	stopStream context.CancelFunc
}

func newLease(client *Client, wanted Request, who identity) *Lease {
	ctx, cancel := context.WithCancel(client.ctx)
	online, stopOnline := context.WithCancel(ctx)
	lease := &Lease{
		client: client, wanted: wanted, who: who, stream: randomText(), outbox: newOutbox(),
		ctx: ctx, cancel: cancel, online: online, stopOnline: stopOnline, stopStream: func() {},
		wake: make(chan struct{}, 1), finished: make(chan struct{}),
	}
	lease.inbox = newInbox(lease.acknowledgeMessage)
	return lease
}

// start begins to keep the lease.
func (l *Lease) start(loops ...func()) error {
	l.client.mu.Lock()
	isClosed := l.client.isClosed
	if !isClosed {
		l.client.leases[l] = true
	}
	l.client.mu.Unlock()
	if isClosed {
		l.cancel()
		return ErrClosed
	}
	for _, loop := range loops {
		loop := loop
		l.work.Add(1)
		go func() {
			defer l.work.Done()
			loop()
		}()
	}
	return nil
}

// String names the license and its standing.
func (l *Lease) String() string { return l.License() + " " + string(l.Standing()) }

// ID stays the same across runs while this user holds the seat on this device.
func (l *Lease) ID() string {
	held, offline, _ := l.held()
	if offline != nil {
		return offline.ID
	}
	return held.id
}

// Epoch is the seat's fencing number: only the run with the highest one holds it.
func (l *Lease) Epoch() int64 {
	held, offline, _ := l.held()
	if offline != nil {
		return offline.Epoch
	}
	return held.epoch
}

// License is the rn of the license.
func (l *Lease) License() string {
	held, offline, _ := l.held()
	if offline != nil {
		return offline.License
	}
	return held.license
}

// Certificate is the terms of the license.
func (l *Lease) Certificate() Certificate {
	held, offline, _ := l.held()
	if offline != nil {
		return offline.Certificate
	}
	return certificateOf(held.claims)
}

// Addons are the rns of the add-ons on the license.
func (l *Lease) Addons() []string {
	held, offline, _ := l.held()
	if offline != nil {
		return offline.Addons
	}
	return *held.claims.Addons
}

// Standing is the current standing, which may be ahead of the events.
func (l *Lease) Standing() Standing {
	held, offline, over := l.held()
	switch {
	case over != "":
		return over
	case offline != nil && offline.Entitled():
		return CheckedOut
	case offline != nil:
		return IsSuspended
	}
	return map[term.Standing]Standing{term.Active: Active, term.Grace: InOutage, term.Lapsed: IsSuspended}[held.term.At(l.client.clock.Now())]
}

// Entitled reports whether the application may work right now. It needs no network.
func (l *Lease) Entitled() bool {
	standing := l.Standing()
	return standing == Active || standing == InOutage || standing == CheckedOut
}

// Offline is the offline lease as which this one goes on, whose Return gives the seat back; nil while online.
func (l *Lease) Offline() *OfflineLease {
	_, offline, _ := l.held()
	return offline
}

// Events are the events of the lease. The channel is closed when the lease is over and the server has been notified.
func (l *Lease) Events() <-chan Event { return l.outbox.events }

// Done is closed when the lease is over, the user is logged off, and the server has been notified.
func (l *Lease) Done() <-chan struct{} { return l.finished }

func (l *Lease) holder() identity {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.who
}

// identify notes whose API token it is.
func (l *Lease) identify(who identity) {
	l.mu.Lock()
	l.who = who
	l.mu.Unlock()
	l.client.session.identify(who)
}

func (l *Lease) held() (*grant, *OfflineLease, Standing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.grant, l.offline, l.over
}
