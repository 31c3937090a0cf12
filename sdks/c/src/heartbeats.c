/* The heartbeats of a lease. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void kh_hurry(keyhold_lease *lease) {
  pthread_mutex_lock(&lease->mutex);
  lease->due = kh_now();
  pthread_cond_broadcast(&lease->changed);
  pthread_mutex_unlock(&lease->mutex);
}

/** Uses a new grant, unless the lease is over. */
static void accept_grant(keyhold_lease *lease, struct kh_grant *grant) {
  pthread_mutex_lock(&lease->mutex);
  if (lease->over != KEYHOLD_ACTIVE) {
    pthread_mutex_unlock(&lease->mutex);
    kh_grant_drop(grant);
    return;
  }
  struct kh_grant before = lease->grant;
  lease->grant = *grant;
  lease->seq = lease->resume ? 0 : lease->seq + 1;
  lease->failures = 0;
  lease->resume = false;
  json_decref(lease->pending);
  lease->pending = NULL;
  lease->due = grant->term.next_beat_at;
  bool is_resumed = lease->shown != KEYHOLD_ACTIVE && kh_standing_at(&grant->term, kh_now()) == KEYHOLD_ACTIVE;
  if (is_resumed) lease->shown = KEYHOLD_ACTIVE;
  bool is_another = !json_equal(json_object_get(before.lease, "id"), json_object_get(grant->lease, "id")) ||
                    !json_equal(json_object_get(before.lease, "epoch"), json_object_get(grant->lease, "epoch"));
  bool has_others = !json_equal(json_object_get(before.claims, "addons"), json_object_get(grant->claims, "addons"));
  char *license = kh_duplicate(kh_text(grant->lease, "license"));
  pthread_mutex_unlock(&lease->mutex);
  if (is_another) kh_cancel_interrupt(&lease->cancel);
  if (is_resumed) kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_RESUMED, .license = license});
  if (has_others) kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_ENTITLEMENTS, .license = license});
  free(license);
  kh_grant_drop(&before);
}

static bool is_one_of(const char *code, const char *const *codes) {
  for (; *codes; ++codes) {
    if (strcmp(code, *codes) == 0) return true;
  }
  return false;
}

/** What follows from a heartbeat or a resumption that failed. */
static void after(keyhold_lease *lease, keyhold_error *error) {
  static const char *const lapsed[] = {"lease-lapsed", "not-found", NULL};
  static const char *const passing[] = {"lease-lapsed", "not-found", "release-pending", "lease-offline", NULL};
  bool is_refused = error->result == KEYHOLD_REFUSED || error->result == KEYHOLD_AUTHENTICATION;
  if (is_refused && !is_one_of(error->code, passing)) {
    bool is_released = strcmp(error->code, "lease-released") == 0;
    if (!is_released || !*error->reason) kh_copy(error->reason, sizeof error->reason, error->code);
    kh_begin_end(lease, error, is_released || error->result == KEYHOLD_AUTHENTICATION);
    return;
  }
  pthread_mutex_lock(&lease->mutex);
  if (is_refused && is_one_of(error->code, lapsed) && !lease->resume) {
    lease->resume = true;
    json_decref(lease->pending);
    lease->pending = NULL;
    lease->due = kh_now();
  } else {
    lease->failures += 1;
    lease->due = kh_now() + kh_backoff(lease->failures, kh_random(), error->retry_after_ms);
  }
  pthread_mutex_unlock(&lease->mutex);
}

static keyhold_result send_beat(keyhold_lease *lease, struct kh_grant *grant, keyhold_error *error) {
  struct kh_grant held = kh_held(lease);
  if (!lease->pending) {
    char nonce[44];
    kh_nonce(nonce, 16);
    lease->pending = json_pack("{s:i, s:s, s:O}", "seq", lease->seq + 1, "nonce", nonce, "epoch",
                               json_object_get(held.lease, "epoch"));
    lease->pending_sent = kh_now();
  }
  double iat = json_number_value(json_object_get(held.claims, "iat"));
  double third = (json_number_value(json_object_get(held.claims, "exp")) - iat) * 1000 / 3;
  json_t *expected = json_copy(lease->expected);
  json_object_update(expected, lease->pending);
  json_object_set(expected, "lic", json_object_get(held.lease, "license"));
  json_t *body = json_copy(lease->pending);
  if (lease->idle_ms) {
    json_object_set_new(body, "idle-ms", json_integer((json_int_t)fmax(0, lease->idle_ms(lease->context))));
  }
  char *path = kh_lease_path(lease, "/heartbeat");
  keyhold_result result = kh_request_grant(lease->client, path, body, expected, lease->pending_sent,
                                           fmin(10000, fmax(1000, third)), grant, error);
  free(path);
  json_decref(body);
  json_decref(expected);
  kh_grant_drop(&held);
  return result;
}

/** Returns the seat of a check-out that succeeded although its replies were lost. */
static keyhold_offline *beat(keyhold_lease *lease) {
  struct kh_grant grant = {.lease = NULL};
  keyhold_error error = {.result = KEYHOLD_OK};
  keyhold_result result = lease->resume ? kh_ask(lease, &grant, &error) : send_beat(lease, &grant, &error);
  if (result == KEYHOLD_OK) {
    accept_grant(lease, &grant);
    return NULL;
  }
  bool is_checked_out = result == KEYHOLD_REFUSED && strcmp(error.code, "lease-offline") == 0;
  keyhold_offline *offline = is_checked_out && lease->days ? kh_go_offline(lease, lease->days, &error) : NULL;
  if (!offline) after(lease, &error);
  return offline;
}

void *kh_beat_thread(void *context) {
  keyhold_lease *lease = context;
  while (!kh_is_stopped(lease)) {
    pthread_mutex_lock(&lease->mutex);
    double wait = lease->due - kh_now();
    /* A machine that slept is noticed within a second. */
    if (wait > 0 && !kh_is_stopped(lease)) kh_cond_wait(&lease->changed, &lease->mutex, fmin(wait, 1000));
    bool is_due = lease->due <= kh_now();
    pthread_mutex_unlock(&lease->mutex);
    if (!is_due) continue;
    pthread_mutex_lock(&lease->leaving);
    keyhold_offline *offline = kh_is_stopped(lease) ? NULL : beat(lease);
    pthread_mutex_unlock(&lease->leaving);
    if (offline) kh_tell_offline(lease, offline);
  }
  return NULL;
}
