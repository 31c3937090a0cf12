package keyhold

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"keyhold.example/keyhold/internal/term"
)

const (
	// firstLimit: the server sends the lease's state at once; a stream without it is held back by a proxy.
	firstLimit = 10 * time.Second
	// silenceLimit: the server writes every 15 s; a stream that is silent for longer is dead.
	silenceLimit = 40 * time.Second
	// mostBarren streams in a row without an event: a proxy may be holding the stream back. Polls replace it for pollFor.
	mostBarren = 2
	pollFor    = 10 * time.Minute
	// waitSeconds is how long the server holds a poll; proxies may cut longer ones. The delay between two is pollPause.
	waitSeconds = 25
	pollPause   = 500 * time.Millisecond
)

// A serverEvent is one of the stream or of a poll.
type serverEvent struct {
	Name string          `json:"event"`
	ID   string          `json:"id"`
	Data json.RawMessage `json:"data"`
}

// A follower follows the events of a lease by a stream, or by polling when a proxy lets no stream through.
type follower struct {
	lease     *Lease
	failures  int
	barren    int
	pollUntil time.Duration
}

func (l *Lease) follow() {
	clock := l.client.clock
	f := &follower{lease: l}
	for l.online.Err() == nil {
		// The context ends when the lease gets another epoch, too.
		ctx, cancel := context.WithCancel(l.online)
		l.mu.Lock()
		held := l.grant
		l.stopStream = cancel
		l.mu.Unlock()
		err := f.once(ctx, held)
		cancel()
		if err != nil {
			f.failures++
		}
		if isRefused(err) {
			// The lease changed: a heartbeat will report how.
			l.hurry()
		}
		delay := pollPause
		if f.failures > 0 {
			delay = term.Backoff(f.failures, chance(), 0)
		}
		pause(l.online, clock, delay)
	}
}

func (f *follower) once(ctx context.Context, held *grant) error {
	clock := f.lease.client.clock
	if clock.Now() < f.pollUntil {
		return f.poll(ctx, held)
	}
	if f.barren >= mostBarren {
		if err := f.poll(ctx, held); err != nil {
			return err
		}
	}
	f.barren++
	err := f.stream(ctx, held)
	if f.barren > mostBarren {
		// The server responds, but no stream gets through.
		f.pollUntil = clock.Now() + pollFor
	}
	f.failures++
	return err
}

func (f *follower) hear(event serverEvent, held *grant) {
	f.failures = 0
	f.lease.hear(event, held)
}

func (f *follower) poll(ctx context.Context, held *grant) error {
	l := f.lease
	query := url.Values{"epoch": {fmt.Sprint(held.epoch)}, "timeout": {fmt.Sprint(waitSeconds)}, "ending": {l.inbox.lastEnding()}}
	var reply struct {
		Items []serverEvent `json:"items"`
	}
	err := l.client.call(ctx, request{
		method: http.MethodGet, path: leasePath(held.id, "/wait?"+query.Encode()), user: l.holder().User,
		timeout: replyTimeout + waitSeconds*time.Second, lastShown: l.inbox.lastShown(),
	}, &reply)
	if err != nil {
		// The stream is not at fault: the server is unreachable.
		f.barren, f.pollUntil = 0, 0
		return err
	}
	for _, event := range reply.Items {
		f.hear(event, held)
	}
	f.failures = 0
	return nil
}

func (f *follower) stream(ctx context.Context, held *grant) error {
	l := f.lease
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	response, err := l.client.open(ctx, request{
		method: http.MethodGet, path: leasePath(held.id, "/events"), user: l.holder().User, lastShown: l.inbox.lastShown(),
	})
	if err != nil {
		return err
	}
	defer response.Body.Close()
	silence := time.AfterFunc(firstLimit, cancel)
	defer silence.Stop()
	var event serverEvent
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(make([]byte, 0, 4096), 1<<20)
	limit := firstLimit
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case lines.Text() == "" && event.Data != nil:
			f.barren, limit = 0, silenceLimit
			f.hear(event, held)
			event = serverEvent{}
		case field == "event":
			event.Name = value
		case field == "id":
			event.ID = value
		case field == "data":
			event.Data = append(event.Data, value...)
		}
		if limit == silenceLimit {
			silence.Reset(limit)
		}
	}
	return nil
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
