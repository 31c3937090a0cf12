/* The commands about the test vectors. */
#include "vectors.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

double calendar_ahead(void *context) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (double)time.tv_sec * 1000 + (double)time.tv_nsec / 1e6 + ((struct ahead *)context)->ms;
}

static double number(const json_t *object, const char *name) { return json_number_value(json_object_get(object, name)); }

static bool is_valid_online(const json_t *command) {
  static const char *const names[][2] = {{"issuer", "iss"}, {"audience", "aud"}, {"user", "sub"}, {"license", "lic"},
                                         {"device", "dev"}};
  const char *token = kh_text(command, "token");
  json_t *expected = json_copy(json_object_get(command, "expected"));
  for (size_t one = 0; one < sizeof names / sizeof *names; ++one) {
    json_object_set(expected, names[one][1], json_object_get(expected, names[one][0]));
    json_object_del(expected, names[one][0]);
  }
  json_t *header = kh_token_part(token, 0);
  json_t *key = kh_key_in(json_object_get(json_object_get(command, "key-set"), "keys"), header);
  json_t *claims = kh_signed_content(token, key, "lease+jwt", NULL);
  bool is_valid = claims && kh_check_claims(claims, expected, NULL) == KEYHOLD_OK;
  json_decref(claims);
  json_decref(header);
  json_decref(expected);
  return is_valid;
}

/** The calendar stands still at the moment that a vector names. */
static double standing(void *context) { return *(double *)context; }

static bool is_valid_offline(const json_t *command) {
  char *root_key = json_dumps(json_object_get(command, "root-key"), 0);
  double now = number(command, "now") * 1000;
  keyhold_client *client;
  keyhold_open(&(keyhold_options){.base_url = "http://127.0.0.1:1", .root_key = root_key, .calendar = standing, .context = &now},
               &client, NULL);
  const char *product = kh_text(command, "product"), *device = kh_text(command, "device");
  char *name = kh_print("keyhold.offline.%s.%s", kh_last_part(product), device);
  json_t *kept = json_pack("{s:s, s:i, s:O}", "id", "AAAAA", "epoch", 3, "token", json_object_get(command, "token"));
  kh_store_set(&client->store, name, kept, NULL);
  kh_store_set(&client->store, "keyhold.server-time", json_object_get(command, "highest"), NULL);
  keyhold_offline *offline;
  bool is_valid = keyhold_open_offline(client, product, device, &offline, NULL) == KEYHOLD_OK && offline &&
                  keyhold_offline_entitled(offline);
  keyhold_offline_free(offline);
  keyhold_close(client);
  json_decref(kept);
  free(name);
  free(root_key);
  return is_valid;
}

json_t *run_vector(const json_t *command) {
  const char *what = kh_text(command, "do");
  if (strcmp(what, "verify-online") == 0) return json_pack("{s:b}", "valid", is_valid_online(command));
  if (strcmp(what, "verify-offline") == 0) return json_pack("{s:b}", "valid", is_valid_offline(command));
  if (strcmp(what, "sentence") == 0) {
    keyhold_error error = {.status = 0};
    kh_copy(error.code, sizeof error.code, kh_text(command, "code"));
    kh_copy(error.message, sizeof error.message, kh_text(command, "message"));
    return json_pack("{s:s}", "sentence", keyhold_sentence_for(&error, kh_text(command, "language")));
  }
  if (strcmp(what, "times") != 0) return NULL;
  const json_t *granted = json_object_get(command, "granted");
  struct kh_term term = kh_term_of(number(granted, "expiresInMs"), number(granted, "nextHeartbeatMs"),
                                   number(granted, "graceMs"), number(command, "sent-at"), number(command, "random"));
  return json_pack("{s:f, s:f, s:f}", "next-heartbeat-at", term.next_beat_at, "deadline", term.deadline, "grace-until",
                   term.grace_until);
}
