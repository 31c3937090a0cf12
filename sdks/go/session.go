package keyhold

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	// renewalShare is the share of a token's lifetime after which it is renewed, give or take renewalJitter, so that
	// processes that share tokens rarely renew at once.
	renewalShare  = 0.9
	renewalJitter = 0.05
	// renewalPause is the delay after a renewal that did not reach the server.
	renewalPause = time.Minute
	never        = time.Duration(math.MaxInt64)
)

// A session is that of the signed-in user.
type session struct {
	clock   Clock
	renewal *renewal
	mu      sync.Mutex
	token   string
	who     identity
	tokens  *tokens
	renewAt time.Duration
	// failure is why the token of the options cannot be used.
	failure error
	// renewing is held during a renewal (single flight).
	renewing sync.Mutex
}

// An identity is the user and the issuer of a token.
type identity struct {
	User     string  `json:"sub"`
	Issuer   string  `json:"iss"`
	IssuedAt float64 `json:"iat"`
	Expires  float64 `json:"exp"`
}

// identityOf reads an access token, which the server verifies.
func identityOf(token string) (identity, error) {
	var who identity
	parts := strings.Split(token, ".")
	if len(parts) == 3 {
		text, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err == nil && json.Unmarshal(text, &who) == nil && who.User != "" && who.Issuer != "" {
			return who, nil
		}
	}
	return who, invalidReply("This is not a session token of Keyhold.", nil)
}

// isAPIToken reports whether a token is an API token of a service account, which says neither whose it is nor who issued
// it: its first lease does.
func isAPIToken(token string) bool { return strings.HasPrefix(token, "kh_") }

// isServiceAccount reports whether an rn is that of a service account.
func isServiceAccount(rn string) bool {
	parts := strings.Split(rn, ":")
	return len(parts) > 3 && parts[3] == "service-account"
}

// use signs a user in with a token that is not renewed, or a machine with its API token.
func (s *session) use(token string) error {
	var who identity
	if !isAPIToken(token) {
		var err error
		if who, err = identityOf(token); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token, s.who, s.tokens, s.renewAt = token, who, nil, never
	return nil
}

// adopt signs a user in with renewable tokens.
func (s *session) adopt(next *tokens) error {
	who, err := identityOf(next.Access)
	if err != nil {
		return err
	}
	lifetime := (who.Expires - who.IssuedAt) * float64(time.Second)
	left := float64(next.expiresOn().Sub(s.clock.Wall()))
	share := 1 - renewalShare - renewalJitter + 2*renewalJitter*chance()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token, s.who, s.tokens = next.Access, who, next
	s.renewAt = s.clock.Now() + time.Duration(math.Min(lifetime, left)-lifetime*share)
	return nil
}

// identify notes whose API token this is, as a lease for it says.
func (s *session) identify(who identity) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if isAPIToken(s.token) {
		s.who = who
	}
}

func (s *session) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token, s.who, s.tokens, s.renewAt = "", identity{}, nil, never
}

// current returns the token to send, nothing when nobody is signed in.
func (s *session) current() (token string, who identity, held *tokens, isDue bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token, s.who, s.tokens, s.tokens != nil && s.clock.Now() >= s.renewAt
}

func (s *session) signedIn() (string, identity, error) {
	token, who, _, _ := s.current()
	if token == "" && s.failure != nil {
		return "", who, s.failure
	}
	if token == "" {
		return "", who, ErrAuthentication
	}
	return token, who, nil
}

// renew replaces a token, unless another goroutine has replaced it. When the session has ended, nobody is signed in.
func (s *session) renew(ctx context.Context, old string) error {
	s.renewing.Lock()
	defer s.renewing.Unlock()
	token, _, held, _ := s.current()
	if token != old {
		return nil
	}
	if held == nil {
		return ErrAuthentication
	}
	next, err := s.renewal.renew(ctx, held)
	if _, _, now, _ := s.current(); now != held {
		// A sign-in or sign-out at the same time takes precedence.
		return nil
	}
	if err == nil {
		return s.adopt(next)
	}
	if isSignedOut(err) {
		s.end()
	} else {
		s.mu.Lock()
		s.renewAt = s.clock.Now() + renewalPause
		s.mu.Unlock()
	}
	return err
}

// An attempt sends a request with a token.
type attempt func(bearer string) error

// inSession makes an attempt in the user's session, and another one after a renewal when the token is refused.
func (c *Client) inSession(ctx context.Context, r request, try attempt) error {
	c.renewEarly()
	token, who, err := c.session.signedIn()
	if err != nil {
		return err
	}
	if r.isOfAnother(who) {
		return ErrUserChanged
	}
	err = try(token)
	if !isSignedOut(err) {
		return err
	}
	if renewed := c.session.renew(ctx, token); renewed != nil {
		if isSignedOut(renewed) {
			return err
		}
		return renewed
	}
	next, who, missing := c.session.signedIn()
	if missing != nil {
		return err
	}
	if r.isOfAnother(who) {
		return ErrUserChanged
	}
	return try(next)
}

// isOfAnother reports whether a request is for another user than the one who is signed in. Of an API token that has had no
// lease yet, the server decides.
func (r request) isOfAnother(who identity) bool {
	return r.user != "" && who.User != "" && r.user != who.User
}

// asHolder makes an attempt in the session, or by the lease's own token when that is refused or of another user.
func (c *Client) asHolder(ctx context.Context, r request, try attempt) error {
	token, who, err := c.session.signedIn()
	if err == nil && r.isOfAnother(who) {
		return try(r.leaseToken)
	}
	if err == nil {
		if err := try(token); !isSignedOut(err) {
			return err
		}
	}
	if err := try(r.leaseToken); !isSignedOut(err) {
		return err
	}
	return c.inSession(ctx, r, try)
}

// renewEarly renews in the background when most of the token's lifetime is over, since a lease ends with its session.
func (c *Client) renewEarly() {
	token, _, _, isDue := c.session.current()
	if !isDue || !c.session.renewing.TryLock() {
		return
	}
	c.session.renewing.Unlock()
	c.background(func() { _ = c.session.renew(c.ctx, token) })
}

func (c *Client) call(ctx context.Context, r request, into any) error {
	try := func(bearer string) error { return c.transport.send(ctx, r, bearer, into) }
	if r.leaseToken != "" {
		return c.asHolder(ctx, r, try)
	}
	return c.inSession(ctx, r, try)
}

func (c *Client) open(ctx context.Context, r request) (response *http.Response, err error) {
	err = c.inSession(ctx, r, func(bearer string) error {
		response, err = c.transport.open(ctx, r, bearer)
		return err
	})
	return response, err
}
