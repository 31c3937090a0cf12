package keyhold

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	// replyTimeout is the longest time to wait for a reply.
	replyTimeout = 10 * time.Second
	// longestReply bounds what is read of a reply, in bytes.
	longestReply = 8 << 20
)

// A request is one to the server.
type request struct {
	method, path string
	// body is sent as JSON, form as a form; at most one of them.
	body any
	form url.Values
	// timeout is the limit for the reply; replyTimeout when 0.
	timeout time.Duration
	// lastShown is the id of the last message that was shown.
	lastShown string
	// user is the rn of the user for whom the request is: it is not sent in the session of another one.
	user string
	// leaseToken is that of the lease which the request releases: the server accepts it in place of a session.
	leaseToken string
}

// A transport makes requests, limits their time, and turns every failure into an Error.
type transport struct {
	base   string
	client *http.Client
}

func newTransport(base string) *transport {
	rounds := http.DefaultTransport.(*http.Transport).Clone()
	rounds.MaxIdleConnsPerHost = 4
	rounds.IdleConnTimeout = 30 * time.Second
	// A redirect is of a proxy, which must not get the token.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &transport{base: strings.TrimRight(base, "/"), client: &http.Client{Transport: rounds, CheckRedirect: stay}}
}

func (t *transport) close() { t.client.CloseIdleConnections() }

// exchange sends a request and returns its response, whatever its status. The context must be limited by the caller.
func (t *transport) exchange(ctx context.Context, r request, bearer string) (*http.Response, error) {
	var body io.Reader
	kind := ""
	switch {
	case r.form != nil:
		body, kind = strings.NewReader(r.form.Encode()), "application/x-www-form-urlencoded"
	case r.body != nil:
		text, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body, kind = bytes.NewReader(text), "application/json"
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, t.base+r.path, body)
	if err != nil {
		return nil, invalidReply("The base address is not an address: "+t.base, err)
	}
	sent.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range map[string]string{"Content-Type": kind, "Last-Event-ID": r.lastShown} {
		if value != "" {
			sent.Header.Set(name, value)
		}
	}
	if bearer != "" {
		sent.Header.Set("Authorization", "Bearer "+bearer)
	}
	response, err := t.client.Do(sent)
	if err != nil {
		return nil, unreachable(err)
	}
	return response, nil
}

// read sends a request and reads its reply within the time limit.
func (t *transport) read(ctx context.Context, r request, bearer string) (*http.Response, []byte, error) {
	timeout := r.timeout
	if timeout == 0 {
		timeout = replyTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	response, err := t.exchange(limited, r, bearer)
	if err != nil {
		return nil, nil, ended(ctx, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, longestReply))
	if err != nil {
		return nil, nil, ended(ctx, unreachable(err))
	}
	return response, text, nil
}

// ended returns the error of the caller's context, if that is over, in place of its consequence.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// send sends a request and reads the reply's JSON.
func (t *transport) send(ctx context.Context, r request, bearer string, into any) error {
	response, text, err := t.read(ctx, r, bearer)
	if err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return refusalOf(response.StatusCode, response.Header, text)
	}
	var envelope struct {
		Success bool            `json:"success"`
		Keys    json.RawMessage `json:"keys"`
	}
	// Only the key set has no envelope. Any other reply is of a proxy, such as a hotel's sign-in page.
	if json.Unmarshal(text, &envelope) != nil || (!envelope.Success && envelope.Keys == nil) {
		return &Error{Code: ErrUnreachable.Code, Message: foreignReply}
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return invalidReply("The reply of the server cannot be read.", err)
	}
	return nil
}

// open sends a request and returns the response when its headers have arrived; the context limits its body.
func (t *transport) open(ctx context.Context, r request, bearer string) (*http.Response, error) {
	limited, cancel := context.WithCancel(ctx)
	late := time.AfterFunc(replyTimeout, cancel)
	response, err := t.exchange(limited, r, bearer)
	if err != nil || !late.Stop() {
		cancel()
		if err == nil {
			response.Body.Close()
			err = unreachable(context.DeadlineExceeded)
		}
		return nil, ended(ctx, err)
	}
	if response.StatusCode/100 != 2 {
		defer cancel()
		defer response.Body.Close()
		defer time.AfterFunc(replyTimeout, cancel).Stop()
		text, _ := io.ReadAll(io.LimitReader(response.Body, longestReply))
		return nil, refusalOf(response.StatusCode, response.Header, text)
	}
	response.Body = &cancelling{response.Body, cancel}
	return response, nil
}

// cancelling is a body whose end ends the request.
type cancelling struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (c *cancelling) Close() error {
	c.cancel()
	return c.ReadCloser.Close()
}
