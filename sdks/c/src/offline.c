/* Seats that are checked out for offline use. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SERVER_TIME "keyhold.server-time"
#define TOLERANCE (5 * 60 * 1000.0)

static double highest(keyhold_client *client) {
  json_t *stored = kh_store_get(&client->store, SERVER_TIME);
  double time = json_number_value(stored) * 1000;
  json_decref(stored);
  return time;
}

/** Stores the highest time that the server signed. */
void kh_note_server_time(keyhold_client *client, double issued_at) {
  if (issued_at * 1000 <= highest(client)) return;
  json_t *time = json_integer((json_int_t)issued_at);
  kh_store_set(&client->store, SERVER_TIME, time, NULL);
  json_decref(time);
}

static keyhold_result check_clock(keyhold_client *client, keyhold_error *error) {
  if (kh_calendar(client) >= highest(client) - TOLERANCE) return KEYHOLD_OK;
  return kh_fail(error, KEYHOLD_CLOCK_WENT_BACK, "clock-went-back",
                 "The clock of this machine was set back. Set it to the right time.");
}

static keyhold_result check_root(keyhold_client *client, keyhold_error *error) {
  if (client->root_key) return KEYHOLD_OK;
  return kh_fail(error, KEYHOLD_FAILED, "no-root-key", "Offline use needs the server's root key: give root_key to keyhold_open.");
}

static char *name_of(const char *product, const char *device) {
  return kh_print("keyhold.offline.%s.%s", kh_last_part(product), device);
}

static char *request_name(const char *product, const char *device, const char *user) {
  return kh_print("keyhold.check-out.%s.%s.%s", kh_last_part(product), kh_last_part(user), device);
}

/** Takes the references of `kept` and `claims`. */
static keyhold_offline *make(keyhold_client *client, json_t *kept, json_t *claims, char *name) {
  keyhold_offline *offline = kh_alloc(sizeof *offline);
  atomic_fetch_add(&client->references, 1);
  *offline = (keyhold_offline){.client = client, .kept = kept, .claims = claims, .name = name,
                               .opened_calendar = kh_calendar(client), .opened_now = kh_now()};
  atomic_init(&offline->is_returned, false);
  return offline;
}

/** Opens the lease that is stored for a device. */
static keyhold_result open_stored(keyhold_client *client, const char *product, const char *device, keyhold_offline **offline,
                                  keyhold_error *error) {
  *offline = NULL;
  char *name = name_of(product, device);
  json_t *kept = kh_store_get(&client->store, name), *claims = NULL;
  keyhold_result result = KEYHOLD_OK;
  bool is_current = false;
  if (kept && (result = check_root(client, error)) == KEYHOLD_OK) {
    claims = kh_verify_offline(kh_text(kept, "token"), client->root_key, error);
    json_t *expected = json_pack("{s:s, s:s}", "aud", product, "dev", device);
    result = claims ? kh_check_claims(claims, expected, error) : KEYHOLD_INVALID_REPLY;
    json_decref(expected);
    if (result == KEYHOLD_OK) {
      kh_note_server_time(client, json_number_value(json_object_get(claims, "iat")));
      result = check_clock(client, error);
    }
    is_current = result == KEYHOLD_OK && kh_calendar(client) < json_number_value(json_object_get(claims, "exp")) * 1000;
  }
  if (is_current) {
    *offline = make(client, kept, claims, name);
    return KEYHOLD_OK;
  }
  json_decref(kept);
  json_decref(claims);
  free(name);
  return result;
}

keyhold_result keyhold_open_offline(keyhold_client *client, const char *product, const char *device,
                                    keyhold_offline **offline, keyhold_error *error) {
  char machine[33];
  keyhold_machine_id(machine);
  if (!device) device = machine;
  keyhold_result result = open_stored(client, product, device, offline, error);
  json_t *identity = NULL;
  if (result != KEYHOLD_OK || *offline || kh_identity(client, &identity, NULL) != KEYHOLD_OK) return result;
  /* Without a server there is no lease to open yet. */
  const char *user = kh_text(identity, "sub");
  if (*user) kh_complete_check_out(client, product, device, user, offline, NULL);
  json_decref(identity);
  return KEYHOLD_OK;
}

/** The stored lease if it has not expired; nothing when there is none, or it can never be opened. */
static keyhold_result current(keyhold_client *client, const char *product, const char *device, keyhold_offline **offline,
                              keyhold_error *error) {
  keyhold_result result = open_stored(client, product, device, offline, error);
  return result == KEYHOLD_INVALID_REPLY ? KEYHOLD_OK : result;
}

/** Whether an offline lease is that of a check-out, by its id and epoch. */
static bool is_of(const keyhold_offline *offline, const json_t *wanted) {
  return json_equal(json_object_get(offline->kept, "id"), json_object_get(wanted, "id")) &&
         json_equal(json_object_get(offline->kept, "epoch"), json_object_get(wanted, "epoch"));
}

static keyhold_result already_offline(keyhold_error *error) {
  return kh_fail(error, KEYHOLD_FAILED, "already-offline",
                 "Another license of this product is in offline use on this device. Return it first.");
}

const char *keyhold_offline_license(keyhold_offline *offline) { return kh_text(offline->claims, "lic"); }

double keyhold_offline_until_ms(keyhold_offline *offline) {
  return json_number_value(json_object_get(offline->claims, "exp")) * 1000;
}

static char *claim(const keyhold_offline *offline, const char *name) {
  return json_dumps(json_object_get(offline->claims, name), JSON_COMPACT);
}

char *keyhold_offline_addons(keyhold_offline *offline) { return claim(offline, "addons"); }
char *keyhold_offline_certificate(keyhold_offline *offline) { return claim(offline, "cert"); }

bool keyhold_offline_entitled(keyhold_offline *offline) {
  /* Setting the calendar back while the application runs does not extend the lease. */
  double time = fmax(kh_calendar(offline->client), offline->opened_calendar + kh_now() - offline->opened_now);
  return !atomic_load(&offline->is_returned) && time < json_number_value(json_object_get(offline->claims, "exp")) * 1000;
}

static keyhold_result give_back(keyhold_client *client, const json_t *kept, const char *user, keyhold_error *error) {
  char *path = kh_print("/license/v1/leases/%s/return", kh_text(kept, "id"));
  json_t *body = json_pack("{s:O}", "epoch", json_object_get(kept, "epoch"));
  keyhold_result result = kh_holder_call(client, "POST", path, body, user, kh_text(kept, "token"), error);
  json_decref(body);
  free(path);
  return result;
}

keyhold_result keyhold_offline_give_back(keyhold_offline *offline, keyhold_error *error) {
  keyhold_client *client = offline->client;
  keyhold_result result = give_back(client, offline->kept, kh_text(offline->claims, "sub"), error);
  if (result != KEYHOLD_OK) return result;
  atomic_store(&offline->is_returned, true);
  json_t *stored = kh_store_get(&client->store, offline->name);
  if (json_equal(stored, offline->kept)) result = kh_store_set(&client->store, offline->name, NULL, error);
  json_decref(stored);
  return result;
}

void keyhold_offline_free(keyhold_offline *offline) {
  if (!offline) return;
  kh_client_drop(offline->client);
  json_decref(offline->kept);
  json_decref(offline->claims);
  free(offline->name);
  free(offline);
}

/** The offline lease of a user, or (empty) of a machine with an API token; NULL when there is none that can be used. */
keyhold_offline *kh_open_own(keyhold_client *client, const char *product, const char *device, const char *user,
                             const char *license) {
  keyhold_offline *offline = NULL;
  if (!client->root_key || open_stored(client, product, device, &offline, NULL) != KEYHOLD_OK || !offline) return NULL;
  const char *owner = kh_text(offline->claims, "sub");
  bool is_own = (*user ? strcmp(owner, user) == 0 : kh_is_service_account(owner)) &&
                (!license || strcmp(kh_text(offline->claims, "lic"), license) == 0);
  if (is_own) return offline;
  keyhold_offline_free(offline);
  return NULL;
}

/** Keeps the reply of a check-out, and deletes its request. */
static keyhold_result keep(keyhold_client *client, const json_t *wanted, const char *request, const json_t *lease,
                           const char *nonce, const char *product, const char *device, keyhold_offline **offline,
                           keyhold_error *error) {
  json_t *claims = kh_verify_offline(kh_text(lease, "token"), client->root_key, error);
  if (!claims) return KEYHOLD_INVALID_REPLY;
  json_t *expected = json_pack("{s:s, s:s, s:O, s:O, s:O, s:s}", "aud", product, "dev", device, "sub",
                               json_object_get(wanted, "user"), "lic", json_object_get(wanted, "license"), "epoch",
                               json_object_get(wanted, "epoch"), "nonce", nonce);
  keyhold_result result = kh_check_claims(claims, expected, error);
  json_decref(expected);
  char *name = name_of(product, device);
  json_t *kept = json_pack("{s:O, s:O, s:O}", "id", json_object_get(wanted, "id"), "epoch", json_object_get(wanted, "epoch"),
                           "token", json_object_get(lease, "token"));
  if (result == KEYHOLD_OK) {
    kh_note_server_time(client, json_number_value(json_object_get(claims, "iat")));
    keyhold_offline *other = NULL;
    result = current(client, product, device, &other, error);
    bool is_second = other && !is_of(other, wanted);
    keyhold_offline_free(other);
    if (result == KEYHOLD_OK && is_second) result = give_back(client, kept, kh_text(wanted, "user"), error);
    if (result == KEYHOLD_OK && is_second) {
      kh_store_set(&client->store, request, NULL, NULL);
      result = already_offline(error);
    }
    if (result == KEYHOLD_OK) result = kh_store_set(&client->store, name, kept, error);
  }
  if (result == KEYHOLD_OK) result = kh_store_set(&client->store, request, NULL, error);
  if (result == KEYHOLD_OK) {
    *offline = make(client, kept, claims, name);
    return result;
  }
  json_decref(kept);
  json_decref(claims);
  free(name);
  return result;
}

static keyhold_result send_request(keyhold_client *client, const json_t *wanted, const char *request, const char *product,
                                   const char *device, keyhold_offline **offline, keyhold_error *error) {
  char nonce[44];
  kh_nonce(nonce, 16);
  json_t *reply = NULL, *body = json_pack("{s:O, s:O, s:s}", "epoch", json_object_get(wanted, "epoch"), "days",
                                          json_object_get(wanted, "days"), "nonce", nonce);
  char *path = kh_print("/license/v1/leases/%s/offline", kh_text(wanted, "id"));
  struct kh_request sent = {.method = "POST", .path = path, .body = body, .timeout_ms = 10000, .user = kh_text(wanted, "user")};
  keyhold_result result = kh_call(client, &sent, &reply, error);
  json_decref(body);
  free(path);
  if (result == KEYHOLD_REFUSED) kh_store_set(&client->store, request, NULL, NULL);
  if (result == KEYHOLD_OK) {
    result = keep(client, wanted, request, json_object_get(reply, "lease"), nonce, product, device, offline, error);
  }
  json_decref(reply);
  return result;
}

/** Stores the request first, so that a lost reply loses no seat. */
keyhold_result kh_check_out(keyhold_client *client, const json_t *wanted, const char *product, const char *device,
                            keyhold_offline **offline, keyhold_error *error) {
  keyhold_result result = check_root(client, error);
  if (result == KEYHOLD_OK) result = check_clock(client, error);
  if (result == KEYHOLD_OK) result = current(client, product, device, offline, error);
  if (result != KEYHOLD_OK) return result;
  if (*offline && is_of(*offline, wanted)) return KEYHOLD_OK;
  if (*offline) {
    keyhold_offline_free(*offline);
    *offline = NULL;
    return already_offline(error);
  }
  char *request = request_name(product, device, kh_text(wanted, "user"));
  result = kh_store_set(&client->store, request, wanted, error);
  for (int failures = 1; result == KEYHOLD_OK; ++failures) {
    result = send_request(client, wanted, request, product, device, offline, error);
    bool may_repeat = result == KEYHOLD_UNREACHABLE || result == KEYHOLD_INVALID_REPLY;
    if (!may_repeat || failures == 4) break;
    kh_sleep(kh_backoff(failures, kh_random(), error->retry_after_ms));
    result = KEYHOLD_OK;
  }
  free(request);
  return result;
}

/** Repeats a check-out whose reply was lost in an earlier run; a refusal means that there is none. */
keyhold_result kh_complete_check_out(keyhold_client *client, const char *product, const char *device, const char *user,
                                     keyhold_offline **offline, keyhold_error *error) {
  char *request = request_name(product, device, user);
  json_t *wanted = kh_store_get(&client->store, request);
  keyhold_result result = KEYHOLD_OK;
  if (wanted && client->root_key) result = send_request(client, wanted, request, product, device, offline, error);
  json_decref(wanted);
  free(request);
  return result == KEYHOLD_UNREACHABLE || result == KEYHOLD_AUTHENTICATION ? result : KEYHOLD_OK;
}
