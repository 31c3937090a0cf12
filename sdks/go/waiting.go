package keyhold

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"keyhold.example/keyhold/internal/term"
	"keyhold.example/keyhold/internal/token"
)

// A Place is one in line.
type Place struct {
	// Place 1 is the next.
	Place int
	// Estimate is how long others have waited from this place (median); 0 where too few have.
	Estimate time.Duration
	client   *Client
	user, id string
}

type placeReply struct {
	ID       string  `json:"id"`
	Place    int     `json:"place"`
	Estimate float64 `json:"estimate-ms"`
	Reason   string  `json:"reason"`
}

// Ask says something to at most three holders, and returns to how many it was sent.
func (p Place) Ask(ctx context.Context, message string) (int, error) {
	var reply struct {
		Asked int `json:"asked"`
	}
	body := map[string]string{"message": message}
	err := p.client.call(ctx, request{method: http.MethodPost, path: p.path("/ask"), body: body, user: p.user}, &reply)
	return reply.Asked, err
}

func (p Place) path(call string) string { return "/license/v1/waiting/" + url.PathEscape(p.id) + call }

// leave leaves the line: a place without signs of life ends by itself.
func (p Place) leave() {
	_ = p.client.retry(p.client.ctx, 3, func() error {
		return p.client.call(p.client.ctx, request{method: http.MethodDelete, path: p.path(""), user: p.user}, nil)
	})
}

func (p Place) source(hear func(serverEvent)) source {
	poll := p.path(fmt.Sprintf("/wait?timeout=%d&place=%d", waitSeconds, p.Place))
	return source{stream: p.path("/events"), poll: poll, user: p.user, hear: hear}
}

// enter takes a seat, waiting in line for it where the request says so.
func (l *Lease) enter(ctx context.Context) (*grant, error) {
	how := map[string]any{}
	if l.wanted.Wait {
		how["wait"] = true
	}
	if l.wanted.TakeOver {
		how["take-over"] = true
	}
	if len(how) == 0 {
		return l.taken(ctx)
	}
	taken, place, err := l.tryToTake(ctx, how)
	if err != nil || taken != nil {
		return taken, err
	}
	return l.waitInLine(ctx, *place)
}

func (l *Lease) taken(ctx context.Context) (taken *grant, err error) {
	err = l.client.retry(ctx, 5, func() (err error) {
		taken, err = l.take(ctx)
		return err
	})
	return taken, err
}

// tryToTake returns a grant, or a place in line.
func (l *Lease) tryToTake(ctx context.Context, how map[string]any) (taken *grant, place *Place, err error) {
	err = l.client.retry(ctx, 5, func() (err error) {
		taken, place, err = l.send(ctx, how)
		return err
	})
	return taken, place, err
}

func (l *Lease) send(ctx context.Context, how map[string]any) (*grant, *Place, error) {
	body, expected := l.body()
	for name, value := range how {
		body[name] = value
	}
	if how["wait"] == nil || how["take-over"] != nil {
		// The seat of a place is any that its user may use.
		expected = token.Expected{}
	}
	nonce, sentAt := randomText(), l.client.clock.Now()
	body["nonce"] = nonce
	var reply struct {
		leaseReply
		Waiting *placeReply `json:"waiting"`
	}
	// The server waits up to ten seconds until the other device has saved.
	sent := request{method: http.MethodPost, path: "/license/v1/leases", body: body, timeout: 2 * replyTimeout, user: l.holder().User}
	if err := l.client.call(ctx, sent, &reply); err != nil {
		return nil, nil, err
	}
	if found := reply.Waiting; found != nil {
		return nil, &Place{found.Place, milliseconds(found.Estimate), l.client, l.holder().User, found.ID}, nil
	}
	taken, err := l.granted(ctx, &reply.leaseReply, expected, nonce, sentAt)
	return taken, nil, err
}

// waitInLine waits until a seat is taken. While the server cannot be reached, the place is kept for as long as the server
// keeps it. The end of the context leaves the line, and so does Close.
func (l *Lease) waitInLine(ctx context.Context, place Place) (*grant, error) {
	c := l.client
	if !c.startWaiting() {
		place.leave()
		return nil, ErrClosed
	}
	defer c.waits.Done()
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	defer afterFunc(c.closing, cancel)()
	taken, err := l.inLine(waiting, &place)
	if taken == nil && waiting.Err() != nil {
		if c.closing.Err() != nil {
			place.leave()
			return nil, ErrClosed
		}
		c.background(place.leave)
		return nil, ctx.Err()
	}
	return taken, err
}

func (l *Lease) inLine(ctx context.Context, place *Place) (*grant, error) {
	reader := &eventReader{client: l.client}
	if l.wanted.OnPlace != nil {
		l.wanted.OnPlace(*place)
	}
	for failures := 0; ; {
		reading, stop := context.WithCancel(ctx)
		var isOffered bool
		var reason string
		delay, err := reader.read(reading, place.source(func(event serverEvent) {
			isOffered = isOffered || event.Name == "offered"
			if ended := l.moved(place, event); ended != "" {
				reason = ended
			}
			if isOffered || reason != "" {
				stop()
			}
		}))
		stop()
		if reason != "" {
			return nil, placeLost(reason)
		}
		if isOffered {
			var taken *grant
			taken, _, err = l.tryToTake(ctx, map[string]any{"waiting": place.id})
			if taken != nil {
				return taken, nil
			}
			failures, delay = failures+1, term.Backoff(failures+1, chance(), requestedDelay(err))
		} else {
			failures = 0
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case codeOf(err) == "not-found":
			return nil, placeLost("lost")
		case isRefused(err) && codeOf(err) != ErrReleasePending.Code:
			return nil, err
		}
		pause(ctx, l.client.clock, delay)
	}
}

// moved shows a change of the place, and returns the reason if it has ended.
func (l *Lease) moved(place *Place, event serverEvent) string {
	var data placeReply
	if json.Unmarshal(event.Data, &data) != nil {
		return ""
	}
	if event.Name == "ended" {
		return data.Reason
	}
	before := *place
	if event.Name == "state" || event.Name == "place" {
		place.Place, place.Estimate = data.Place, milliseconds(data.Estimate)
	}
	if *place != before && l.wanted.OnPlace != nil {
		l.wanted.OnPlace(*place)
	}
	return ""
}

// afterFunc calls a function when a context ends, until the returned function is called.
func afterFunc(ctx context.Context, work func()) (stop func()) {
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-ctx.Done():
			work()
		case <-done:
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

var endings = map[string]string{
	"taken":         "The license was taken by another run of the application.",
	"left":          "The line was left.",
	"sent-away":     "An administrator ended the place in line.",
	"lost":          "The place in line was lost, because the server did not hear from this device.",
	"offer-expired": "The license was offered, but not taken in time.",
	"too-long":      "Nobody waits longer than 24 hours. Start again.",
	"not-eligible":  "No license lets you use this product any more.",
}

// placeLost is the error of a place that has ended, whose code is the reason.
func placeLost(reason string) error {
	message := endings[reason]
	if message == "" {
		message = "The place in line has ended."
	}
	return &Error{Code: reason, Message: message}
}
