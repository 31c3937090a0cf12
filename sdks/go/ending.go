package keyhold

import (
	"context"
	"fmt"
	"net/http"
)

// Release releases the seat. If the server has released it already, it notifies the server that the user is logged off.
// A seat that is checked out stays so for later runs: only the offline lease's Return gives it back. ErrUnreachable: the
// server could not be notified; the seat becomes free as the lease expires.
func (l *Lease) Release(ctx context.Context) error {
	// A seat that is being checked out goes on as offline then, or can be released.
	l.leaving.Lock()
	l.mu.Lock()
	over, released, offline := l.over, l.released, l.offline
	if over == "" {
		l.over = Ended
	}
	l.mu.Unlock()
	l.leaving.Unlock()
	if over != "" {
		if released != nil {
			released.Done()
		}
		select {
		case <-l.finished:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	l.cancel()
	l.work.Wait()
	defer l.finish()
	if offline != nil {
		return nil
	}
	return l.releaseSeat(ctx)
}

// end ends the lease without the application; awaited: the server waits until the user is logged off.
func (l *Lease) end(reason, message, by string, awaited bool) {
	l.mu.Lock()
	if l.over != "" || (l.offline != nil && awaited) {
		l.mu.Unlock()
		return
	}
	l.over = Releasing
	event := &Released{Reason: reason, Message: message, By: by, handled: newHandled()}
	if l.grant != nil {
		event.FinishWithin = l.grant.term.Deadline - l.client.clock.Now()
	}
	l.released = event
	l.mu.Unlock()
	l.cancel()
	l.outbox.emit(event)
	l.client.background(func() {
		select {
		case <-event.done:
		case <-l.client.ctx.Done():
		}
		l.work.Wait()
		if awaited {
			// When all retries fail, the seat becomes free when the lease expires.
			_ = l.acknowledge(l.client.ctx)
		}
		l.finish()
	})
}

// finish marks the end of the lease.
func (l *Lease) finish() {
	l.mu.Lock()
	l.over = Ended
	l.mu.Unlock()
	l.client.mu.Lock()
	delete(l.client.leases, l)
	l.client.mu.Unlock()
	l.outbox.close()
	close(l.finished)
}

// releaseSeat releases a seat that is no longer needed, unless another run or another holder has taken it.
func (l *Lease) releaseSeat(ctx context.Context) error {
	held, _, _ := l.held()
	err := l.client.retry(ctx, 4, func() error { return l.checkIn(ctx, held) })
	switch codeOf(err) {
	case ErrEpochStale.Code, "not-found":
		return nil
	case "lease-offline":
		// The seat was checked out, but the reply was lost.
		return l.client.retry(ctx, 4, func() error {
			return l.client.giveBack(ctx, kept{held.id, held.epoch, held.token}, l.holder().User)
		})
	}
	return err
}

func (l *Lease) checkIn(ctx context.Context, held *grant) error {
	path := leasePath(held.id, fmt.Sprintf("?epoch=%d", held.epoch))
	return l.client.call(ctx, request{method: http.MethodDelete, path: path, user: l.holder().User, leaseToken: held.token}, nil)
}

// acknowledge notifies the server that the user of a released seat is logged off.
func (l *Lease) acknowledge(ctx context.Context) error {
	held, _, _ := l.held()
	body := map[string]any{"epoch": held.epoch}
	r := request{method: http.MethodPost, path: leasePath(held.id, "/ack"), body: body, user: l.holder().User, leaseToken: held.token}
	err := l.client.retry(ctx, 6, func() error { return l.client.call(ctx, r, nil) })
	if codeOf(err) == "not-released" {
		// The server refused the session, but did not release its lease.
		err = l.client.retry(ctx, 6, func() error { return l.checkIn(ctx, held) })
	}
	return err
}
