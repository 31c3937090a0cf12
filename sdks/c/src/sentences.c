/* Sentences for users, in their language. */
#include "internal.h"
#include <string.h>

static const char *sentence_of(const char *code, const char *message, const char *language) {
  static const char *const languages[] = {"en", "de", "fr"};
  for (size_t at = 0; at < sizeof languages / sizeof *languages; ++at) {
    if (strcmp(languages[at], language) != 0) continue;
    for (const struct kh_sentence *one = kh_sentences; one->code; ++one) {
      if (strcmp(one->code, code) == 0) return one->texts[at];
    }
  }
  return message;
}

const char *keyhold_sentence_for(const keyhold_error *error, const char *language) {
  bool is_released = strcmp(error->code, "lease-released") == 0;
  return sentence_of(is_released ? error->reason : error->code, error->message, language);
}

const char *keyhold_released_sentence(const keyhold_event *event, const char *language) {
  return sentence_of(event->reason, event->message, language);
}
