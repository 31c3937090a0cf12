package keyhold

import (
	"context"
	"errors"
	"net/url"
	"os"
	"time"

	"keyhold.example/keyhold/internal/browser"
)

// SignInByBrowser are the options of a sign-in by the browser.
type SignInByBrowser struct {
	// Open opens an address in the user's own browser.
	Open func(address string) error
	// DeviceName is shown to the user, at most 200 characters; the machine's name when empty.
	DeviceName string
}

// signInLimit is how long the user has.
const signInLimit = 10 * time.Minute

// SignIn signs a user in with their browser, as their account requires (RFC 8252, PKCE): a listener on this machine
// gets the response, until the context ends, the client is closed or ten minutes have passed. The tokens are kept in the
// store and renewed.
func (c *Client) SignIn(ctx context.Context, options SignInByBrowser) error {
	return c.whileOpen(ctx, func(ctx context.Context) error { return c.signIn(ctx, options) })
}

// whileOpen signs a user in, which ends when the client is closed.
func (c *Client) whileOpen(ctx context.Context, signIn func(context.Context) error) error {
	if !c.startWaiting() {
		return ErrClosed
	}
	defer c.waits.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer afterFunc(c.closing, cancel)()
	err := signIn(ctx)
	if err != nil && c.closing.Err() != nil {
		return ErrClosed
	}
	return err
}

func (c *Client) signIn(ctx context.Context, options SignInByBrowser) error {
	ctx, cancel := context.WithTimeout(ctx, signInLimit)
	defer cancel()
	server, err := c.server.find(ctx)
	if err != nil {
		return limited(ctx, err)
	}
	listener, err := browser.Listen()
	if err != nil {
		return err
	}
	defer listener.Close()
	verifier, state := randomText()+randomText(), randomText()
	query := url.Values{
		"response_type": {"code"}, "client_id": {c.server.application}, "redirect_uri": {listener.Address},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"}, "state": {state},
		"device_name": {deviceName(options.DeviceName)},
	}
	if err := options.Open(server.Authorization + "?" + query.Encode()); err != nil {
		return err
	}
	select {
	case response := <-listener.Responses:
		kept, err := c.redeem(ctx, server, response.Query, state, verifier, listener.Address)
		if err == nil {
			err = c.begin(ctx, kept)
		}
		response.Finish(err == nil)
		return limited(ctx, err)
	case <-ctx.Done():
		return limited(ctx, ctx.Err())
	}
}

// redeem exchanges the authorization response for tokens. One to another request, or of another server, may be an
// attempt to sign this application in as another user (RFC 9700, section 4.7; RFC 9207).
func (c *Client) redeem(ctx context.Context, server *metadata, response url.Values, state, verifier, redirect string) (*tokens, error) {
	switch {
	case response.Get("state") != state:
		return nil, ErrWrongState
	case response.Get("iss") != server.Issuer:
		return nil, ErrWrongIssuer
	case response.Get("error") != "":
		return nil, oauthError(response.Get("error"), response.Get("error_description"), 400)
	}
	return c.server.requestTokens(ctx, url.Values{
		"grant_type": {"authorization_code"}, "code": {response.Get("code")},
		"redirect_uri": {redirect}, "code_verifier": {verifier},
	}, 0)
}

// SignInCode is a code that the user enters in a browser elsewhere.
type SignInCode struct {
	// UserCode is the code, XXXX-XXXX; VerificationURI the address where the user enters it.
	UserCode, VerificationURI string
	// VerificationURIComplete is the address with the code in it, for a link or a QR code.
	VerificationURIComplete string
	ExpiresAt               time.Time
}

// SignInByCode are the options of a sign-in without a browser.
type SignInByCode struct {
	// Show shows the code and the address to the user.
	Show func(SignInCode) error
	// DeviceName is shown to the user, at most 200 characters; the machine's name when empty.
	DeviceName string
}

// slowDown is the increase of the interval after each slow_down (RFC 8628, section 3.5).
const slowDown = 5 * time.Second

// SignInByCode signs a user in by a code that they enter in a browser elsewhere (RFC 8628), for terminals and devices
// without a browser.
func (c *Client) SignInByCode(ctx context.Context, options SignInByCode) error {
	return c.whileOpen(ctx, func(ctx context.Context) error { return c.signInByCode(ctx, options) })
}

func (c *Client) signInByCode(ctx context.Context, options SignInByCode) error {
	server, err := c.server.find(ctx)
	if err != nil {
		return err
	}
	var device struct {
		Code     string  `json:"device_code"`
		UserCode string  `json:"user_code"`
		Address  string  `json:"verification_uri"`
		Complete string  `json:"verification_uri_complete"`
		Expires  float64 `json:"expires_in"`
		Interval float64 `json:"interval"`
	}
	form := url.Values{"device_name": {deviceName(options.DeviceName)}}
	if err := c.server.post(ctx, server.Device, form, 0, &device); err != nil {
		return err
	}
	lasts := time.Duration(device.Expires * float64(time.Second))
	shown := SignInCode{device.UserCode, device.Address, device.Complete, c.clock.Wall().Add(lasts)}
	if err := options.Show(shown); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	kept, err := c.poll(ctx, device.Code, time.Duration(device.Interval*float64(time.Second)))
	if err == nil {
		err = c.begin(ctx, kept)
	}
	return limited(ctx, err)
}

// poll requests the tokens of a code until the user has answered.
func (c *Client) poll(ctx context.Context, code string, interval time.Duration) (*tokens, error) {
	if interval <= 0 {
		interval = 5 * time.Second
	}
	form := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "device_code": {code}}
	for pause(ctx, c.clock, interval) {
		kept, err := c.server.requestTokens(ctx, form, 0)
		switch codeOf(err) {
		case "authorization_pending":
		case "slow_down":
			interval += slowDown
		case ErrUnreachable.Code:
			interval = shorter(interval*2, time.Minute)
		default:
			return kept, err
		}
	}
	return nil, ctx.Err()
}

// begin keeps the tokens of a sign-in. When they cannot be kept, nobody could use the session: it is ended.
func (c *Client) begin(ctx context.Context, kept *tokens) error {
	err := c.session.renewal.keep(kept)
	if err == nil {
		err = c.session.adopt(kept)
	}
	if err != nil {
		_ = c.server.revoke(ctx, kept.Refresh)
	}
	return err
}

// limited returns ErrExpired when the time of the user is over.
func limited(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		return ErrExpired
	}
	return err
}

func deviceName(given string) string {
	if given != "" {
		return given
	}
	name, err := os.Hostname()
	if err != nil {
		return "Computer"
	}
	return name
}
