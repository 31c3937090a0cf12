/* What the files of the library share. */
#ifndef KEYHOLD_INTERNAL_H
#define KEYHOLD_INTERNAL_H

#include "keyhold.h"
#include <curl/curl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

/* error.c */
keyhold_result kh_fail(keyhold_error *error, keyhold_result result, const char *code, const char *message, ...)
    __attribute__((format(printf, 4, 5)));
keyhold_result kh_invalid(keyhold_error *error, const char *message);
keyhold_result kh_foreign(keyhold_error *error);
keyhold_result kh_refusal(keyhold_error *error, int status, double retry_after_ms, const json_t *body);
void kh_copy(char *to, size_t size, const char *from);

/* sentence_table.c: the sentences for users in English, German and French, by their codes; the last one has none. */
struct kh_sentence {
  const char *code, *texts[3];
};
extern const struct kh_sentence kh_sentences[];

/* memory.c: without memory the process ends, as a lease could not be kept. */
void *kh_alloc(size_t size);
char *kh_duplicate(const char *text);
char *kh_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *kh_text(const json_t *object, const char *name);
/** The part after the last colon of an rn. */
const char *kh_last_part(const char *rn);

/* clock.c; times are milliseconds. */
struct kh_term {
  double next_beat_at, deadline, grace_until;
};
double kh_now(void);
double kh_random(void);
void kh_nonce(char nonce[44], size_t bytes);
struct kh_term kh_term_of(double expires_in, double next_beat, double grace, double sent_at, double chance);
keyhold_standing kh_standing_at(const struct kh_term *term, double now);
double kh_backoff(int failures, double chance, double at_least);
void kh_sleep(double ms);
void kh_cond_init(pthread_cond_t *condition);
void kh_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double ms);

/* store.c */
struct kh_store {
  char *folder;
  json_t *memory;
  pthread_mutex_t mutex;
};
keyhold_result kh_store_open(struct kh_store *store, const char *folder, keyhold_error *error);
void kh_store_close(struct kh_store *store);
json_t *kh_store_get(struct kh_store *store, const char *name);
/** Stores JSON, or deletes it with NULL. */
keyhold_result kh_store_set(struct kh_store *store, const char *name, const json_t *value, keyhold_error *error);
/** Waits while another process holds the name, at most some seconds. */
int kh_store_lock(struct kh_store *store, const char *name);
void kh_store_unlock(int lock);

/* token.c */
char *kh_base64url(const unsigned char *bytes, size_t size);
json_t *kh_token_part(const char *token, int part);
bool kh_is_product(const char *rn, const char *named);
/** Whether a token is an API token of a service account, which names neither its owner nor its issuer. */
bool kh_is_api_token(const char *token);
bool kh_is_service_account(const char *rn);
json_t *kh_key_in(const json_t *keys, const json_t *header);
json_t *kh_signed_content(const char *token, const json_t *key, const char *type, keyhold_error *error);
keyhold_result kh_check_claims(const json_t *claims, const json_t *expected, keyhold_error *error);
json_t *kh_verify_offline(const char *token, const json_t *root, keyhold_error *error);

/* transport.c */
struct kh_cancel {
  atomic_bool is_stopped, is_interrupted;
  pthread_mutex_t mutex;
  CURLM *running;
};
struct kh_request {
  const char *method, *path, *token, *last_event, *form;
  /** The rn of the user for whom it is; NULL or empty: of any. */
  const char *user;
  const json_t *body;
  double timeout_ms;
  struct kh_cancel *cancel;
  /** For a stream of events. */
  void (*line)(const char *line, void *context);
  void *context;
};
void kh_cancel_init(struct kh_cancel *cancel);
void kh_cancel_stop(struct kh_cancel *cancel);
void kh_cancel_interrupt(struct kh_cancel *cancel);
void kh_cancel_destroy(struct kh_cancel *cancel);
/** Sends a request. `reply` is the JSON of a success; it may be NULL. */
keyhold_result kh_send(const char *base, const struct kh_request *request, json_t **reply, keyhold_error *error);
/** Sends a form; `status` and `reply` (NULL when it is not JSON) are those of the server. */
keyhold_result kh_send_form(const char *base, const struct kh_request *request, long *status, json_t **reply,
                            keyhold_error *error);

/* events.c */
struct kh_events {
  keyhold_client *client;
  struct kh_cancel *cancel;
  const char *last_event;
  void (*hear)(void *context, const char *event, json_t *data, const char *id);
  void *context;
  int failures;
  /** Until when polls replace the streams. */
  double poll_until;
};
/** Reads a stream until it ends, or polls once after three that failed. `delay` is that until the next one. */
keyhold_result kh_follow(struct kh_events *events, const char *stream, const char *poll, double *delay, keyhold_error *error);

/* client.c and session.c */
struct keyhold_client {
  atomic_int references;
  char *base, *application, *sign_in_name, *device_name;
  json_t *root_key;
  struct kh_store store;
  double (*calendar)(void *context);
  void *context;
  pthread_mutex_t mutex, renewing, keys_mutex;
  char *token;
  /** Whose API token it is, as its first lease says. */
  char *machine;
  json_t *tokens, *used, *server;
  double renew_at;
  json_t *keys;
  double keys_at;
  struct keyhold_lease *leases;
  struct keyhold_place *places;
  bool is_closed;
  /** The sign-ins that run, for which keyhold_close waits. */
  atomic_int sign_ins;
};
double kh_calendar(keyhold_client *client);
void kh_client_drop(keyhold_client *client);
bool kh_is_closed(keyhold_client *client);
keyhold_result kh_closed(keyhold_error *error);
/** The claims of the session's token, `sub` and `iss`; an empty object for an API token, whose leases name them. */
keyhold_result kh_identity(keyhold_client *client, json_t **identity, keyhold_error *error);
keyhold_result kh_call(keyhold_client *client, struct kh_request *request, json_t **reply, keyhold_error *error);
keyhold_result kh_holder_call(keyhold_client *client, const char *method, const char *path, const json_t *body,
                              const char *user, const char *lease_token, keyhold_error *error);
void kh_adopt(keyhold_client *client, json_t *tokens);
keyhold_result kh_find_key(keyhold_client *client, const json_t *header, json_t **key, keyhold_error *error);

/* authorization_server.c, renewal.c, loopback.c */
keyhold_result kh_find_server(keyhold_client *client, keyhold_error *error);
keyhold_result kh_oauth(keyhold_client *client, const char *endpoint, double timeout_ms, json_t **reply,
                        keyhold_error *error, ...);
keyhold_result kh_request_tokens(keyhold_client *client, double timeout_ms, json_t **tokens, keyhold_error *error, ...);
char *kh_escape(const char *text);
json_t *kh_stored_tokens(keyhold_client *client);
keyhold_result kh_renewed_tokens(keyhold_client *client, json_t *before, json_t **following, keyhold_error *error);
struct kh_loopback {
  int listener, browser;
  char address[64], host[32];
};
bool kh_loopback_open(struct kh_loopback *loopback);
/** The parameters with which the browser returned; NULL when the time is over, or the client is closed. */
json_t *kh_loopback_wait(struct kh_loopback *loopback, keyhold_client *client, double ms);
void kh_loopback_close(struct kh_loopback *loopback, bool succeeded);

/* consume.c */
struct kh_grant {
  json_t *lease, *claims;
  struct kh_term term;
};
void kh_grant_drop(struct kh_grant *grant);
keyhold_result kh_request_grant(keyhold_client *client, const char *path, const json_t *body, const json_t *expected,
                                double sent_at, double timeout_ms, struct kh_grant *grant, keyhold_error *error);

/* machine_id.c: this machine, as a request describes it unless the application does. */
struct kh_machine {
  char name[256], os[128], user[128], locale[32];
};
void kh_this_machine(struct kh_machine *machine);

/* offline.c */
struct keyhold_offline {
  keyhold_client *client;
  json_t *kept, *claims;
  char *name;
  double opened_calendar, opened_now;
  atomic_bool is_returned;
};
void kh_note_server_time(keyhold_client *client, double issued_at);
keyhold_offline *kh_open_own(keyhold_client *client, const char *product, const char *device, const char *user,
                             const char *license);
keyhold_result kh_complete_check_out(keyhold_client *client, const char *product, const char *device, const char *user,
                                     keyhold_offline **offline, keyhold_error *error);
keyhold_result kh_check_out(keyhold_client *client, const json_t *wanted, const char *product, const char *device,
                            keyhold_offline **offline, keyhold_error *error);

/* lease.c, heartbeats.c, follow.c */
struct keyhold_lease {
  keyhold_client *client;
  keyhold_lease *next;
  keyhold_listener listener;
  double (*idle_ms)(void *context);
  void *context;
  json_t *body, *expected;
  pthread_mutex_t mutex, leaving, telling, releasing;
  pthread_cond_t changed;
  struct kh_grant grant;
  keyhold_offline *offline;
  /** KEYHOLD_ACTIVE until it is over. */
  keyhold_standing over, shown;
  bool has_threads, is_watched, resume;
  /** `days` of the check-out that was requested last. */
  int seq, failures, days;
  double due;
  json_t *pending;
  double pending_sent;
  struct kh_cancel cancel;
  char *last_event;
  json_t *seen, *ending;
  char ending_day[32];
  keyhold_error end;
  bool is_awaited;
  pthread_t beats, follows, watches;
};
keyhold_result kh_ask(keyhold_lease *lease, struct kh_grant *grant, keyhold_error *error);
/** As kh_ask, with further fields of the request. The reply may be a place in line instead of a grant. */
keyhold_result kh_enter(keyhold_lease *lease, const json_t *how, struct kh_grant *grant, json_t **waiting,
                        keyhold_error *error);
/** Waits from a place in line until a seat is taken, or the place ends. */
keyhold_result kh_wait_in_line(keyhold_lease *lease, const keyhold_request *request, const json_t *waiting,
                               keyhold_error *error);
void kh_leave_places(keyhold_client *client);
/** Checks the seat out, while `leaving` is locked; NULL when that fails. */
keyhold_offline *kh_go_offline(keyhold_lease *lease, int days, keyhold_error *error);
void kh_tell_offline(keyhold_lease *lease, const keyhold_offline *offline);
struct kh_grant kh_held(keyhold_lease *lease);
char *kh_lease_path(keyhold_lease *lease, const char *call);
void kh_tell(keyhold_lease *lease, keyhold_event event);
bool kh_is_stopped(keyhold_lease *lease);
void kh_stop(keyhold_lease *lease);
void kh_hurry(keyhold_lease *lease);
void *kh_beat_thread(void *lease);
void *kh_follow_thread(void *lease);
void *kh_watch_thread(void *lease);
void kh_begin_end(keyhold_lease *lease, const keyhold_error *why, bool is_awaited);
keyhold_result kh_check_in(keyhold_lease *lease, keyhold_error *error);

#endif
