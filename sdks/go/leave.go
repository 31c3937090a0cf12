package keyhold

import "context"

// TakeOffline checks the seat out for 1 to 30 days. This lease goes on as offline, without a server, and Consume or
// OpenOffline opens it in later runs on this device. It cannot be recalled. A lost reply loses no seat: if the server
// has checked the seat out nevertheless, the lease goes on as offline with the next heartbeat, or in a later run.
func (l *Lease) TakeOffline(ctx context.Context, days int) (*OfflineLease, error) {
	return l.leave(ctx, days, 4)
}

// leave checks the seat out, once at a time: the loop may complete a check-out while the application requests it again.
func (l *Lease) leave(ctx context.Context, days, attempts int) (*OfflineLease, error) {
	l.leaving.Lock()
	defer l.leaving.Unlock()
	l.mu.Lock()
	held, checkedOut := l.grant, l.offline
	l.checkOutDays, l.isLeaving = days, checkedOut == nil
	l.mu.Unlock()
	if checkedOut != nil {
		return checkedOut, nil
	}
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.isLeaving = false
	}()
	wanted := checkOut{held.id, held.epoch, held.license, l.holder().User, days}
	var offline *OfflineLease
	err := l.client.retry(ctx, attempts, func() (err error) {
		offline, err = l.client.checkOut(ctx, wanted, l.wanted.Product, l.wanted.Device.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	isOver := l.over != ""
	if !isOver {
		l.offline = offline
	}
	l.mu.Unlock()
	if !isOver {
		l.stopOnline()
		l.outbox.emit(&Offline{offline.Until})
		_ = l.start(l.watchOffline)
	}
	return offline, nil
}

// watchOffline ends the lease when its offline lease expires or is returned.
func (l *Lease) watchOffline() {
	offline := l.Offline()
	for offline.Entitled() {
		pauseUntil(l.ctx, l.client.clock, l.client.clock.Now()+look, offline.returned)
		if l.ctx.Err() != nil {
			return
		}
	}
	select {
	case <-offline.returned:
		if l.claimEnd() {
			l.finish()
		}
	default:
		l.end("offline-ended", "The time for which this license was checked out is over.", "", false)
	}
}

// claimEnd marks the lease as over, and reports whether it was not.
func (l *Lease) claimEnd() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	wasOver := l.over != ""
	if !wasOver {
		l.over = Ended
	}
	return !wasOver
}
