package keyhold

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Error is an error of the SDK. Code is stable and for programs; its text is a sentence for users. Compare it with
// errors.Is and one of the values below, or read its fields with errors.As.
type Error struct {
	// Code is the code of the protocol's refusal, or of the SDK.
	Code string
	// Message is a sentence for users.
	Message string
	// Status is the HTTP status of a refusal, 0 for other errors.
	Status int
	// RetryAfter is the delay before a retry that the server requested, 0 without one.
	RetryAfter time.Duration
	// EarliestFree is when the first seat could become free by itself, 0 when unknown. Of ErrNoSeat.
	EarliestFree time.Duration
	// Reason and By are the cause and the author of a release. Of ErrLeaseReleased.
	Reason, By string
	// HeldByMe are the user's own leases on other devices that stand in the way, which TakeOver would take.
	HeldByMe []HeldLease
	cause    error
}

// A HeldLease is a lease of the user on another device.
type HeldLease struct {
	// License is the rn of the license.
	License    string `json:"license"`
	DeviceName string `json:"device-name"`
	// Since is ISO 8601.
	Since string `json:"since"`
}

// Error returns the sentence for users.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the error that caused this one.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether both errors have the same code.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

// The errors to compare with by errors.Is.
var (
	// ErrUnreachable: no usable reply. A retry is safe.
	ErrUnreachable = &Error{Code: "unreachable", Message: "The license server cannot be reached."}
	// ErrInvalidReply: a reply did not follow the protocol, or its token was invalid.
	ErrInvalidReply = &Error{Code: "invalid-reply", Message: "The reply is not valid."}
	// ErrAuthentication: nobody is signed in, or the session ended.
	ErrAuthentication = &Error{Code: "authentication", Message: "Nobody is signed in. Call SignIn or UseToken first.", Status: 401}
	// ErrUserChanged: another user has signed in.
	ErrUserChanged = &Error{Code: "user-changed", Message: "Another user has signed in.", Status: 401}
	// ErrNoSeat: every seat is in use.
	ErrNoSeat = &Error{Code: "no-seat", Message: "Every seat is in use."}
	// ErrPoolLimit and ErrPoolReserved: a rule of the pool allows no further seat.
	ErrPoolLimit    = &Error{Code: "pool-limit", Message: "A rule of the pool allows no further seat."}
	ErrPoolReserved = &Error{Code: "pool-reserved", Message: "The free seats are kept for others."}
	// ErrNotEligible: no license of the product allows this user.
	ErrNotEligible = &Error{Code: "not-eligible", Message: "No license allows this user."}
	// The license has expired, was suspended, or does not cover this version.
	ErrLicenseExpired    = &Error{Code: "license-expired", Message: "The license has expired."}
	ErrLicenseSuspended  = &Error{Code: "license-suspended", Message: "The license is suspended."}
	ErrMaintenanceEnded  = &Error{Code: "maintenance-ended", Message: "The maintenance has ended."}
	ErrVersionNotCovered = &Error{Code: "version-not-covered", Message: "The license does not cover this version."}
	// ErrReleasePending: the last holder of the seat is being logged off.
	ErrReleasePending = &Error{Code: "release-pending", Message: "The seat is about to be free."}
	// ErrLeaseReleased: the seat of this client was released.
	ErrLeaseReleased = &Error{Code: "lease-released", Message: "The license was released."}
	// ErrEpochStale: another run has taken the seat. ErrCopied: a copy of this device uses it.
	ErrEpochStale = &Error{Code: "epoch-stale", Message: "Another run has the license."}
	ErrCopied     = &Error{Code: "copied", Message: "A copy of this device uses the license."}
	// ErrLeaseLapsed: the lease expired; consuming again resumes it.
	ErrLeaseLapsed = &Error{Code: "lease-lapsed", Message: "The lease has expired."}
	// ErrClockWentBack: the machine's clock was set back more than 5 minutes behind a time that the server signed.
	ErrClockWentBack = &Error{Code: "clock-went-back", Message: "The clock of this machine was set back. Set it to the right time to use the license offline."}
	// ErrNoRootKey: offline use needs the server's root key.
	ErrNoRootKey = &Error{Code: "no-root-key", Message: "Offline use needs the server's root key: set RootKey in the options."}
	// ErrAlreadyOffline: another license of the product is in offline use on this device.
	ErrAlreadyOffline = &Error{Code: "already-offline", Message: "Another license of this product is in offline use on this device. Return it first."}
	// The sign-in was denied, expired, got the response to another sign-in or of another server, or was refused.
	ErrDenied      = &Error{Code: "denied", Message: "The sign-in was denied."}
	ErrExpired     = &Error{Code: "expired", Message: "Nobody signed in within the time that there was. Sign in again."}
	ErrWrongState  = &Error{Code: "wrong-state", Message: "The browser brought the answer to another sign-in. Sign in again."}
	ErrWrongIssuer = &Error{Code: "wrong-issuer", Message: "The browser brought the answer of another server. Sign in again."}
	ErrRefused     = &Error{Code: "refused", Message: "The server refused the sign-in."}
	// ErrNoApplication: the options name no application.
	ErrNoApplication = &Error{Code: "no-application", Message: "Set Application in the options to the id under which the application is registered."}
	// ErrNoLeaseYet: whose API token it is, is known with its first lease.
	ErrNoLeaseYet = &Error{Code: "no-lease-yet", Message: "Whose API token it is is known with its first lease."}
	// ErrClosed: the client is closed.
	ErrClosed = &Error{Code: "closed", Message: "The client is closed."}
)

func unreachable(cause error) error {
	return &Error{Code: ErrUnreachable.Code, Message: ErrUnreachable.Message, cause: cause}
}

func invalidReply(message string, cause error) error {
	return &Error{Code: ErrInvalidReply.Code, Message: message, cause: cause}
}

const foreignReply = "The reply is not from a license server. Check the base address."

// A refusal is the envelope of a reply that was not a success.
type refusal struct {
	Success  *bool    `json:"success"`
	Errors   []string `json:"errors"`
	Problems []struct {
		Code         string      `json:"code"`
		Reason       string      `json:"reason"`
		By           string      `json:"by"`
		EarliestFree float64     `json:"earliest-free-in-ms"`
		HeldByMe     []HeldLease `json:"held-by-me"`
	} `json:"problems"`
}

// refusalOf returns the error for a reply that was not a success. Without the envelope of a refusal it is of a proxy, a
// firewall or a hotel's page, and counts as no reply, as that of a busy or failing server does.
func refusalOf(status int, header http.Header, body []byte) error {
	var reply refusal
	isRefusal := json.Unmarshal(body, &reply) == nil && reply.Success != nil && !*reply.Success && len(reply.Problems) > 0
	message := foreignReply
	if isRefusal && len(reply.Errors) > 0 {
		message = reply.Errors[0]
	}
	// Asking again is refused, as a busy server's reply is, with 429.
	if !isRefusal || isBusy(status) && reply.Problems[0].Code != "already-asked" {
		return &Error{Code: ErrUnreachable.Code, Message: message, RetryAfter: retryAfter(header)}
	}
	problem := reply.Problems[0]
	code := problem.Code
	if status == http.StatusUnauthorized {
		code = ErrAuthentication.Code
	}
	earliest := time.Duration(problem.EarliestFree) * time.Millisecond
	refused := &Error{Code: code, Message: message, Status: status, EarliestFree: earliest, Reason: problem.Reason, By: problem.By}
	refused.HeldByMe = problem.HeldByMe
	return refused
}

// isBusy reports whether a server is busy, did not process the request, or failed.
func isBusy(status int) bool {
	return status == 408 || status == 425 || status == 429 || status >= 500
}

func retryAfter(header http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(header.Get("Retry-After"), 64)
	if err != nil || !(seconds > 0) {
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}

// CodeOf returns the stable code of an error, for programs and reports. That of an error of another package is its text.
func CodeOf(err error) string {
	if code := codeOf(err); code != "" || err == nil {
		return code
	}
	return err.Error()
}

// codeOf returns the code of an error of the SDK, or nothing.
func codeOf(err error) string {
	var known *Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

// isRefused reports whether the server refused a request.
func isRefused(err error) bool {
	var known *Error
	return errors.As(err, &known) && known.Status != 0
}

// isSignedOut reports whether a request was refused because of its session.
func isSignedOut(err error) bool {
	code := codeOf(err)
	return code == ErrAuthentication.Code || code == ErrUserChanged.Code
}
