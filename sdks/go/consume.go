package keyhold

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/user"
	"runtime"
	"strings"
	"time"

	"keyhold.example/keyhold/internal/term"
	"keyhold.example/keyhold/internal/token"
)

// Application describes the application to the administrators.
type Application struct {
	Name, Version string
	// ReleasedOn is when this version was released; a perpetual license covers versions released in its maintenance.
	ReleasedOn time.Time
}

// Device describes a device. Empty fields describe this machine, its id as by MachineID.
type Device struct {
	// ID is constant for a device, which resumes its seat by it.
	ID     string `json:"id"`
	Name   string `json:"name"`
	OS     string `json:"os"`
	User   string `json:"user"`
	Locale string `json:"locale"`
}

// Request is that of an application for a license.
type Request struct {
	// Product is its rn, or its id such as keyhold-studio.
	Product string
	// License is the rn of one particular license; when empty, the server picks one.
	License     string
	Application Application
	Device      Device
	// MaxSeconds, 60 to 86,400, ends the lease by itself then, for the reason time-over; 0 for none. It suits short jobs: one
	// that hangs or crashes keeps no seat.
	MaxSeconds int
	// Wait waits in line where no seat is free; the end of the context leaves it. OnPlace gets the place, at first and with
	// each change.
	Wait    bool
	OnPlace func(Place)
	// TakeOver takes this user's own seat of another device, which saves first.
	TakeOver bool
	// Idle is how long the user has not touched the application; it is reported with each heartbeat.
	Idle func() time.Duration
}

// Certificate is the terms of a license, as signed by the server.
type Certificate struct {
	// Product is the rn of the product; Type is Perpetual, Subscription or Trial.
	Product, Type, Version string
	// Expiry and MaintenanceEnd are ISO 8601, empty where there is none.
	Expiry, MaintenanceEnd string
	// GraceUntil is when a license that goes on after its end cannot be used any more; zero where it does not.
	GraceUntil time.Time
}

// Consume takes a seat, or resumes the one that this user holds on this device, and keeps it alive until it is
// released. If this user has checked a seat of the product out on this device, its offline lease is opened, for which no
// server is needed. The context limits the call alone; the lease lasts until Release or Close.
func (c *Client) Consume(ctx context.Context, wanted Request) (*Lease, error) {
	_, who, err := c.session.signedIn()
	if err != nil {
		return nil, err
	}
	wanted.Device = described(wanted.Device)
	checkedOut := c.openOwn(wanted.Product, wanted.Device.ID, wanted.License, who.User)
	if checkedOut == nil && who.User != "" {
		err := c.retry(ctx, 5, func() (err error) {
			checkedOut, err = c.complete(ctx, wanted.Product, wanted.Device.ID, who.User)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	lease := newLease(c, wanted, who)
	if checkedOut != nil {
		lease.offline = checkedOut
		return lease, lease.start(lease.watchOffline)
	}
	if lease.grant, err = lease.enter(ctx); err != nil {
		lease.cancel()
		return nil, err
	}
	lease.due = lease.grant.term.NextBeatAt
	if err := lease.start(lease.keep, lease.watch, lease.follow); err != nil {
		_ = lease.releaseSeat(ctx)
		return nil, err
	}
	return lease, nil
}

// described completes the description of a device by that of this machine.
func described(device Device) Device {
	if device.ID == "" {
		device.ID = MachineID()
	}
	if device.Name == "" {
		device.Name = deviceName("")
	}
	if device.OS == "" {
		device.OS = map[string]string{"darwin": "macOS", "linux": "Linux", "windows": "Windows"}[runtime.GOOS]
		if device.OS == "" {
			device.OS = runtime.GOOS
		}
	}
	if device.User == "" {
		device.User = "user"
		if current, err := user.Current(); err == nil {
			device.User = current.Username
		}
	}
	if device.Locale == "" {
		language, _, _ := strings.Cut(os.Getenv("LANG"), ".")
		device.Locale = strings.ReplaceAll(language, "_", "-")
		if device.Locale == "" || device.Locale == "C" || device.Locale == "POSIX" {
			device.Locale = "en"
		}
	}
	return device
}

// A grant is a seat that the server granted, with its signature.
type grant struct {
	id      string
	epoch   int64
	license string
	// token also authorizes the release of the seat.
	token  string
	claims *token.Claims
	term   term.Term
}

type leaseReply struct {
	Lease struct {
		ID        string   `json:"id"`
		Epoch     *int64   `json:"epoch"`
		License   string   `json:"license"`
		ExpiresIn *float64 `json:"expires-in-ms"`
		NextBeat  *float64 `json:"next-heartbeat-ms"`
		Token     string   `json:"token"`
	} `json:"lease"`
}

func (r *leaseReply) isWhole() bool {
	lease := r.Lease
	return lease.ID != "" && lease.Epoch != nil && lease.License != "" && lease.ExpiresIn != nil &&
		lease.NextBeat != nil && lease.Token != ""
}

// take sends a consume.
func (l *Lease) take(ctx context.Context) (*grant, error) {
	body, expected := l.body()
	sentAt := l.client.clock.Now()
	return l.request(ctx, request{method: http.MethodPost, path: "/license/v1/leases", body: body}, expected, randomText(), sentAt)
}

// body is that of a consume, and what its token must say.
func (l *Lease) body() (map[string]any, token.Expected) {
	application := map[string]string{"name": l.wanted.Application.Name, "version": l.wanted.Application.Version}
	if released := l.wanted.Application.ReleasedOn; !released.IsZero() {
		application["released-on"] = released.UTC().Format(time.RFC3339)
	}
	body := map[string]any{
		"product": l.wanted.Product, "client": application, "device": l.wanted.Device, "stream-id": l.stream,
	}
	expected := token.Expected{}
	if l.wanted.License != "" {
		body["license"] = l.wanted.License
		expected.License = &l.wanted.License
	}
	if l.wanted.MaxSeconds != 0 {
		body["max-seconds"] = l.wanted.MaxSeconds
	}
	return body, expected
}

// request sends a request for a lease and verifies the reply. The lease is counted from the moment it was sent first.
func (l *Lease) request(ctx context.Context, r request, expected token.Expected, nonce string, sentAt time.Duration) (*grant, error) {
	r.body.(map[string]any)["nonce"] = nonce
	r.user = l.holder().User
	var reply leaseReply
	if err := l.client.call(ctx, r, &reply); err != nil {
		return nil, err
	}
	return l.granted(ctx, &reply, expected, nonce, sentAt)
}

func (l *Lease) granted(ctx context.Context, reply *leaseReply, expected token.Expected, nonce string, sentAt time.Duration) (*grant, error) {
	who := l.holder()
	if !reply.isWhole() {
		return nil, invalidReply("The server answered without a lease.", nil)
	}
	lease, mode, epoch := reply.Lease, "online", float64(*reply.Lease.Epoch)
	expected.Audience = &l.wanted.Product
	if who.User != "" {
		expected.Issuer, expected.User = &who.Issuer, &who.User
	}
	expected.Device, expected.Stream, expected.Mode, expected.Nonce = &l.wanted.Device.ID, &l.stream, &mode, &nonce
	if expected.Epoch == nil {
		expected.Epoch = &epoch
	}
	if expected.License == nil {
		expected.License = &lease.License
	}
	claims, err := l.client.verify(ctx, lease.Token, expected)
	if err != nil {
		return nil, err
	}
	if who.User == "" {
		if !isServiceAccount(*claims.User) {
			return nil, invalidReply("The lease token is about another user.", nil)
		}
		l.identify(identity{User: *claims.User, Issuer: *claims.Issuer})
	}
	// Only offline leases need the recorded time: a full disk must not end a lease that the server has just granted.
	_ = l.client.serverTime.note(*claims.IssuedAt)
	expires := *lease.ExpiresIn
	if signed := (*claims.ExpiresAt - *claims.IssuedAt) * 1000; signed < expires {
		expires = signed
	}
	granted := term.Granted{
		ExpiresIn: milliseconds(expires), NextBeat: milliseconds(*lease.NextBeat),
		Grace: milliseconds((*claims.GraceUntil - *claims.ExpiresAt) * 1000),
	}
	return &grant{lease.ID, *lease.Epoch, lease.License, lease.Token, claims, term.Of(granted, sentAt, chance())}, nil
}

func milliseconds(count float64) time.Duration {
	return time.Duration(count * float64(time.Millisecond))
}

// verify verifies a lease token by the server's keys.
func (c *Client) verify(ctx context.Context, text string, expected token.Expected) (*token.Claims, error) {
	var claims token.Claims
	err := token.Verify(text, token.LeaseType, func(header token.Header) (token.Key, error) { return c.keyFor(ctx, header) }, &claims)
	if err == nil {
		err = claims.Check(expected)
	}
	if err == nil && *claims.Certificate.Product != *claims.Audience {
		err = errors.New("the lease token is about another product")
	}
	if err != nil && codeOf(err) == "" && ctx.Err() == nil {
		err = invalidReply("The lease token is not signed by this license server, or answers another request.", err)
	}
	return &claims, err
}

func certificateOf(claims *token.Claims) Certificate {
	signed := claims.Certificate
	certificate := Certificate{Product: *signed.Product, Type: signed.Type, Version: *signed.Version}
	if signed.Expiry.Value != nil {
		certificate.Expiry = *signed.Expiry.Value
	}
	if signed.MaintenanceEnd.Value != nil {
		certificate.MaintenanceEnd = *signed.MaintenanceEnd.Value
	}
	if signed.GraceUntil != nil {
		certificate.GraceUntil = seconds(*signed.GraceUntil)
	}
	return certificate
}

// requestedDelay is the delay before a retry that the server requested.
func requestedDelay(err error) time.Duration {
	var known *Error
	if errors.As(err, &known) {
		return known.RetryAfter
	}
	return 0
}
