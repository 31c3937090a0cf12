/* The license server as an OAuth 2.0 server (RFC 6749, RFC 8414, RFC 8628, RFC 7009). */
#include "internal.h"
#include <math.h>
#include <openssl/sha.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIGN_IN_LIMIT (600 * 1000.0)
/* How often a wait notices that the client is closed. */
#define LOOK 200.0

char *kh_escape(const char *text) {
  char *escaped = curl_easy_escape(NULL, text, 0), *copy = kh_duplicate(escaped ? escaped : "");
  curl_free(escaped);
  return copy;
}

static char *add_field(char *form, const char *name, const char *value) {
  char *escaped = kh_escape(value), *longer = kh_print("%s%s%s=%s", form ? form : "", form ? "&" : "", name, escaped);
  free(escaped);
  free(form);
  return longer;
}

/** The failure for a code of RFC 6749 or RFC 8628. */
static keyhold_result refuse(const char *code, const char *description, keyhold_error *error) {
  if (strcmp(code, "temporarily_unavailable") == 0 || strcmp(code, "server_error") == 0) return kh_foreign(error);
  if (strcmp(code, "invalid_grant") == 0 || strcmp(code, "invalid_client") == 0) {
    return kh_fail(error, KEYHOLD_AUTHENTICATION, "authentication", "%s", description);
  }
  if (strcmp(code, "access_denied") == 0) return kh_fail(error, KEYHOLD_FAILED, "denied", "The sign-in was denied.");
  if (strcmp(code, "expired_token") == 0) {
    return kh_fail(error, KEYHOLD_FAILED, "expired", "The code has expired. Sign in again.");
  }
  bool is_pending = strcmp(code, "authorization_pending") == 0 || strcmp(code, "slow_down") == 0;
  return kh_fail(error, KEYHOLD_FAILED, is_pending ? code : "refused", "%s", description);
}

static keyhold_result exchange(keyhold_client *client, const struct kh_request *request, json_t **reply, keyhold_error *error) {
  long status;
  json_t *content;
  keyhold_result result = kh_send_form(client->base, request, &status, &content, error);
  if (result != KEYHOLD_OK) return result;
  const char *code = kh_text(content, "error"), *description = kh_text(content, "error_description");
  if (json_is_object(content) && status >= 200 && status < 300) {
    *reply = content;
    return KEYHOLD_OK;
  }
  bool is_passing = !*code || status == 408 || status == 425 || status == 429 || status >= 500;
  result = is_passing ? kh_foreign(error) : refuse(code, *description ? description : "The server refused the sign-in.", error);
  json_decref(content);
  return result;
}

/** Requests the metadata, whose issuer must be the base address (RFC 8414, section 3.3). */
keyhold_result kh_find_server(keyhold_client *client, keyhold_error *error) {
  if (!client->application) {
    return kh_fail(error, KEYHOLD_FAILED, "no-application", "Give keyhold_open the id under which the application is registered.");
  }
  pthread_mutex_lock(&client->mutex);
  bool is_found = client->server != NULL;
  pthread_mutex_unlock(&client->mutex);
  if (is_found) return KEYHOLD_OK;
  json_t *found = NULL;
  struct kh_request request = {.method = "GET", .path = "/.well-known/oauth-authorization-server", .timeout_ms = 10000};
  keyhold_result result = exchange(client, &request, &found, error);
  if (result != KEYHOLD_OK) return result;
  if (strcmp(kh_text(found, "issuer"), client->base) != 0) {
    result = kh_fail(error, KEYHOLD_INVALID_REPLY, "invalid-reply", "The server at %s has the name %s. Use that as the base address.",
                     client->base, kh_text(found, "issuer"));
  }
  pthread_mutex_lock(&client->mutex);
  if (result == KEYHOLD_OK && !client->server) client->server = json_incref(found);
  pthread_mutex_unlock(&client->mutex);
  json_decref(found);
  return result;
}

/** The address of an endpoint, which must be on the server itself; NULL otherwise. */
static const char *endpoint_of(keyhold_client *client, const char *name, keyhold_error *error) {
  if (kh_find_server(client, error) != KEYHOLD_OK) return NULL;
  const char *address = kh_text(client->server, name);
  size_t length = strlen(client->base);
  if (strncmp(address, client->base, length) == 0 && address[length] == '/') return address;
  kh_invalid(error, "The metadata of the server has no address for sign-ins.");
  return NULL;
}

static keyhold_result post(keyhold_client *client, const char *endpoint, double timeout_ms, json_t **reply,
                           keyhold_error *error, va_list fields) {
  const char *address = endpoint_of(client, endpoint, error);
  if (!address) return error->result;
  char *form = add_field(NULL, "client_id", client->application);
  for (const char *name; (name = va_arg(fields, const char *));) form = add_field(form, name, va_arg(fields, const char *));
  struct kh_request request = {.method = "POST", .path = address + strlen(client->base), .form = form, .timeout_ms = timeout_ms};
  json_t *content = NULL;
  keyhold_result result = exchange(client, &request, &content, error);
  if (reply) {
    *reply = content;
  } else {
    json_decref(content);
  }
  free(form);
  return result;
}

/** Posts a form of names and values, which ends with NULL. */
keyhold_result kh_oauth(keyhold_client *client, const char *endpoint, double timeout_ms, json_t **reply,
                        keyhold_error *error, ...) {
  va_list fields;
  va_start(fields, error);
  keyhold_result result = post(client, endpoint, timeout_ms, reply, error, fields);
  va_end(fields);
  return result;
}

keyhold_result kh_request_tokens(keyhold_client *client, double timeout_ms, json_t **tokens, keyhold_error *error, ...) {
  va_list fields;
  va_start(fields, error);
  json_t *reply = NULL;
  keyhold_result result = post(client, "token_endpoint", timeout_ms, &reply, error, fields);
  va_end(fields);
  if (result != KEYHOLD_OK) return result;
  const json_t *seconds = json_object_get(reply, "expires_in");
  if (*kh_text(reply, "access_token") && *kh_text(reply, "refresh_token") && json_is_number(seconds)) {
    *tokens = json_pack("{s:O, s:O, s:I}", "access-token", json_object_get(reply, "access_token"), "refresh-token",
                        json_object_get(reply, "refresh_token"), "expires-on",
                        (json_int_t)(kh_calendar(client) + json_number_value(seconds) * 1000));
  } else {
    result = kh_foreign(error);
  }
  json_decref(reply);
  return result;
}

/** Keeps the tokens of a sign-in; a session whose tokens cannot be kept is ended. */
static keyhold_result begin(keyhold_client *client, json_t *tokens, keyhold_error *error) {
  keyhold_result result = kh_store_set(&client->store, client->sign_in_name, tokens, error);
  if (result == KEYHOLD_OK) {
    kh_adopt(client, tokens);
    return result;
  }
  keyhold_error ignored;
  kh_oauth(client, "revocation_endpoint", 10000, NULL, &ignored, "token", kh_text(tokens, "refresh-token"), NULL);
  json_decref(tokens);
  return result;
}

static keyhold_result redeem(keyhold_client *client, const json_t *response, const char *state, const char *verifier,
                             const char *redirect, json_t **tokens, keyhold_error *error) {
  /* A response to another request, or of another server, may be an attempt to sign in as another user (RFC 9700, RFC 9207). */
  if (strcmp(kh_text(response, "state"), state) != 0) {
    return kh_fail(error, KEYHOLD_FAILED, "wrong-state", "The browser returned from another sign-in. Sign in again.");
  }
  if (strcmp(kh_text(response, "iss"), client->base) != 0) {
    return kh_fail(error, KEYHOLD_FAILED, "wrong-issuer", "The browser returned from another server. Sign in again.");
  }
  if (*kh_text(response, "error")) return refuse(kh_text(response, "error"), "The server refused the sign-in.", error);
  return kh_request_tokens(client, 10000, tokens, error, "grant_type", "authorization_code", "code", kh_text(response, "code"),
                           "redirect_uri", redirect, "code_verifier", verifier, NULL);
}

static void name_device(keyhold_client *client, char name[256]) {
  if (client->device_name) {
    kh_copy(name, 256, client->device_name);
  } else if (gethostname(name, 255) != 0 || !*name) {
    kh_copy(name, 256, "Computer");
  }
  name[255] = '\0';
}

static char *authorization_address(keyhold_client *client, const char *endpoint, const char *redirect, const char *verifier,
                                   const char *state) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  char device[256] = "";
  name_device(client, device);
  SHA256((const unsigned char *)verifier, strlen(verifier), hash);
  char *challenge = kh_base64url(hash, sizeof hash);
  char *query = add_field(NULL, "response_type", "code");
  const char *const fields[][2] = {{"client_id", client->application}, {"redirect_uri", redirect},
                                   {"code_challenge", challenge},      {"code_challenge_method", "S256"},
                                   {"state", state},                   {"device_name", device}};
  for (size_t one = 0; one < sizeof fields / sizeof *fields; ++one) query = add_field(query, fields[one][0], fields[one][1]);
  char *address = kh_print("%s?%s", endpoint, query);
  free(query);
  free(challenge);
  return address;
}

/** Begins a sign-in, which ends when the client is closed. */
static bool start_sign_in(keyhold_client *client) {
  pthread_mutex_lock(&client->mutex);
  bool may = !client->is_closed;
  if (may) {
    atomic_fetch_add(&client->sign_ins, 1);
    atomic_fetch_add(&client->references, 1);
  }
  pthread_mutex_unlock(&client->mutex);
  return may;
}

static keyhold_result end_sign_in(keyhold_client *client, keyhold_result result, keyhold_error *error) {
  if (result != KEYHOLD_OK && kh_is_closed(client)) result = kh_closed(error);
  atomic_fetch_sub(&client->sign_ins, 1);
  kh_client_drop(client);
  return result;
}

static keyhold_result by_browser(keyhold_client *client, keyhold_opener open, void *context, keyhold_error *error) {
  const char *endpoint = endpoint_of(client, "authorization_endpoint", error);
  if (!endpoint) return error->result;
  struct kh_loopback loopback;
  if (!kh_loopback_open(&loopback)) return kh_fail(error, KEYHOLD_FAILED, "no-port", "No port of this machine is free.");
  char verifier[44], state[44];
  kh_nonce(verifier, 32);
  kh_nonce(state, 16);
  char *address = authorization_address(client, endpoint, loopback.address, verifier, state);
  open(address, context);
  free(address);
  json_t *response = kh_loopback_wait(&loopback, client, SIGN_IN_LIMIT), *tokens = NULL;
  keyhold_result result = response ? redeem(client, response, state, verifier, loopback.address, &tokens, error)
                                   : kh_fail(error, KEYHOLD_FAILED, "expired", "The time for the sign-in is over. Sign in again.");
  json_decref(response);
  if (result == KEYHOLD_OK) result = begin(client, tokens, error);
  kh_loopback_close(&loopback, result == KEYHOLD_OK);
  return result;
}

/** Waits until the next attempt; false when there is none, because the time is over or the client is closed. */
static bool rest(keyhold_client *client, double ms, double until) {
  for (double at = kh_now() + ms; kh_now() < at; kh_sleep(fmin(LOOK, fmax(1, at - kh_now())))) {
    if (kh_is_closed(client)) return false;
  }
  return kh_now() < until && !kh_is_closed(client);
}

static keyhold_result by_code(keyhold_client *client, keyhold_code_listener show, void *context, keyhold_error *error) {
  char name[256] = "";
  name_device(client, name);
  json_t *device = NULL, *tokens = NULL;
  keyhold_result result = kh_oauth(client, "device_authorization_endpoint", 10000, &device, error, "device_name", name, NULL);
  if (result != KEYHOLD_OK) return result;
  show(kh_text(device, "user_code"), kh_text(device, "verification_uri"), context);
  double interval = fmax(1, json_number_value(json_object_get(device, "interval"))) * 1000;
  double until = kh_now() + fmin(SIGN_IN_LIMIT, json_number_value(json_object_get(device, "expires_in")) * 1000);
  bool is_over;
  while (!(is_over = !rest(client, interval, until))) {
    result = kh_request_tokens(client, 10000, &tokens, error, "grant_type", "urn:ietf:params:oauth:grant-type:device_code",
                               "device_code", kh_text(device, "device_code"), NULL);
    bool is_slow = strcmp(error->code, "slow_down") == 0;
    if (result == KEYHOLD_UNREACHABLE) {
      interval = fmin(interval * 2, 60000);
    } else if (result == KEYHOLD_OK || (!is_slow && strcmp(error->code, "authorization_pending") != 0)) {
      break;
    } else if (is_slow) {
      interval += 5000;
    }
  }
  json_decref(device);
  if (is_over) return kh_fail(error, KEYHOLD_FAILED, "expired", "The time for the sign-in is over. Sign in again.");
  return result == KEYHOLD_OK ? begin(client, tokens, error) : result;
}

keyhold_result keyhold_sign_in(keyhold_client *client, keyhold_opener open, void *context, keyhold_error *error) {
  keyhold_error own;
  if (!error) error = &own;
  if (!start_sign_in(client)) return kh_closed(error);
  return end_sign_in(client, by_browser(client, open, context, error), error);
}

keyhold_result keyhold_sign_in_by_code(keyhold_client *client, keyhold_code_listener show, void *context, keyhold_error *error) {
  keyhold_error own;
  if (!error) error = &own;
  if (!start_sign_in(client)) return kh_closed(error);
  return end_sign_in(client, by_code(client, show, context, error), error);
}
