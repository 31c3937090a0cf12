// Package keyhold is what a licensed application embeds to consume a Keyhold license: it takes a seat, keeps it alive
// until it is released, and verifies every token of the server.
package keyhold

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"

	"keyhold.example/keyhold/internal/term"
	"keyhold.example/keyhold/internal/token"
)

// Options are those of the connection between an application and its license server.
type Options struct {
	// BaseURL is the address of the license server, such as https://licenses.example.com.
	BaseURL string
	// Application is the id under which the application is registered; needed to sign in.
	Application string
	// Token is a session token that the application already has, or the API token of a machine.
	Token string
	// RootKey is the server's root key (GET /license/v1/root-key), built into the application, for offline leases.
	RootKey *RootKey
	// Store keeps the sign-in and offline leases between runs; only in memory when nil.
	Store Store
	// Clock is the machine's own when nil.
	Clock Clock
}

// RootKey is the public root key of a server, as JSON Web Key.
type RootKey = token.Key

// A Client is the connection of an application to its license server. Its methods may be called by several goroutines.
type Client struct {
	transport  *transport
	server     *authorizationServer
	session    *session
	serverTime *serverTime
	store      Store
	clock      Clock
	rootKey    *RootKey
	keys       keys
	ctx        context.Context
	cancel     context.CancelFunc
	mu         sync.Mutex
	leases     map[*Lease]bool
	isClosed   bool
	work       sync.WaitGroup
	// closing ends when Close begins; waits are the waits in line.
	closing      context.Context
	startClosing context.CancelFunc
	waits        sync.WaitGroup
}

// New connects an application to its license server, without sending a request yet: a wrong address or token is the error
// of the first call.
func New(options Options) *Client {
	clock, store := options.Clock, options.Store
	if clock == nil {
		clock = SystemClock()
	}
	if store == nil {
		store = MemoryStore()
	}
	transport := newTransport(options.BaseURL)
	server := &authorizationServer{transport: transport, application: options.Application, clock: clock}
	name := "keyhold.sign-in." + options.Application + "@" + transport.base
	renewal := &renewal{store: store, name: name, server: server, clock: clock, used: map[string]bool{}}
	ctx, cancel := context.WithCancel(context.Background())
	closing, startClosing := context.WithCancel(ctx)
	client := &Client{
		transport: transport, server: server, session: &session{clock: clock, renewal: renewal, renewAt: never},
		serverTime: &serverTime{store: store, clock: clock}, store: store, clock: clock, rootKey: options.RootKey,
		ctx: ctx, cancel: cancel, closing: closing, startClosing: startClosing, leases: map[*Lease]bool{},
	}
	if options.Token != "" {
		client.session.failure = client.UseToken(options.Token)
	}
	return client
}

// closeLimit is how long Close waits for the server.
const closeLimit = 15 * time.Second

// Close releases every lease and ends every wait in line (ErrClosed), within 15 seconds, and ends every goroutine and
// connection of the client. A seat that could not be released becomes free when its lease expires.
func (c *Client) Close() error {
	c.mu.Lock()
	c.isClosed = true
	leases := make([]*Lease, 0, len(c.leases))
	for lease := range c.leases {
		leases = append(leases, lease)
	}
	c.mu.Unlock()
	c.startClosing()
	defer time.AfterFunc(closeLimit, c.cancel).Stop()
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	failures := make(chan error, len(leases))
	for _, lease := range leases {
		go func(lease *Lease) { failures <- lease.Release(ctx) }(lease)
	}
	var failure error
	for range leases {
		if err := <-failures; err != nil {
			failure = err
		}
	}
	c.waits.Wait()
	c.cancel()
	c.work.Wait()
	c.transport.close()
	return failure
}

// startWaiting reports whether a wait in line may begin; it ends with waits.Done.
func (c *Client) startWaiting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isClosed {
		c.waits.Add(1)
	}
	return !c.isClosed
}

// background runs work that ends before Close returns.
func (c *Client) background(work func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil {
		return false
	}
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		work()
	}()
	return true
}

// UseToken uses a session token that the application got elsewhere, or the API token of a machine.
func (c *Client) UseToken(token string) error { return c.session.use(token) }

// Restore restores the sign-in of an earlier run from the store; false when there is none. It sends no request.
func (c *Client) Restore() (bool, error) {
	kept, err := c.session.renewal.restore()
	if err != nil || kept == nil {
		return false, err
	}
	return true, c.session.adopt(kept)
}

// SignOut ends the session on the server, which releases its leases, and deletes the tokens, in every run that shares
// the store. The user is always signed out here; ErrUnreachable: the session lasts on the server until it expires.
func (c *Client) SignOut(ctx context.Context) error {
	token, _, held, _ := c.session.current()
	if held == nil {
		held, _ = c.session.renewal.restore()
	}
	var err error
	if held != nil {
		err = c.server.revoke(ctx, held.Refresh)
	}
	if token != "" && (held == nil || held.Access != token) {
		err = c.call(ctx, request{method: http.MethodPost, path: "/auth/v1/logout", body: struct{}{}}, nil)
	}
	c.session.end()
	if forgotten := c.session.renewal.forget(); err == nil {
		err = forgotten
	}
	if isSignedOut(err) {
		return nil
	}
	return err
}

// AccessToken returns a valid access token, for the application's own requests.
func (c *Client) AccessToken(ctx context.Context) (string, error) {
	token, _, _, isDue := c.session.current()
	if isDue {
		if err := c.session.renew(ctx, token); err != nil {
			return "", err
		}
	}
	token, _, err := c.session.signedIn()
	return token, err
}

// User returns the rn of the signed-in user or machine. ErrNoLeaseYet: whose API token it is, its first lease says.
func (c *Client) User() (string, error) {
	_, who, err := c.session.signedIn()
	if err == nil && who.User == "" {
		err = ErrNoLeaseYet
	}
	return who.User, err
}

// ConsumableLicense is a license that the user may consume.
type ConsumableLicense struct {
	// RN and Product are the rns of the license and its product.
	RN        string `json:"rn"`
	Product   string `json:"product"`
	Available bool   `json:"available"`
	HeldByMe  bool   `json:"held-by-me"`
}

// Consumable returns the licenses that the user may consume, of one product (its rn or id) or of all.
func (c *Client) Consumable(ctx context.Context, product string) ([]ConsumableLicense, error) {
	path := "/license/v1/licenses/consumable"
	if product != "" {
		path += "?product=" + url.QueryEscape(product)
	}
	var reply struct {
		Items []struct {
			RN          string `json:"rn"`
			Available   bool   `json:"available"`
			HeldByMe    bool   `json:"held-by-me"`
			Certificate struct {
				Product string `json:"product"`
			} `json:"certificate"`
		} `json:"items"`
	}
	if err := c.call(ctx, request{method: http.MethodGet, path: path}, &reply); err != nil {
		return nil, err
	}
	licenses := make([]ConsumableLicense, len(reply.Items))
	for n, item := range reply.Items {
		licenses[n] = ConsumableLicense{item.RN, item.Certificate.Product, item.Available, item.HeldByMe}
	}
	return licenses, nil
}

// retry repeats a request while the server cannot be reached. Each call of the protocol may be repeated.
func (c *Client) retry(ctx context.Context, attempts int, work func() error) error {
	for failures := 1; ; failures++ {
		err := work()
		if codeOf(err) != ErrUnreachable.Code || failures >= attempts {
			return err
		}
		if !pause(ctx, c.clock, term.Backoff(failures, chance(), requestedDelay(err))) {
			return ctx.Err()
		}
	}
}
