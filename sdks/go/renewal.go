package keyhold

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"keyhold.example/keyhold/internal/term"
)

/*
The server repeats its reply within 10 s of a renewal, and ends the session at any later use of the refresh token. A run
whose first reply is lost stores the second one after at most repeatFor + longestPause + renewalTimeout.
*/
const (
	// renewalTimeout is the limit of one attempt to renew.
	renewalTimeout = 2500 * time.Millisecond
	// repeatFor is how long after the first attempt the same refresh token is retried.
	repeatFor = 3 * time.Second
	// longestPause is the longest delay before a retry.
	longestPause = time.Second
)

// tokens are a pair of the authorization server, as they are stored.
type tokens struct {
	Access  string `json:"access-token"`
	Refresh string `json:"refresh-token"`
	// Expires is in milliseconds since 1970, by this machine's calendar.
	Expires float64 `json:"expires-on"`
}

func (t *tokens) expiresOn() time.Time { return time.UnixMilli(int64(t.Expires)) }

// A renewal stores and renews tokens. Several processes may share the store.
type renewal struct {
	store Store
	// name is that of the stored tokens, of one application at one server.
	name   string
	server *authorizationServer
	clock  Clock
	mu     sync.Mutex
	// used are the refresh tokens that this process has used; after a failed write the store still has one of them.
	used map[string]bool
}

// restore returns the stored tokens, or nil when there are none or they are damaged.
func (r *renewal) restore() (*tokens, error) {
	text, ok, err := r.store.Get(r.name)
	if err != nil || !ok {
		return nil, err
	}
	var kept tokens
	if json.Unmarshal([]byte(text), &kept) != nil || kept.Refresh == "" {
		return nil, nil
	}
	if _, err := identityOf(kept.Access); err != nil {
		return nil, nil
	}
	return &kept, nil
}

func (r *renewal) keep(kept *tokens) error {
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return r.store.Set(r.name, string(text))
}

func (r *renewal) forget() error { return r.store.Delete(r.name) }

func (r *renewal) markUsed(refresh string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used[refresh] = true
}

// newest returns the stored tokens if another process has stored newer ones of the same user.
func (r *renewal) newest(held *tokens) (*tokens, error) {
	stored, err := r.restore()
	if err != nil {
		return nil, err
	}
	if stored == nil {
		return nil, ErrAuthentication
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if stored.Refresh == held.Refresh || r.used[stored.Refresh] {
		return held, nil
	}
	before, _ := identityOf(held.Access)
	if now, _ := identityOf(stored.Access); now.User != before.User {
		return nil, ErrUserChanged
	}
	r.used[held.Refresh] = true
	return stored, nil
}

// renew returns the next pair: the one that another process has stored meanwhile, or a new one of the server. One
// process renews at a time, where the store has locks. ErrAuthentication: the session ended, the tokens are deleted.
func (r *renewal) renew(ctx context.Context, before *tokens) (*tokens, error) {
	if _, err := r.server.find(ctx); err != nil {
		return nil, err
	}
	if locker, ok := r.store.(Locker); ok {
		if unlock, err := locker.Lock(r.name); err == nil {
			defer unlock()
		}
	}
	begun := r.clock.Now()
	for failures := 1; ; failures++ {
		held, err := r.newest(before)
		if err != nil {
			return nil, err
		}
		if held != before && held.expiresOn().Sub(r.clock.Wall()) > renewalTimeout {
			return held, nil
		}
		next, err := r.server.renew(ctx, held.Refresh)
		if err == nil {
			r.markUsed(held.Refresh)
			// A full disk must not lose the new pair, which is valid in this run.
			_ = r.keep(next)
			return next, nil
		}
		if isSignedOut(err) {
			other, missing := r.newest(held)
			if missing == nil && other != held {
				return other, nil
			}
			_ = r.forget()
			return nil, err
		}
		mayRepeat := codeOf(err) == ErrUnreachable.Code && r.clock.Now()-begun < repeatFor
		if !mayRepeat || !pause(ctx, r.clock, shorter(longestPause, term.Backoff(failures, chance(), 0))) {
			return nil, err
		}
	}
}

func shorter(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}
