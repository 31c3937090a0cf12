// Package token verifies lease tokens: compact JWS (RFC 7515) signed with Ed25519 (RFC 8037, RFC 9864).
package token

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Key is a public key of a key set (RFC 7517).
type Key struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	Kid string `json:"kid,omitempty"`
	X   string `json:"x"`
	Use string `json:"use,omitempty"`
}

// KeySet is the server's published keys.
type KeySet struct {
	Keys []Key `json:"keys"`
}

// Find returns the signing key with an id.
func (s KeySet) Find(kid string) (Key, bool) {
	for _, key := range s.Keys {
		if key.Kid == kid && (key.Use == "" || key.Use == "sig") {
			return key, true
		}
	}
	return Key{}, false
}

// Header is the protected header of a token.
type Header struct {
	Alg     string          `json:"alg"`
	Typ     string          `json:"typ"`
	Kid     string          `json:"kid"`
	Crit    json.RawMessage `json:"crit"`
	KeyCert string          `json:"key-cert"`
}

// LeaseType is the type of lease tokens.
const LeaseType = "lease+jwt"

var errToken = errors.New("the token cannot be read")

// HeaderOf reads the header of a token that is not verified yet.
func HeaderOf(token string) (Header, error) {
	var header Header
	head, _, _ := strings.Cut(token, ".")
	return header, decode(head, &header)
}

// Verify checks the signature of a token, whose algorithm and type are the only ones accepted, and reads its content.
func Verify(token, typ string, keyFor func(Header) (Key, error), content any) error {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return errToken
	}
	header, err := HeaderOf(token)
	if err != nil {
		return err
	}
	if header.Typ != typ || (header.Alg != "Ed25519" && header.Alg != "EdDSA") || header.Crit != nil {
		return fmt.Errorf("the token is not of the type %s", typ)
	}
	key, err := keyFor(header)
	if err != nil {
		return err
	}
	public, err := base64.RawURLEncoding.Strict().DecodeString(key.X)
	if err != nil || key.Kty != "OKP" || key.Crv != "Ed25519" || len(public) != ed25519.PublicKeySize {
		return errors.New("the key is of another kind")
	}
	signature, err := base64.RawURLEncoding.Strict().DecodeString(parts[2])
	if err != nil {
		return errToken
	}
	if !ed25519.Verify(public, []byte(parts[0]+"."+parts[1]), signature) {
		return errors.New("the token is not signed by this license server")
	}
	return decode(parts[1], content)
}

func decode(part string, into any) error {
	text, err := base64.RawURLEncoding.Strict().DecodeString(part)
	if err != nil {
		return errToken
	}
	if err := json.Unmarshal(text, into); err != nil {
		return errToken
	}
	return nil
}
