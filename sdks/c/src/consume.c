/* Consuming a seat, and the grants of the server. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void kh_grant_drop(struct kh_grant *grant) {
  json_decref(grant->lease);
  json_decref(grant->claims);
  grant->lease = grant->claims = NULL;
}

static double number(const json_t *object, const char *name) { return json_number_value(json_object_get(object, name)); }

static keyhold_result verify(keyhold_client *client, json_t *lease, const json_t *expected, double sent_at,
                             struct kh_grant *grant, keyhold_error *error) {
  const char *token = kh_text(lease, "token");
  bool is_whole = *token && *kh_text(lease, "id") && *kh_text(lease, "license") &&
                  json_is_integer(json_object_get(lease, "epoch")) && json_is_number(json_object_get(lease, "expires-in-ms")) &&
                  json_is_number(json_object_get(lease, "next-heartbeat-ms"));
  if (!is_whole) return kh_invalid(error, "The reply of the server has no lease.");
  json_t *header = kh_token_part(token, 0), *key = NULL;
  keyhold_result result = kh_find_key(client, header, &key, error);
  json_decref(header);
  if (result != KEYHOLD_OK) return result;
  json_t *claims = kh_signed_content(token, key, "lease+jwt", error);
  json_decref(key);
  if (!claims) return KEYHOLD_INVALID_REPLY;
  json_t *all = json_pack("{s:s, s:O, s:O}", "mode", "online", "epoch", json_object_get(lease, "epoch"), "lic",
                          json_object_get(lease, "license"));
  json_object_update(all, (json_t *)expected);
  result = kh_check_claims(claims, all, error);
  json_decref(all);
  if (result == KEYHOLD_OK && !json_object_get(expected, "sub") && !kh_is_service_account(kh_text(claims, "sub"))) {
    result = kh_invalid(error, "The lease token is about another user.");
  }
  if (result == KEYHOLD_OK && strcmp(kh_text(json_object_get(claims, "cert"), "product"), kh_text(claims, "aud")) != 0) {
    result = kh_invalid(error, "The lease token is about another product.");
  }
  if (result != KEYHOLD_OK) {
    json_decref(claims);
    return result;
  }
  kh_note_server_time(client, number(claims, "iat"));
  double signed_ms = (number(claims, "exp") - number(claims, "iat")) * 1000;
  double grace = (number(claims, "grace-exp") - number(claims, "exp")) * 1000;
  grant->lease = json_incref(lease);
  grant->claims = claims;
  grant->term = kh_term_of(fmin(number(lease, "expires-in-ms"), signed_ms), number(lease, "next-heartbeat-ms"), grace,
                           sent_at, kh_random());
  return KEYHOLD_OK;
}

/** Sends a request for a lease and verifies the reply. */
keyhold_result kh_request_grant(keyhold_client *client, const char *path, const json_t *body, const json_t *expected,
                                double sent_at, double timeout_ms, struct kh_grant *grant, keyhold_error *error) {
  json_t *reply = NULL;
  struct kh_request request = {.method = "POST", .path = path, .body = body, .timeout_ms = timeout_ms,
                               .user = kh_text(expected, "sub")};
  keyhold_result result = kh_call(client, &request, &reply, error);
  if (result == KEYHOLD_OK) result = verify(client, json_object_get(reply, "lease"), expected, sent_at, grant, error);
  json_decref(reply);
  return result;
}

keyhold_result kh_enter(keyhold_lease *lease, const json_t *how, struct kh_grant *grant, json_t **waiting,
                        keyhold_error *error) {
  char nonce[44];
  kh_nonce(nonce, 16);
  json_t *body = json_copy(lease->body), *expected = json_copy(lease->expected), *reply = NULL;
  json_object_set_new(body, "nonce", json_string(nonce));
  json_object_set_new(expected, "nonce", json_string(nonce));
  json_object_update(body, (json_t *)how);
  bool takes_over = json_object_get(how, "take-over") != NULL;
  /* The seat of a place, and one that is taken over, is any that its user may use. */
  json_t *license = takes_over || json_object_get(how, "waiting") ? NULL : json_object_get(body, "license");
  if (license) json_object_set(expected, "lic", license);
  double sent_at = kh_now();
  /* The server waits up to ten seconds until the other device has saved. */
  struct kh_request request = {.method = "POST", .path = "/license/v1/leases", .body = body,
                               .timeout_ms = takes_over ? 20000 : 10000, .user = kh_text(lease->expected, "sub")};
  keyhold_result result = kh_call(lease->client, &request, &reply, error);
  json_t *place = json_object_get(reply, "waiting");
  if (result == KEYHOLD_OK && waiting && json_is_object(place)) {
    *waiting = json_incref(place);
  } else if (result == KEYHOLD_OK) {
    result = verify(lease->client, json_object_get(reply, "lease"), expected, sent_at, grant, error);
  }
  json_decref(reply);
  json_decref(body);
  json_decref(expected);
  if (grant->claims && !json_object_get(lease->expected, "sub")) {
    /* Whose API token it is, the first lease names: the following ones must agree. */
    json_object_set(lease->expected, "iss", json_object_get(grant->claims, "iss"));
    json_object_set(lease->expected, "sub", json_object_get(grant->claims, "sub"));
    pthread_mutex_lock(&lease->client->mutex);
    free(lease->client->machine);
    lease->client->machine = kh_duplicate(kh_text(grant->claims, "sub"));
    pthread_mutex_unlock(&lease->client->mutex);
  }
  return result;
}

/** Consumes a seat, also again after a lapse. */
keyhold_result kh_ask(keyhold_lease *lease, struct kh_grant *grant, keyhold_error *error) {
  return kh_enter(lease, NULL, grant, NULL, error);
}

/** Takes a seat, and waits in line for it where the request wants that. */
static keyhold_result enter(keyhold_lease *lease, const keyhold_request *request, keyhold_error *error) {
  json_t *how = json_object(), *waiting = NULL;
  if (request->waits) json_object_set_new(how, "wait", json_true());
  if (request->takes_over) json_object_set_new(how, "take-over", json_true());
  keyhold_result result;
  for (int failures = 1;; ++failures) {
    result = kh_enter(lease, how, &lease->grant, json_object_size(how) ? &waiting : NULL, error);
    bool may_repeat = result == KEYHOLD_UNREACHABLE || result == KEYHOLD_INVALID_REPLY;
    if (!may_repeat || failures == 5) break;
    kh_sleep(kh_backoff(failures, kh_random(), error->retry_after_ms));
  }
  json_decref(how);
  if (result == KEYHOLD_OK && waiting) result = kh_wait_in_line(lease, request, waiting, error);
  json_decref(waiting);
  return result;
}

static const char *or(const char *text, const char *otherwise) { return text ? text : otherwise; }

static void describe(keyhold_lease *lease, const keyhold_request *request, const json_t *identity) {
  char device[33], stream[44];
  struct kh_machine machine;
  kh_this_machine(&machine);
  keyhold_machine_id(device);
  kh_nonce(stream, 16);
  const char *id = or(request->device_id, device);
  lease->body = json_pack("{s:s, s:{s:s, s:s, s:s*}, s:{s:s, s:s, s:s, s:s, s:s}, s:s, s:s*}", "product", request->product,
                          "client", "name", or(request->name, ""), "version", or(request->version, ""), "released-on",
                          request->released_on, "device", "id", id, "name", or(request->device_name, machine.name), "os",
                          or(request->device_os, machine.os), "user", or(request->device_user, machine.user), "locale",
                          or(request->device_locale, machine.locale), "stream-id", stream, "license", request->license);
  if (lease->body && request->max_seconds) json_object_set_new(lease->body, "max-seconds", json_integer(request->max_seconds));
  lease->expected = json_pack("{s:O*, s:O*, s:s, s:s, s:s}", "iss", json_object_get(identity, "iss"), "sub",
                              json_object_get(identity, "sub"), "aud", request->product, "dev", id, "stream", stream);
}

/** Opens the offline lease of an earlier run, or takes a seat. */
static keyhold_result take(keyhold_lease *lease, const keyhold_request *request, keyhold_error *error) {
  keyhold_client *client = lease->client;
  const char *device = kh_text(lease->expected, "dev"), *user = kh_text(lease->expected, "sub");
  lease->offline = kh_open_own(client, request->product, device, user, request->license);
  keyhold_result result = KEYHOLD_OK;
  for (int failures = 1; *user && !lease->offline; ++failures) {
    result = kh_complete_check_out(client, request->product, device, user, &lease->offline, error);
    bool may_repeat = result == KEYHOLD_UNREACHABLE || result == KEYHOLD_INVALID_REPLY;
    if (!may_repeat || failures == 5) break;
    kh_sleep(kh_backoff(failures, kh_random(), error->retry_after_ms));
  }
  return result == KEYHOLD_OK && !lease->offline ? enter(lease, request, error) : result;
}

keyhold_result keyhold_consume(keyhold_client *client, const keyhold_request *request, keyhold_lease **lease,
                               keyhold_error *error) {
  keyhold_error own;
  if (!error) error = &own;
  *lease = NULL;
  if (!request->product) return kh_fail(error, KEYHOLD_FAILED, "no-product", "Give keyhold_consume the product.");
  json_t *identity = NULL;
  keyhold_result result = kh_identity(client, &identity, error);
  if (result != KEYHOLD_OK) return result;
  keyhold_lease *made = kh_alloc(sizeof *made);
  atomic_fetch_add(&client->references, 1);
  made->client = client;
  made->listener = request->listener;
  made->idle_ms = request->idle_ms;
  made->context = request->context;
  made->seen = json_object();
  pthread_mutex_init(&made->mutex, NULL);
  pthread_mutex_init(&made->leaving, NULL);
  pthread_mutex_init(&made->telling, NULL);
  pthread_mutex_init(&made->releasing, NULL);
  kh_copy(made->ending_day, sizeof made->ending_day, "none");
  kh_cond_init(&made->changed);
  kh_cancel_init(&made->cancel);
  describe(made, request, identity);
  json_decref(identity);
  result = made->body && made->expected ? take(made, request, error)
                                        : kh_fail(error, KEYHOLD_FAILED, "invalid", "A text of the request is not UTF-8.");
  if (result != KEYHOLD_OK) {
    made->over = KEYHOLD_ENDED;
    keyhold_lease_free(made);
    return result;
  }
  pthread_mutex_lock(&client->mutex);
  bool is_closed = client->is_closed;
  if (!is_closed) {
    made->next = client->leases;
    client->leases = made;
  }
  pthread_mutex_unlock(&client->mutex);
  if (is_closed) {
    keyhold_lease_free(made);
    return kh_closed(error);
  }
  made->due = made->grant.term.next_beat_at;
  made->has_threads = !made->offline;
  made->is_watched = true;
  if (made->has_threads) {
    pthread_create(&made->beats, NULL, kh_beat_thread, made);
    pthread_create(&made->follows, NULL, kh_follow_thread, made);
  }
  pthread_create(&made->watches, NULL, kh_watch_thread, made);
  *lease = made;
  return KEYHOLD_OK;
}
