package keyhold

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
)

// follow follows the events of the lease.
func (l *Lease) follow() {
	reader := &eventReader{client: l.client}
	for l.online.Err() == nil {
		// The context ends when the lease gets another epoch, too.
		ctx, cancel := context.WithCancel(l.online)
		l.mu.Lock()
		held := l.grant
		l.stopStream = cancel
		l.mu.Unlock()
		query := url.Values{"epoch": {fmt.Sprint(held.epoch)}, "timeout": {fmt.Sprint(waitSeconds)}, "ending": {l.inbox.lastEnding()}}
		delay, err := reader.read(ctx, source{
			stream: leasePath(held.id, "/events"), poll: leasePath(held.id, "/wait?"+query.Encode()), user: l.holder().User,
			lastShown: l.inbox.lastShown(), hear: func(event serverEvent) { l.hear(event, held) },
		})
		cancel()
		if isRefused(err) {
			// The lease changed: a heartbeat will report how.
			l.hurry()
		}
		pause(l.online, l.client.clock, delay)
	}
}

func (l *Lease) hear(event serverEvent, followed *grant) {
	var data struct {
		State   string `json:"state"`
		Epoch   int64  `json:"epoch"`
		Reason  string `json:"reason"`
		Message string `json:"message"`
		By      string `json:"by"`
		On      string `json:"on"`
		Grace   string `json:"grace-until"`
		Waiting int    `json:"waiting"`
	}
	if json.Unmarshal(event.Data, &data) != nil {
		return
	}
	switch event.Name {
	case "released":
		l.end(data.Reason, data.Message, data.By, true)
	case "message":
		l.inbox.receive(event.ID, func() {
			message := &Message{data.Message, newHandled()}
			l.outbox.emit(message)
			l.inbox.await(l, event.ID, message)
		})
	case "asked":
		l.outbox.emit(&Asked{data.By, data.Message, data.Waiting})
	case "ending":
		if l.inbox.isNewEnding(event.ID, Ending{data.On, data.Grace}, l.client.clock.Now()) {
			l.outbox.emit(&Ending{data.On, data.Grace})
		}
	case "entitlements":
		// Events are not signed: the next heartbeat brings the signed add-ons.
		l.hurry()
	case "state":
		if data.State != "active" || data.Epoch != followed.epoch {
			l.hurry()
		}
	}
}
