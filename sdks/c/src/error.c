/* Failures, each with a code for programs and a sentence for users. */
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void kh_copy(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }

keyhold_result kh_fail(keyhold_error *error, keyhold_result result, const char *code, const char *message, ...) {
  if (!error) return result;
  keyhold_error made = {.result = result, .earliest_free_in_ms = -1};
  kh_copy(made.code, sizeof made.code, code);
  va_list values;
  va_start(values, message);
  vsnprintf(made.message, sizeof made.message, message, values);
  va_end(values);
  *error = made;
  return result;
}

keyhold_result kh_invalid(keyhold_error *error, const char *message) {
  return kh_fail(error, KEYHOLD_INVALID_REPLY, "invalid-reply", "%s", message);
}

keyhold_result kh_foreign(keyhold_error *error) {
  return kh_fail(error, KEYHOLD_UNREACHABLE, "unreachable",
                 "The reply is not from a license server. Check the base address.");
}

/** The failure for a reply that is not a success; without the envelope of a refusal it counts as no reply. */
keyhold_result kh_refusal(keyhold_error *error, int status, double retry_after_ms, const json_t *body) {
  const json_t *problems = json_object_get(body, "problems");
  const char *message = json_string_value(json_array_get(json_object_get(body, "errors"), 0));
  bool is_refusal = json_is_false(json_object_get(body, "success")) && json_is_array(problems);
  const json_t *problem = json_array_get(problems, 0);
  const char *code = kh_text(problem, "code");
  /* Asking again is refused, as a busy server's reply is, with 429. */
  bool is_busy = (status == 429 && strcmp(code, "already-asked") != 0) || status == 408 || status == 425 || status >= 500;
  if (!is_refusal || is_busy) {
    kh_foreign(error);
    if (message) kh_copy(error->message, sizeof error->message, message);
    error->retry_after_ms = retry_after_ms;
    return error->result;
  }
  if (!message) message = "The server refused the request.";
  if (status == 401) {
    kh_fail(error, KEYHOLD_AUTHENTICATION, "authentication", "%s", message);
  } else {
    kh_fail(error, KEYHOLD_REFUSED, *code ? code : "refused", "%s", message);
  }
  error->status = status;
  kh_copy(error->reason, sizeof error->reason, kh_text(problem, "reason"));
  kh_copy(error->by, sizeof error->by, kh_text(problem, "by"));
  const json_t *earliest = json_object_get(problem, "earliest-free-in-ms");
  if (json_is_number(earliest)) error->earliest_free_in_ms = json_number_value(earliest);
  const json_t *held = json_array_get(json_object_get(problem, "held-by-me"), 0);
  kh_copy(error->held_license, sizeof error->held_license, kh_text(held, "license"));
  kh_copy(error->held_device, sizeof error->held_device, kh_text(held, "device-name"));
  return error->result;
}
