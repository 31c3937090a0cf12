package keyhold

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// An authorizationServer is the license server as an OAuth 2.0 server (RFC 6749, RFC 8414, RFC 8628, RFC 7009).
type authorizationServer struct {
	transport   *transport
	application string
	clock       Clock
	mu          sync.Mutex
	found       *metadata
}

// metadata are the addresses of the server.
type metadata struct {
	Issuer        string `json:"issuer"`
	Authorization string `json:"authorization_endpoint"`
	Token         string `json:"token_endpoint"`
	Device        string `json:"device_authorization_endpoint"`
	Revocation    string `json:"revocation_endpoint"`
}

// find reads the metadata, unless it is cached. Its issuer must be the base address (RFC 8414, section 3.3).
func (s *authorizationServer) find(ctx context.Context) (*metadata, error) {
	if s.application == "" {
		return nil, ErrNoApplication
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found != nil {
		return s.found, nil
	}
	var found metadata
	path := request{method: http.MethodGet, path: "/.well-known/oauth-authorization-server"}
	if err := s.exchange(ctx, path, &found); err != nil {
		return nil, err
	}
	if found.Issuer != s.transport.base {
		return nil, invalidReply("The server at "+s.transport.base+" calls itself "+found.Issuer+". Use that as the base address.", nil)
	}
	for _, address := range []string{found.Authorization, found.Token, found.Device, found.Revocation} {
		if !strings.HasPrefix(address, found.Issuer+"/") {
			return nil, invalidReply("The server does not say where people sign in.", nil)
		}
	}
	s.found = &found
	return s.found, nil
}

// post sends a form to an endpoint of the server.
func (s *authorizationServer) post(ctx context.Context, endpoint string, form url.Values, timeout time.Duration, into any) error {
	form.Set("client_id", s.application)
	path := strings.TrimPrefix(endpoint, s.transport.base)
	return s.exchange(ctx, request{method: http.MethodPost, path: path, form: form, timeout: timeout}, into)
}

func (s *authorizationServer) exchange(ctx context.Context, r request, into any) error {
	response, text, err := s.transport.read(ctx, r, "")
	if err != nil {
		return err
	}
	if response.StatusCode/100 == 2 {
		if into == nil {
			return nil
		}
		if json.Unmarshal(text, into) != nil {
			return &Error{Code: ErrUnreachable.Code, Message: foreignReply}
		}
		return nil
	}
	var reply struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	_ = json.Unmarshal(text, &reply)
	if reply.Error == "" || isBusy(response.StatusCode) {
		return &Error{Code: ErrUnreachable.Code, Message: foreignReply, RetryAfter: retryAfter(response.Header)}
	}
	return oauthError(reply.Error, reply.Description, response.StatusCode)
}

// oauthError is the error for a code of RFC 6749 or RFC 8628.
func oauthError(code, sentence string, status int) error {
	if sentence == "" {
		sentence = "The server refused: " + code + "."
	}
	switch code {
	case "temporarily_unavailable", "server_error":
		return &Error{Code: ErrUnreachable.Code, Message: sentence}
	case "invalid_grant", "invalid_client":
		return &Error{Code: ErrAuthentication.Code, Message: sentence, Status: status}
	case "access_denied":
		return ErrDenied
	case "expired_token":
		return ErrExpired
	case "authorization_pending", "slow_down":
		return &Error{Code: code, Message: sentence}
	}
	return &Error{Code: ErrRefused.Code, Message: sentence}
}

// requestTokens sends a grant and returns its tokens.
func (s *authorizationServer) requestTokens(ctx context.Context, form url.Values, timeout time.Duration) (*tokens, error) {
	server, err := s.find(ctx)
	if err != nil {
		return nil, err
	}
	var reply struct {
		Access  string  `json:"access_token"`
		Refresh string  `json:"refresh_token"`
		Expires float64 `json:"expires_in"`
	}
	if err := s.post(ctx, server.Token, form, timeout, &reply); err != nil {
		return nil, err
	}
	if reply.Access == "" || reply.Refresh == "" || reply.Expires <= 0 {
		return nil, &Error{Code: ErrUnreachable.Code, Message: foreignReply}
	}
	expires := float64(s.clock.Wall().UnixMilli()) + reply.Expires*1000
	return &tokens{Access: reply.Access, Refresh: reply.Refresh, Expires: expires}, nil
}

// renew returns the next pair of a refresh token.
func (s *authorizationServer) renew(ctx context.Context, refresh string) (*tokens, error) {
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}}
	return s.requestTokens(ctx, form, renewalTimeout)
}

// revoke ends the session of a token.
func (s *authorizationServer) revoke(ctx context.Context, token string) error {
	server, err := s.find(ctx)
	if err != nil {
		return err
	}
	return s.post(ctx, server.Revocation, url.Values{"token": {token}}, 0, nil)
}

// randomText is 128 random bits.
func randomText() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic("keyhold: the system has no random numbers: " + err.Error())
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

// challengeOf is the challenge of a verifier (RFC 7636, S256).
func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
