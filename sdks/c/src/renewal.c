/* Tokens of a sign-in: stored, and renewed by one process at a time. */
#include "internal.h"
#include <math.h>
#include <string.h>

/* The server repeats its reply within 10 s of a renewal, and ends the session at any later use of the refresh token. */
#define TIMEOUT 2500.0
#define REPEAT_FOR 3000.0
#define LONGEST_PAUSE 1000.0

static bool has_same_user(const json_t *one, const json_t *two) {
  json_t *first = kh_token_part(kh_text(one, "access-token"), 1), *second = kh_token_part(kh_text(two, "access-token"), 1);
  bool is_same = *kh_text(first, "sub") && strcmp(kh_text(first, "sub"), kh_text(second, "sub")) == 0;
  json_decref(first);
  json_decref(second);
  return is_same;
}

/** The stored tokens, or NULL. */
json_t *kh_stored_tokens(keyhold_client *client) {
  json_t *stored = kh_store_get(&client->store, client->sign_in_name);
  if (*kh_text(stored, "refresh-token") && has_same_user(stored, stored)) return stored;
  json_decref(stored);
  return NULL;
}

/** Replaces the tokens by the stored ones, if another process has stored newer ones of the same user. */
static keyhold_result read_newest(keyhold_client *client, json_t **held, keyhold_error *error) {
  json_t *stored = kh_stored_tokens(client);
  if (!stored) {
    return kh_fail(error, KEYHOLD_AUTHENTICATION, "authentication", "The user was signed out by another run of the application.");
  }
  const char *token = kh_text(stored, "refresh-token");
  bool is_old = strcmp(token, kh_text(*held, "refresh-token")) == 0 || json_object_get(client->used, token);
  if (is_old || !has_same_user(stored, *held)) {
    json_decref(stored);
    return is_old ? KEYHOLD_OK : kh_fail(error, KEYHOLD_AUTHENTICATION, "user-changed", "Another user has signed in.");
  }
  json_object_set_new(client->used, kh_text(*held, "refresh-token"), json_true());
  json_decref(*held);
  *held = stored;
  return KEYHOLD_OK;
}

/** Takes part in one attempt: the tokens of another process, or new ones of the server. */
static keyhold_result attempt(keyhold_client *client, const json_t *before, json_t **held, json_t **following,
                              keyhold_error *error) {
  keyhold_result result = read_newest(client, held, error);
  if (result != KEYHOLD_OK) return result;
  if (*held != before && json_number_value(json_object_get(*held, "expires-on")) - kh_calendar(client) > TIMEOUT) {
    *following = json_incref(*held);
    return KEYHOLD_OK;
  }
  result = kh_request_tokens(client, TIMEOUT, following, error, "grant_type", "refresh_token", "refresh_token",
                             kh_text(*held, "refresh-token"), NULL);
  if (result == KEYHOLD_OK) {
    json_object_set_new(client->used, kh_text(*held, "refresh-token"), json_true());
    /* A full disk must not lose the new pair, which is valid in this run. */
    kh_store_set(&client->store, client->sign_in_name, *following, NULL);
  } else if (result == KEYHOLD_AUTHENTICATION) {
    const json_t *refused = *held;
    keyhold_error other;
    if (read_newest(client, held, &other) == KEYHOLD_OK && *held != refused) {
      *following = json_incref(*held);
      return KEYHOLD_OK;
    }
    kh_store_set(&client->store, client->sign_in_name, NULL, NULL);
  }
  return result;
}

/** The next tokens. The caller holds `renewing`. */
keyhold_result kh_renewed_tokens(keyhold_client *client, json_t *before, json_t **following, keyhold_error *error) {
  keyhold_result result = kh_find_server(client, error);
  if (result != KEYHOLD_OK) return result;
  int lock = kh_store_lock(&client->store, client->sign_in_name);
  double begun = kh_now();
  json_t *held = json_incref(before);
  for (int failures = 1;; ++failures) {
    result = attempt(client, before, &held, following, error);
    if (result != KEYHOLD_UNREACHABLE || kh_now() - begun >= REPEAT_FOR) break;
    kh_sleep(fmin(LONGEST_PAUSE, kh_backoff(failures, kh_random(), 0)));
  }
  json_decref(held);
  kh_store_unlock(lock);
  return result;
}
