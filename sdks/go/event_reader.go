package keyhold

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
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

// A source is where the events of a lease or of a place in line come from.
type source struct {
	// stream and poll are the paths of the stream and of its twin; user is the rn of the one for whom they are.
	stream, poll, user string
	// lastShown is the id of the last message that was shown.
	lastShown string
	hear      func(serverEvent)
}

// An eventReader reads events by a stream, or by polling when a proxy lets no stream through.
type eventReader struct {
	client    *Client
	failures  int
	barren    int
	pollUntil time.Duration
}

// read reads until the stream ends or the poll has its reply, and returns the delay until the next time.
func (r *eventReader) read(ctx context.Context, from source) (time.Duration, error) {
	err := r.once(ctx, from)
	if err != nil {
		r.failures++
	}
	if r.failures == 0 {
		return pollPause, err
	}
	return term.Backoff(r.failures, chance(), 0), err
}

func (r *eventReader) once(ctx context.Context, from source) error {
	clock := r.client.clock
	if clock.Now() < r.pollUntil {
		return r.poll(ctx, from)
	}
	if r.barren >= mostBarren {
		if err := r.poll(ctx, from); err != nil {
			return err
		}
	}
	r.barren++
	err := r.stream(ctx, from)
	if r.barren > mostBarren {
		// The server responds, but no stream gets through.
		r.pollUntil = clock.Now() + pollFor
	}
	r.failures++
	return err
}

func (r *eventReader) poll(ctx context.Context, from source) error {
	var reply struct {
		Items []serverEvent `json:"items"`
	}
	err := r.client.call(ctx, request{
		method: http.MethodGet, path: from.poll, user: from.user,
		timeout: replyTimeout + waitSeconds*time.Second, lastShown: from.lastShown,
	}, &reply)
	if err != nil {
		// The stream is not at fault: the server is unreachable.
		r.barren, r.pollUntil = 0, 0
		return err
	}
	for _, event := range reply.Items {
		from.hear(event)
	}
	r.failures = 0
	return nil
}

func (r *eventReader) stream(ctx context.Context, from source) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	response, err := r.client.open(ctx, request{
		method: http.MethodGet, path: from.stream, user: from.user, lastShown: from.lastShown,
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
			r.failures, r.barren, limit = 0, 0, silenceLimit
			from.hear(event)
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
