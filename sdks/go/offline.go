package keyhold

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"keyhold.example/keyhold/internal/token"
)

// An OfflineLease is a seat that is checked out: it needs no server until it expires.
type OfflineLease struct {
	// ID and Epoch are those of the lease that was checked out; License and User are rns.
	ID      string
	Epoch   int64
	License string
	User    string
	// Certificate is the terms of the license, Addons the rns of its add-ons.
	Certificate Certificate
	Addons      []string
	// Until is when it ends.
	Until    time.Time
	client   *Client
	kept     kept
	name     string
	opened   time.Time
	openedAt time.Duration
	once     sync.Once
	returned chan struct{}
}

// Entitled reports whether the application may work right now. Setting the calendar back while it runs changes nothing.
func (o *OfflineLease) Entitled() bool {
	select {
	case <-o.returned:
		return false
	default:
	}
	clock := o.client.clock
	counted := o.opened.Add(clock.Now() - o.openedAt)
	return clock.Wall().Before(o.Until) && counted.Before(o.Until)
}

// Return gives the seat back early, even when nobody is signed in. The application must stop working afterwards.
// ErrUnreachable: the seat is still checked out.
func (o *OfflineLease) Return(ctx context.Context) error {
	if err := o.client.giveBack(ctx, o.kept, o.User); err != nil {
		return err
	}
	o.once.Do(func() { close(o.returned) })
	text, ok, err := o.client.store.Get(o.name)
	if err == nil && ok && text == o.kept.text() {
		err = o.client.store.Delete(o.name)
	}
	return err
}

// kept is an offline lease in the store.
type kept struct {
	ID    string `json:"id"`
	Epoch int64  `json:"epoch"`
	Token string `json:"token"`
}

func (k kept) text() string {
	text, _ := json.Marshal(k)
	return string(text)
}

// A checkOut is a request that is stored for its user until the reply arrives.
type checkOut struct {
	ID      string `json:"id"`
	Epoch   int64  `json:"epoch"`
	License string `json:"license"`
	User    string `json:"user"`
	Days    int    `json:"days"`
}

func idOf(rn string) string { return rn[strings.LastIndexByte(rn, ':')+1:] }

// Devices may share a store, such as a roaming profile.
func offlineName(product, device string) string {
	return "keyhold.offline." + idOf(product) + "." + device
}

func checkOutName(product, device, user string) string {
	return "keyhold.check-out." + idOf(product) + "." + idOf(user) + "." + device
}

// OpenOffline opens the offline lease of a product (its rn or id) that an earlier run checked out on a device, the id of
// this machine when empty; nil when there is none or it expired. It needs neither a server nor a signed-in user; with
// both, it also completes a check-out of this user whose reply was lost.
func (c *Client) OpenOffline(product, device string) (*OfflineLease, error) {
	if device == "" {
		device = MachineID()
	}
	lease, err := c.openStored(product, device)
	if _, who, _, _ := c.session.current(); err == nil && lease == nil && who.User != "" {
		// Without a server there is no lease to open yet.
		lease, _ = c.complete(c.ctx, product, device, who.User)
	}
	return lease, err
}

func (c *Client) openStored(product, device string) (*OfflineLease, error) {
	name := offlineName(product, device)
	text, ok, err := c.store.Get(name)
	if err != nil || !ok {
		return nil, err
	}
	var stored kept
	if json.Unmarshal([]byte(text), &stored) != nil || stored.Token == "" {
		return nil, invalidReply("The offline lease that was kept cannot be read.", nil)
	}
	claims, err := c.verifyOffline(stored.Token, token.Expected{Audience: &product, Device: &device})
	if err != nil {
		return nil, err
	}
	if err := c.serverTime.check(); err != nil {
		return nil, err
	}
	if !c.clock.Wall().Before(seconds(*claims.ExpiresAt)) {
		return nil, nil
	}
	return c.offlineLease(stored, claims, name), nil
}

func (c *Client) verifyOffline(text string, expected token.Expected) (*token.Claims, error) {
	if c.rootKey == nil {
		return nil, ErrNoRootKey
	}
	claims, err := token.VerifyOffline(text, *c.rootKey)
	if err == nil {
		err = claims.Check(expected)
	}
	if err != nil {
		return nil, invalidReply("The offline lease is not of this license server, product and device.", err)
	}
	return claims, c.serverTime.note(*claims.IssuedAt)
}

func seconds(since1970 float64) time.Time { return time.UnixMilli(int64(since1970 * 1000)) }

func (c *Client) offlineLease(stored kept, claims *token.Claims, name string) *OfflineLease {
	return &OfflineLease{
		ID: stored.ID, Epoch: stored.Epoch, License: *claims.License, User: *claims.User,
		Certificate: certificateOf(claims), Addons: *claims.Addons, Until: seconds(*claims.ExpiresAt),
		client: c, kept: stored, name: name, opened: c.clock.Wall(), openedAt: c.clock.Now(),
		returned: make(chan struct{}),
	}
}

// openOwn opens the seat that this user, or with an API token (no user yet) a machine, has checked out, if that is possible;
// otherwise the server decides.
func (c *Client) openOwn(product, device, license, user string) *OfflineLease {
	if c.rootKey == nil {
		return nil
	}
	lease, err := c.openStored(product, device)
	if err != nil || lease == nil || (license != "" && license != lease.License) {
		return nil
	}
	if lease.User != user && (user != "" || !isServiceAccount(lease.User)) {
		return nil
	}
	return lease
}

// checkOut checks a seat out. The request is stored first, so that a lost reply loses no seat.
func (c *Client) checkOut(ctx context.Context, wanted checkOut, product, device string) (*OfflineLease, error) {
	if c.rootKey == nil {
		return nil, ErrNoRootKey
	}
	// The lease could not be opened in a later run, and the seat cannot be recalled.
	if err := c.serverTime.check(); err != nil {
		return nil, err
	}
	stored, err := c.openStored(product, device)
	if err == nil && stored != nil {
		if stored.ID == wanted.ID && stored.Epoch == wanted.Epoch {
			return stored, nil
		}
		return nil, ErrAlreadyOffline
	}
	text, err := json.Marshal(wanted)
	if err == nil {
		err = c.store.Set(checkOutName(product, device, wanted.User), string(text))
	}
	if err != nil {
		return nil, err
	}
	return c.requestCheckOut(ctx, wanted, product, device)
}

// complete repeats a check-out of this user whose reply was lost; nil when there is none, or the server refuses it.
func (c *Client) complete(ctx context.Context, product, device, user string) (*OfflineLease, error) {
	text, ok, err := c.store.Get(checkOutName(product, device, user))
	var wanted checkOut
	if err != nil || !ok || json.Unmarshal([]byte(text), &wanted) != nil || wanted.User != user {
		return nil, nil
	}
	lease, err := c.requestCheckOut(ctx, wanted, product, device)
	if err != nil && (codeOf(err) == ErrUnreachable.Code || isSignedOut(err)) {
		return nil, err
	}
	return lease, nil
}

// requestCheckOut sends a check-out whose request is stored. Idempotent: each reply has the same end.
func (c *Client) requestCheckOut(ctx context.Context, wanted checkOut, product, device string) (*OfflineLease, error) {
	nonce, name := randomText(), checkOutName(product, device, wanted.User)
	var reply leaseReply
	err := c.call(ctx, request{
		method: http.MethodPost, path: leasePath(wanted.ID, "/offline"), user: wanted.User,
		body: map[string]any{"epoch": wanted.Epoch, "days": wanted.Days, "nonce": nonce},
	}, &reply)
	if isRefused(err) && !isSignedOut(err) {
		_ = c.store.Delete(name)
	}
	if err != nil {
		return nil, err
	}
	epoch := float64(wanted.Epoch)
	claims, err := c.verifyOffline(reply.Lease.Token, token.Expected{
		Audience: &product, Device: &device, User: &wanted.User, License: &wanted.License, Epoch: &epoch, Nonce: &nonce,
	})
	if err != nil {
		return nil, err
	}
	stored := kept{wanted.ID, wanted.Epoch, reply.Lease.Token}
	other, err := c.openStored(product, device)
	if err == nil && other != nil && (other.ID != stored.ID || other.Epoch != stored.Epoch) {
		if err := c.giveBack(ctx, stored, wanted.User); err != nil {
			return nil, err
		}
		_ = c.store.Delete(name)
		return nil, ErrAlreadyOffline
	}
	if err := c.store.Set(offlineName(product, device), stored.text()); err != nil {
		return nil, err
	}
	_ = c.store.Delete(name)
	return c.offlineLease(stored, claims, offlineName(product, device)), nil
}

func (c *Client) giveBack(ctx context.Context, stored kept, user string) error {
	return c.call(ctx, request{
		method: http.MethodPost, path: leasePath(stored.ID, "/return"), user: user,
		body: map[string]any{"epoch": stored.Epoch}, leaseToken: stored.Token,
	}, nil)
}

func leasePath(id, call string) string { return "/license/v1/leases/" + url.PathEscape(id) + call }
