package keyhold

import "errors"

// A Language is one of the sentences for users.
type Language string

// The languages of the sentences for users.
const (
	English Language = "en"
	German  Language = "de"
	French  Language = "fr"
)

// SentenceFor is the sentence for users of an error of the SDK, in their language. A code without a sentence, which only a
// developer can cause or a newer server sends, has the message in English.
func SentenceFor(err error, language Language) string {
	var known *Error
	if !errors.As(err, &known) {
		return err.Error()
	}
	code := known.Code
	if code == ErrLeaseReleased.Code {
		code = known.Reason
	}
	return sentenceOf(code, known.Message, language)
}

// Sentence is the sentence for users of a release, in their language.
func (r *Released) Sentence(language Language) string {
	return sentenceOf(r.Reason, r.Message, language)
}

func sentenceOf(code, message string, language Language) string {
	if sentence, ok := sentences[code][language]; ok {
		return sentence
	}
	return message
}
