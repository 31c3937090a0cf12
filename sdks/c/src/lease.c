/* A seat that this application holds, and its end. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** The newest grant, with references of its own. */
struct kh_grant kh_held(keyhold_lease *lease) {
  pthread_mutex_lock(&lease->mutex);
  struct kh_grant grant = lease->grant;
  json_incref(grant.lease);
  json_incref(grant.claims);
  pthread_mutex_unlock(&lease->mutex);
  return grant;
}

char *kh_lease_path(keyhold_lease *lease, const char *call) {
  struct kh_grant grant = kh_held(lease);
  char *path = kh_print("/license/v1/leases/%s%s", kh_text(grant.lease, "id"), call);
  kh_grant_drop(&grant);
  return path;
}

/** Notifies the application of one event at a time. */
void kh_tell(keyhold_lease *lease, keyhold_event event) {
  const char **texts[] = {&event.message, &event.reason, &event.by, &event.license, &event.on, &event.grace_until};
  for (size_t one = 0; one < sizeof texts / sizeof *texts; ++one) {
    if (!*texts[one]) *texts[one] = "";
  }
  if (!lease->listener) return;
  pthread_mutex_lock(&lease->telling);
  lease->listener(&event, lease->context);
  pthread_mutex_unlock(&lease->telling);
}

bool kh_is_stopped(keyhold_lease *lease) { return atomic_load(&lease->cancel.is_stopped); }

void kh_stop(keyhold_lease *lease) {
  kh_cancel_stop(&lease->cancel);
  pthread_mutex_lock(&lease->mutex);
  pthread_cond_broadcast(&lease->changed);
  pthread_mutex_unlock(&lease->mutex);
}

static keyhold_standing standing_of(keyhold_lease *lease) {
  if (lease->over != KEYHOLD_ACTIVE) return lease->over;
  if (lease->offline) return keyhold_offline_entitled(lease->offline) ? KEYHOLD_OFFLINE : KEYHOLD_SUSPENDED;
  return kh_standing_at(&lease->grant.term, kh_now());
}

keyhold_state keyhold_lease_state(keyhold_lease *lease) {
  keyhold_state state = {.epoch = 0};
  pthread_mutex_lock(&lease->mutex);
  state.standing = standing_of(lease);
  const json_t *claims = lease->offline ? lease->offline->claims : lease->grant.claims;
  kh_copy(state.license, sizeof state.license, kh_text(claims, "lic"));
  kh_copy(state.id, sizeof state.id, kh_text(lease->offline ? lease->offline->kept : lease->grant.lease, "id"));
  state.epoch = json_integer_value(json_object_get(claims, "epoch"));
  pthread_mutex_unlock(&lease->mutex);
  state.entitled = state.standing == KEYHOLD_ACTIVE || state.standing == KEYHOLD_OUTAGE || state.standing == KEYHOLD_OFFLINE;
  return state;
}

static char *claim(keyhold_lease *lease, const char *name) {
  pthread_mutex_lock(&lease->mutex);
  char *text = json_dumps(json_object_get(lease->offline ? lease->offline->claims : lease->grant.claims, name), JSON_COMPACT);
  pthread_mutex_unlock(&lease->mutex);
  return text;
}

char *keyhold_lease_addons(keyhold_lease *lease) { return claim(lease, "addons"); }
char *keyhold_lease_certificate(keyhold_lease *lease) { return claim(lease, "cert"); }

const char *keyhold_standing_name(keyhold_standing standing) {
  static const char *const names[] = {"active", "outage", "suspended", "offline", "releasing", "ended"};
  return names[standing];
}

/** Repeats a call of the lease's holder while there is no reply. */
static keyhold_result as_holder(keyhold_lease *lease, const char *method, const char *call, bool has_body, int attempts,
                                keyhold_error *error) {
  struct kh_grant grant = kh_held(lease);
  char *path = kh_print("/license/v1/leases/%s%s", kh_text(grant.lease, "id"), call);
  json_t *body = has_body ? json_pack("{s:O}", "epoch", json_object_get(grant.lease, "epoch")) : NULL;
  keyhold_result result;
  for (int failures = 1;; ++failures) {
    result = kh_holder_call(lease->client, method, path, body, kh_text(lease->expected, "sub"), kh_text(grant.lease, "token"),
                            error);
    if (result != KEYHOLD_UNREACHABLE || failures == attempts) break;
    kh_sleep(kh_backoff(failures, kh_random(), error->retry_after_ms));
  }
  json_decref(body);
  free(path);
  kh_grant_drop(&grant);
  return result;
}

keyhold_result kh_check_in(keyhold_lease *lease, keyhold_error *error) {
  struct kh_grant grant = kh_held(lease);
  char *call = kh_print("?epoch=%lld", (long long)json_integer_value(json_object_get(grant.lease, "epoch")));
  kh_grant_drop(&grant);
  keyhold_result result = as_holder(lease, "DELETE", call, false, 4, error);
  free(call);
  /* The seat was checked out, but the reply was lost. */
  if (result == KEYHOLD_REFUSED && strcmp(error->code, "lease-offline") == 0) {
    return as_holder(lease, "POST", "/return", true, 4, error);
  }
  bool is_gone = result == KEYHOLD_REFUSED && (strcmp(error->code, "epoch-stale") == 0 || strcmp(error->code, "not-found") == 0);
  return is_gone ? KEYHOLD_OK : result;
}

/** The seat is lost: the watching thread notifies the application, and acknowledges when the server awaits it. */
void kh_begin_end(keyhold_lease *lease, const keyhold_error *why, bool is_awaited) {
  pthread_mutex_lock(&lease->mutex);
  bool begins = lease->over == KEYHOLD_ACTIVE && !lease->offline;
  if (begins) {
    lease->over = KEYHOLD_RELEASING;
    lease->end = *why;
    lease->is_awaited = is_awaited;
  }
  pthread_mutex_unlock(&lease->mutex);
  if (begins) kh_stop(lease);
}

static void end(keyhold_lease *lease) {
  struct kh_grant grant = kh_held(lease);
  double left = fmax(0, grant.term.deadline - kh_now());
  kh_grant_drop(&grant);
  kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_RELEASED, .reason = lease->end.reason, .message = lease->end.message,
                                 .by = lease->end.by, .within_ms = left});
  keyhold_error error;
  /* Without an acknowledgement the seat becomes free when the lease expires. */
  if (lease->is_awaited && as_holder(lease, "POST", "/ack", true, 6, &error) == KEYHOLD_REFUSED &&
      strcmp(error.code, "not-released") == 0) {
    kh_check_in(lease, &error);
  }
  pthread_mutex_lock(&lease->mutex);
  lease->over = KEYHOLD_ENDED;
  pthread_mutex_unlock(&lease->mutex);
  kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_ENDED});
}

/** Waits until the seat is returned, or its days are over; the caller holds the mutex. Returns whether it was returned. */
static bool watch_offline(keyhold_lease *lease) {
  while (lease->over == KEYHOLD_ACTIVE && keyhold_offline_entitled(lease->offline)) {
    kh_cond_wait(&lease->changed, &lease->mutex, 200);
  }
  if (lease->over != KEYHOLD_ACTIVE) return false;
  bool is_returned = atomic_load(&lease->offline->is_returned);
  lease->over = is_returned ? KEYHOLD_ENDED : KEYHOLD_RELEASING;
  lease->end = (keyhold_error){.result = KEYHOLD_REFUSED};
  kh_copy(lease->end.reason, sizeof lease->end.reason, "offline-ended");
  kh_copy(lease->end.message, sizeof lease->end.message, "The time for which this license was checked out is over.");
  return is_returned;
}

/** Notices a lease that is over without a reply, and ends one that was released. */
void *kh_watch_thread(void *context) {
  keyhold_lease *lease = context;
  pthread_mutex_lock(&lease->mutex);
  while (!kh_is_stopped(lease) && !lease->offline) {
    double now = kh_now();
    struct kh_term term = lease->grant.term;
    keyhold_standing standing = kh_standing_at(&term, now);
    bool is_news = standing != KEYHOLD_ACTIVE && standing != lease->shown &&
                   !(standing == KEYHOLD_OUTAGE && lease->shown == KEYHOLD_SUSPENDED);
    if (!is_news) {
      kh_cond_wait(&lease->changed, &lease->mutex, 200);
      continue;
    }
    lease->shown = standing;
    pthread_mutex_unlock(&lease->mutex);
    bool is_outage = standing == KEYHOLD_OUTAGE;
    kh_tell(lease, is_outage ? (keyhold_event){.kind = KEYHOLD_EVENT_OUTAGE, .within_ms = fmax(0, term.grace_until - now)}
                             : (keyhold_event){.kind = KEYHOLD_EVENT_SUSPENDED,
                                               .message = "The license could not be confirmed in time."});
    pthread_mutex_lock(&lease->mutex);
  }
  bool is_returned = lease->offline && watch_offline(lease), is_released = lease->over == KEYHOLD_RELEASING;
  pthread_mutex_unlock(&lease->mutex);
  if (is_released) end(lease);
  if (is_returned) kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_ENDED});
  return NULL;
}

static void forget(keyhold_lease *lease) {
  pthread_mutex_lock(&lease->client->mutex);
  for (keyhold_lease **at = &lease->client->leases; *at; at = &(*at)->next) {
    if (*at != lease) continue;
    *at = lease->next;
    break;
  }
  pthread_mutex_unlock(&lease->client->mutex);
}

keyhold_result keyhold_lease_release(keyhold_lease *lease, keyhold_error *error) {
  keyhold_error own;
  if (!error) error = &own;
  keyhold_result result = KEYHOLD_OK;
  pthread_mutex_lock(&lease->releasing);
  /* After a heartbeat, which may change the epoch. */
  pthread_mutex_lock(&lease->leaving);
  pthread_mutex_lock(&lease->mutex);
  bool is_mine = lease->over == KEYHOLD_ACTIVE;
  if (is_mine) lease->over = KEYHOLD_ENDED;
  pthread_mutex_unlock(&lease->mutex);
  pthread_mutex_unlock(&lease->leaving);
  kh_stop(lease);
  if (is_mine && !lease->offline) result = kh_check_in(lease, error);
  if (lease->has_threads) {
    pthread_join(lease->beats, NULL);
    pthread_join(lease->follows, NULL);
  }
  if (lease->is_watched) pthread_join(lease->watches, NULL);
  lease->has_threads = lease->is_watched = false;
  forget(lease);
  if (is_mine) kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_ENDED});
  pthread_mutex_unlock(&lease->releasing);
  return result;
}

void keyhold_lease_free(keyhold_lease *lease) {
  if (!lease) return;
  keyhold_lease_release(lease, NULL);
  keyhold_offline_free(lease->offline);
  kh_grant_drop(&lease->grant);
  json_decref(lease->body);
  json_decref(lease->expected);
  json_decref(lease->pending);
  json_decref(lease->seen);
  json_decref(lease->ending);
  free(lease->last_event);
  kh_cancel_destroy(&lease->cancel);
  pthread_mutex_destroy(&lease->mutex);
  pthread_mutex_destroy(&lease->leaving);
  pthread_mutex_destroy(&lease->telling);
  pthread_mutex_destroy(&lease->releasing);
  pthread_cond_destroy(&lease->changed);
  kh_client_drop(lease->client);
  free(lease);
}
