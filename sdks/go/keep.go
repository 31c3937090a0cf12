package keyhold

import (
	"errors"
	"fmt"
	"log"
	"net/http"
	"strings"
	"time"

	"keyhold.example/keyhold/internal/term"
	"keyhold.example/keyhold/internal/token"
)

// A heartbeat that has no reply yet is repeated as it was: another one with its seq would be that of a copy.
type heartbeat struct {
	seq    int64
	nonce  string
	sentAt time.Duration
}

// keep sends the heartbeats.
func (l *Lease) keep() {
	for {
		l.mu.Lock()
		due := l.due
		l.mu.Unlock()
		if !pauseUntil(l.online, l.client.clock, due, l.wake) {
			return
		}
		l.beat()
	}
}

// hurry makes the next heartbeat due.
func (l *Lease) hurry() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// whileLeaving is the interval of checks while the seat is being checked out and needs no heartbeat.
const whileLeaving = time.Second

func (l *Lease) beat() {
	l.mu.Lock()
	resuming, isLeaving := l.resuming, l.isLeaving
	l.mu.Unlock()
	if isLeaving {
		l.setDue(l.client.clock.Now() + whileLeaving)
		return
	}
	var next *grant
	var err error
	if resuming {
		// A resume is not cancelled: if the lease ends meanwhile, the resumed seat is released, too.
		next, err = l.take(l.client.ctx)
	} else {
		next, err = l.sendHeartbeat()
	}
	if err != nil {
		l.afterFailure(err)
		return
	}
	l.accept(next)
}

func (l *Lease) sendHeartbeat() (*grant, error) {
	l.mu.Lock()
	held := l.grant
	if l.pending == nil {
		l.pending = &heartbeat{l.seq + 1, randomText(), l.client.clock.Now()}
	}
	pending := *l.pending
	l.mu.Unlock()
	epoch, seq := float64(held.epoch), float64(pending.seq)
	expected := token.Expected{Epoch: &epoch, Seq: &seq, License: &held.license}
	// After a reply that hangs, another heartbeat fits into the lease.
	timeout := seconds(*held.claims.ExpiresAt).Sub(seconds(*held.claims.IssuedAt)) / 3
	if timeout < 5*time.Second {
		timeout = 5 * time.Second
	}
	body := map[string]any{"epoch": held.epoch, "seq": pending.seq}
	if idle, ok := l.idle(); ok {
		body["idle-ms"] = idle.Milliseconds()
	}
	return l.request(l.online, request{
		method: http.MethodPost, path: leasePath(held.id, "/heartbeat"), timeout: shorter(timeout, replyTimeout), body: body,
	}, expected, pending.nonce, pending.sentAt)
}

// idle is how long the user has been away. A panic of the application's function must not end the heartbeats.
func (l *Lease) idle() (idle time.Duration, ok bool) {
	defer func() {
		if panicked := recover(); panicked != nil {
			log.Printf("keyhold: the function Idle panicked: %v", panicked)
			ok = false
		}
	}()
	if l.wanted.Idle == nil {
		return 0, false
	}
	if idle = l.wanted.Idle(); idle < 0 {
		idle = 0
	}
	return idle, true
}

func (l *Lease) accept(next *grant) {
	now := l.client.clock.Now()
	l.mu.Lock()
	before := l.grant
	l.grant = next
	if l.over != "" || l.offline != nil {
		l.mu.Unlock()
		return
	}
	l.seq++
	if l.resuming {
		l.seq = 0
	}
	l.resuming, l.pending, l.failures, l.due = false, nil, 0, next.term.NextBeatAt
	// A reply that arrives after the time it grants has no effect: the next heartbeat follows at once.
	hasResumed := l.notified != term.Active && next.term.At(now) == term.Active
	if hasResumed {
		l.notified = term.Active
	}
	if before.id != next.id || before.epoch != next.epoch {
		l.stopStream()
	}
	l.mu.Unlock()
	if hasResumed {
		l.outbox.emit(&Resumed{next.license})
	}
	if strings.Join(*before.claims.Addons, ",") != strings.Join(*next.claims.Addons, ",") {
		l.outbox.emit(&Entitlements{*next.claims.Addons})
	}
}

func (l *Lease) afterFailure(err error) {
	code := codeOf(err)
	l.mu.Lock()
	days, wasResuming, isLeaving := l.checkOutDays, l.resuming, l.isLeaving
	isLapsed := code == ErrLeaseLapsed.Code || code == "not-found"
	if isLapsed && !isLeaving {
		// Not found: the seat had another holder while this client was disconnected.
		l.resuming, l.pending = true, nil
	}
	l.mu.Unlock()
	switch {
	case l.online.Err() != nil:
		return
	case isLeaving:
		l.setDue(l.client.clock.Now() + whileLeaving)
		return
	case isLapsed && !wasResuming:
		l.setDue(l.client.clock.Now())
		return
	case code == "lease-offline" && days > 0:
		// The check-out succeeded although its reply was lost.
		if _, err = l.leave(l.online, days, 1); err == nil {
			return
		}
	case isRefused(err) && !isLapsed && code != ErrReleasePending.Code:
		l.endRefused(err)
		return
	}
	l.mu.Lock()
	l.failures++
	failures := l.failures
	l.mu.Unlock()
	l.setDue(l.client.clock.Now() + term.Backoff(failures, chance(), requestedDelay(err)))
}

func (l *Lease) setDue(at time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.due = at
}

// endRefused ends the lease by the refusal of a heartbeat.
func (l *Lease) endRefused(err error) {
	var refused *Error
	if !errors.As(err, &refused) {
		return
	}
	reason := refused.Code
	if refused.Code == ErrLeaseReleased.Code {
		reason = refused.Reason
	}
	// The session may have ended without the lease's event, in which case the server waits, too.
	awaited := refused.Code == ErrLeaseReleased.Code || isSignedOut(err)
	l.end(reason, refused.Message, refused.By, awaited)
}

// watch notifies the application when the lease's time is over.
func (l *Lease) watch() {
	for {
		l.mu.Lock()
		held, notified := l.grant, l.notified
		now := l.client.clock.Now()
		standing := held.term.At(now)
		// A lease that was suspended is active again only by a grant.
		isNews := standing > notified && l.over == ""
		if isNews {
			l.notified = standing
		}
		l.mu.Unlock()
		switch {
		case isNews && standing == term.Grace:
			l.outbox.emit(&Outage{held.term.GraceUntil - now})
		case isNews:
			l.outbox.emit(&Suspended{"The license could not be confirmed in time."})
		}
		at := now + look
		if left := held.term.Deadline; now < left {
			at = shorter(at, left)
		}
		if !pauseUntil(l.online, l.client.clock, at, nil) {
			return
		}
	}
}

// acknowledgeMessage notifies the server in the background that a message was shown. A lost one is sent again.
func (l *Lease) acknowledgeMessage(id string) {
	held, _, _ := l.held()
	path := leasePath(held.id, fmt.Sprintf("/messages/%s/ack", id))
	l.client.background(func() {
		_ = l.client.retry(l.client.ctx, 4, func() error {
			return l.client.call(l.client.ctx, request{method: http.MethodPost, path: path, user: l.holder().User}, nil)
		})
	})
}
