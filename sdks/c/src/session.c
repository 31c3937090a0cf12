/* The session of a user: its tokens, and requests in it. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *token_now(keyhold_client *client) {
  pthread_mutex_lock(&client->mutex);
  char *token = kh_duplicate(client->token);
  pthread_mutex_unlock(&client->mutex);
  return token;
}

static keyhold_result not_signed_in(keyhold_error *error) {
  kh_fail(error, KEYHOLD_AUTHENTICATION, "authentication", "No user is signed in.");
  if (error) error->status = 401;
  return KEYHOLD_AUTHENTICATION;
}

keyhold_result kh_identity(keyhold_client *client, json_t **identity, keyhold_error *error) {
  char *token = token_now(client);
  if (!token) return not_signed_in(error);
  bool is_machine = kh_is_api_token(token);
  *identity = is_machine ? json_object() : kh_token_part(token, 1);
  free(token);
  if (is_machine || (*kh_text(*identity, "sub") && *kh_text(*identity, "iss"))) return KEYHOLD_OK;
  json_decref(*identity);
  *identity = NULL;
  return kh_invalid(error, "This is not a session token of Keyhold.");
}

/** Uses tokens from now on, and takes the reference; NULL forgets them. */
void kh_adopt(keyhold_client *client, json_t *tokens) {
  double renew_at = 1e18;
  if (tokens) {
    json_t *content = kh_token_part(kh_text(tokens, "access-token"), 1);
    double exp = json_number_value(json_object_get(content, "exp"));
    double lifetime = (exp - json_number_value(json_object_get(content, "iat"))) * 1000;
    double left = fmin(lifetime, json_number_value(json_object_get(tokens, "expires-on")) - kh_calendar(client));
    /* Processes that share tokens rarely renew at once: after 85 to 95 % of the lifetime. */
    renew_at = kh_now() + left - lifetime * (0.05 + 0.1 * kh_random());
    json_decref(content);
  }
  pthread_mutex_lock(&client->mutex);
  json_decref(client->tokens);
  free(client->token);
  client->tokens = tokens;
  client->token = tokens ? kh_duplicate(kh_text(tokens, "access-token")) : NULL;
  client->renew_at = renew_at;
  pthread_mutex_unlock(&client->mutex);
}

/** Replaces a token, unless another thread has done so. The caller holds `renewing`. */
static keyhold_result renew_held(keyhold_client *client, const char *refused, keyhold_error *error) {
  pthread_mutex_lock(&client->mutex);
  bool is_newer = !client->tokens || !client->token || strcmp(client->token, refused) != 0;
  json_t *tokens = json_incref(client->tokens), *following = NULL;
  pthread_mutex_unlock(&client->mutex);
  keyhold_result result = is_newer ? KEYHOLD_OK : kh_renewed_tokens(client, tokens, &following, error);
  if (is_newer) {
    json_decref(tokens);
    return result;
  }
  pthread_mutex_lock(&client->mutex);
  bool is_same = client->tokens == tokens;
  if (result != KEYHOLD_OK) client->renew_at = kh_now() + 60000;
  pthread_mutex_unlock(&client->mutex);
  if (is_same && result == KEYHOLD_OK) kh_adopt(client, json_incref(following));
  if (is_same && result == KEYHOLD_AUTHENTICATION) kh_adopt(client, NULL);
  json_decref(following);
  json_decref(tokens);
  return result;
}

static keyhold_result renew(keyhold_client *client, const char *refused, keyhold_error *error) {
  pthread_mutex_lock(&client->renewing);
  keyhold_result result = renew_held(client, refused, error);
  pthread_mutex_unlock(&client->renewing);
  return result;
}

/** Whether a request is for another user than the one of a token. Of an API token the server decides. */
static bool is_other(const char *token, const char *user) {
  if (!token || !user || !*user || kh_is_api_token(token)) return false;
  json_t *content = kh_token_part(token, 1);
  bool is = *kh_text(content, "sub") && strcmp(kh_text(content, "sub"), user) != 0;
  json_decref(content);
  return is;
}

static keyhold_result user_changed(keyhold_error *error) {
  kh_fail(error, KEYHOLD_AUTHENTICATION, "user-changed", "Another user has signed in.");
  if (error) error->status = 401;
  return KEYHOLD_AUTHENTICATION;
}

static bool is_due(keyhold_client *client) {
  pthread_mutex_lock(&client->mutex);
  bool is = client->tokens && kh_now() >= client->renew_at;
  pthread_mutex_unlock(&client->mutex);
  return is;
}

/** Sends a request in the session, and once more after a renewal when the token is refused. */
keyhold_result kh_call(keyhold_client *client, struct kh_request *request, json_t **reply, keyhold_error *error) {
  keyhold_error own;
  if (!error) error = &own;
  char *token = token_now(client);
  if (token && is_due(client) && pthread_mutex_trylock(&client->renewing) == 0) {
    /* Without a reply it is tried again a minute later, and when the token is refused. */
    keyhold_result renewed = renew_held(client, token, error);
    pthread_mutex_unlock(&client->renewing);
    free(token);
    if (renewed != KEYHOLD_OK && renewed != KEYHOLD_UNREACHABLE) return renewed;
    token = token_now(client);
  }
  if (!token) return not_signed_in(error);
  if (is_other(token, request->user)) {
    free(token);
    return user_changed(error);
  }
  request->token = token;
  keyhold_result result = kh_send(client->base, request, reply, error);
  if (result == KEYHOLD_AUTHENTICATION) {
    pthread_mutex_lock(&client->mutex);
    bool may_renew = client->tokens || (client->token && strcmp(client->token, token) != 0);
    pthread_mutex_unlock(&client->mutex);
    if (may_renew) {
      result = renew(client, token, error);
      free(token);
      request->token = token = token_now(client);
      if (result == KEYHOLD_OK && is_other(token, request->user)) result = user_changed(error);
      if (result == KEYHOLD_OK) result = token ? kh_send(client->base, request, reply, error) : not_signed_in(error);
    }
  }
  request->token = NULL;
  free(token);
  return result;
}

/** A call that the lease's own token may make when the session has ended. */
keyhold_result kh_holder_call(keyhold_client *client, const char *method, const char *path, const json_t *body,
                              const char *user, const char *lease_token, keyhold_error *error) {
  char *token = token_now(client);
  if (is_other(token, user)) {
    free(token);
    token = NULL;
  }
  struct kh_request request = {.method = method, .path = path, .body = body, .token = token, .timeout_ms = 10000};
  keyhold_result result = token ? kh_send(client->base, &request, NULL, error) : KEYHOLD_AUTHENTICATION;
  free(token);
  if (result != KEYHOLD_AUTHENTICATION) return result;
  request.token = lease_token;
  return kh_send(client->base, &request, NULL, error);
}

void keyhold_use_token(keyhold_client *client, const char *token) {
  kh_adopt(client, NULL);
  pthread_mutex_lock(&client->mutex);
  client->token = kh_duplicate(token);
  free(client->machine);
  client->machine = NULL;
  pthread_mutex_unlock(&client->mutex);
}

keyhold_result keyhold_user(keyhold_client *client, char **user, keyhold_error *error) {
  *user = NULL;
  json_t *identity = NULL;
  keyhold_result result = kh_identity(client, &identity, error);
  if (result != KEYHOLD_OK) return result;
  pthread_mutex_lock(&client->mutex);
  const char *named = kh_text(identity, "sub");
  *user = kh_duplicate(*named ? named : client->machine);
  pthread_mutex_unlock(&client->mutex);
  json_decref(identity);
  if (*user) return KEYHOLD_OK;
  return kh_fail(error, KEYHOLD_FAILED, "no-lease-yet", "Whose API token it is is known with its first lease.");
}

bool keyhold_restore(keyhold_client *client) {
  json_t *tokens = kh_stored_tokens(client);
  if (tokens) kh_adopt(client, tokens);
  return tokens != NULL;
}

keyhold_result keyhold_sign_out(keyhold_client *client, keyhold_error *error) {
  keyhold_error own;
  if (!error) error = &own;
  pthread_mutex_lock(&client->mutex);
  json_t *tokens = json_incref(client->tokens);
  char *token = kh_duplicate(client->token);
  pthread_mutex_unlock(&client->mutex);
  if (!tokens) tokens = kh_stored_tokens(client);
  keyhold_result result = KEYHOLD_OK;
  if (tokens) {
    result = kh_oauth(client, "revocation_endpoint", 10000, NULL, error, "token", kh_text(tokens, "refresh-token"), NULL);
  } else if (token) {
    json_t *nothing = json_object();
    struct kh_request request = {.method = "POST", .path = "/auth/v1/logout", .body = nothing, .token = token,
                                 .timeout_ms = 10000};
    result = kh_send(client->base, &request, NULL, error);
    json_decref(nothing);
  }
  kh_adopt(client, NULL);
  keyhold_result forgotten = kh_store_set(&client->store, client->sign_in_name, NULL, result == KEYHOLD_OK ? error : NULL);
  json_decref(tokens);
  free(token);
  /* The session may have ended already. */
  return result == KEYHOLD_OK || result == KEYHOLD_AUTHENTICATION ? forgotten : result;
}

keyhold_result keyhold_access_token(keyhold_client *client, char **token, keyhold_error *error) {
  *token = token_now(client);
  if (*token && is_due(client)) {
    keyhold_result result = renew(client, *token, error);
    free(*token);
    *token = NULL;
    if (result != KEYHOLD_OK) return result;
    *token = token_now(client);
  }
  return *token ? KEYHOLD_OK : not_signed_in(error);
}
