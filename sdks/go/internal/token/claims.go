package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Nullable is a claim that may be null, but must be present.
type Nullable struct {
	Present bool
	Value   *string
}

// UnmarshalJSON reads a text or null.
func (n *Nullable) UnmarshalJSON(text []byte) error {
	n.Present = true
	return json.Unmarshal(text, &n.Value)
}

// Certificate is the terms of the license, as signed by the server.
type Certificate struct {
	Product *string  `json:"product"`
	Type    string   `json:"type"`
	Version *string  `json:"version"`
	Expiry  Nullable `json:"expiry"`
	// MaintenanceEnd is the end of the maintenance of a perpetual license.
	MaintenanceEnd Nullable `json:"maintenance-end"`
	// GraceUntil is when a license that goes on after its end cannot be used any more, in seconds since 1970.
	GraceUntil *float64 `json:"grace-exp"`
}

// Claims are those of a lease token. Times are seconds since 1970 on the server's clock.
type Claims struct {
	Issuer      *string      `json:"iss"`
	Audience    *string      `json:"aud"`
	User        *string      `json:"sub"`
	ID          *string      `json:"jti"`
	IssuedAt    *float64     `json:"iat"`
	NotBefore   *float64     `json:"nbf"`
	ExpiresAt   *float64     `json:"exp"`
	Epoch       *float64     `json:"epoch"`
	Seq         *float64     `json:"seq"`
	Nonce       Nullable     `json:"nonce"`
	License     *string      `json:"lic"`
	Device      *string      `json:"dev"`
	Stream      *string      `json:"stream"`
	Mode        *string      `json:"mode"`
	Certificate *Certificate `json:"cert"`
	Addons      *[]string    `json:"addons"`
	GraceUntil  *float64     `json:"grace-exp"`
}

// Expected are the claims of the request that a token answers; a nil field is not compared.
type Expected struct {
	Issuer, Audience, User, License, Device, Stream, Mode, Nonce *string
	Epoch, Seq                                                   *float64
}

var errClaims = errors.New("the lease token has not every claim")

// Check requires every claim, and that those of the request match.
func (c *Claims) Check(expected Expected) error {
	texts := []*string{c.Issuer, c.Audience, c.User, c.ID, c.License, c.Device, c.Stream, c.Mode}
	numbers := []*float64{c.IssuedAt, c.NotBefore, c.ExpiresAt, c.Epoch, c.Seq, c.GraceUntil}
	for _, text := range texts {
		if text == nil {
			return errClaims
		}
	}
	for _, number := range numbers {
		if number == nil {
			return errClaims
		}
	}
	if !c.isWhole() {
		return errClaims
	}
	return c.compare(expected)
}

func (c *Claims) isWhole() bool {
	cert := c.Certificate
	return (*c.Mode == "online" || *c.Mode == "offline") && c.Addons != nil && c.Nonce.Present && cert != nil &&
		cert.Expiry.Present && cert.MaintenanceEnd.Present &&
		cert.Product != nil && cert.Version != nil &&
		(cert.Type == "Perpetual" || cert.Type == "Subscription" || cert.Type == "Trial")
}

func (c *Claims) compare(expected Expected) error {
	if want := expected.Audience; want != nil && !isProduct(*c.Audience, *want) {
		return errors.New("the lease token is about another product")
	}
	for _, text := range []struct {
		name       string
		have, want *string
	}{
		{"issuer", c.Issuer, expected.Issuer}, {"user", c.User, expected.User},
		{"license", c.License, expected.License}, {"device", c.Device, expected.Device},
		{"stream", c.Stream, expected.Stream}, {"mode", c.Mode, expected.Mode}, {"nonce", c.Nonce.Value, expected.Nonce},
	} {
		if text.want != nil && (text.have == nil || *text.have != *text.want) {
			return fmt.Errorf("the lease token is about another %s", text.name)
		}
	}
	for name, number := range map[string][2]*float64{"epoch": {c.Epoch, expected.Epoch}, "seq": {c.Seq, expected.Seq}} {
		if number[1] != nil && *number[0] != *number[1] {
			return fmt.Errorf("the lease token is about another %s", name)
		}
	}
	return nil
}

// isProduct reports whether a product is the named one, by its rn or its id.
func isProduct(rn, named string) bool {
	return rn == named || (!strings.Contains(named, ":") && strings.HasSuffix(rn, ":product:"+named))
}

// VerifyOffline verifies an offline lease by the root key that is built into the application, which certifies the key
// that signed the lease.
func VerifyOffline(token string, root Key) (*Claims, error) {
	header, err := HeaderOf(token)
	if err != nil || header.KeyCert == "" {
		return nil, errors.New("the offline lease does not carry the certificate of its key")
	}
	var certified struct {
		Key     *Key     `json:"jwk"`
		Expires *float64 `json:"exp"`
	}
	if err := Verify(header.KeyCert, "key+jwt", func(Header) (Key, error) { return root, nil }, &certified); err != nil {
		return nil, err
	}
	if certified.Key == nil || certified.Expires == nil {
		return nil, errors.New("the certificate of the offline lease names no key")
	}
	var claims Claims
	keyFor := func(Header) (Key, error) { return *certified.Key, nil }
	if err := Verify(token, LeaseType, keyFor, &claims); err != nil {
		return nil, err
	}
	offline := "offline"
	if err := claims.Check(Expected{Mode: &offline}); err != nil {
		return nil, err
	}
	if *claims.ExpiresAt > *certified.Expires {
		return nil, errors.New("the certificate of the offline lease ends before the lease does")
	}
	return &claims, nil
}
