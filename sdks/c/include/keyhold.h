/* The Keyhold SDK for C11: consumes licenses, and keeps them alive by threads that end with their lease. */
#ifndef KEYHOLD_H
#define KEYHOLD_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define KEYHOLD_API __attribute__((visibility("default")))
#else
#define KEYHOLD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What kind of failure it was; `code` of the error is more precise. */
typedef enum keyhold_result {
  KEYHOLD_OK,
  /** The server refused the request. */
  KEYHOLD_REFUSED,
  /** No user is signed in, or the session has ended. */
  KEYHOLD_AUTHENTICATION,
  /** No usable reply; a retry is safe. */
  KEYHOLD_UNREACHABLE,
  /** A reply did not follow the protocol, or its token was invalid. */
  KEYHOLD_INVALID_REPLY,
  /** The calendar of the machine was set back. */
  KEYHOLD_CLOCK_WENT_BACK,
  /** Anything else, such as a sign-in that was denied. */
  KEYHOLD_FAILED
} keyhold_result;

/** A failure. `code` is stable and for programs, such as `no-seat`; `message` is a sentence for users. */
typedef struct keyhold_error {
  keyhold_result result;
  int status;
  char code[48];
  char message[512];
  /** Why a seat was released, and the rn of who released it; empty otherwise. */
  char reason[48];
  char by[256];
  /** After `no-seat`: when the first seat may be free, or -1. */
  double earliest_free_in_ms;
  double retry_after_ms;
  /** The user's own lease on another device that stands in the way, and that device's name; `takes_over` would take it. */
  char held_license[256];
  char held_device[256];
} keyhold_error;

typedef struct keyhold_client keyhold_client;
typedef struct keyhold_lease keyhold_lease;
typedef struct keyhold_offline keyhold_offline;
/** A place in line for a seat. */
typedef struct keyhold_place keyhold_place;

/** Texts are copied; those that are not needed stay NULL. */
typedef struct keyhold_options {
  const char *base_url;
  /** The access token of a user, or the API token of a machine. */
  const char *token;
  /** The id under which the application is registered, to sign in. */
  const char *application;
  /** The server's public root key, a JSON Web Key, for offline use. */
  const char *root_key;
  /** A folder for what outlives a run; without it the memory is used. */
  const char *folder;
  /** The calendar in milliseconds since 1970, for tests. */
  double (*calendar)(void *context);
  void *context;
  /** The name of this device in the list of the user's sign-ins, at most 200 bytes; that of the machine when NULL. */
  const char *device_name;
} keyhold_options;

typedef enum keyhold_standing {
  KEYHOLD_ACTIVE,
  /** The server cannot be reached; the application may go on for the grace. */
  KEYHOLD_OUTAGE,
  /** The application must stop until the lease is resumed. */
  KEYHOLD_SUSPENDED,
  KEYHOLD_OFFLINE,
  KEYHOLD_RELEASING,
  KEYHOLD_ENDED
} keyhold_standing;

typedef enum keyhold_event_kind {
  /** The seat was released: save, and log the user off. The server gets the acknowledgement when the callback returns. */
  KEYHOLD_EVENT_RELEASED,
  KEYHOLD_EVENT_OUTAGE,
  KEYHOLD_EVENT_SUSPENDED,
  KEYHOLD_EVENT_RESUMED,
  KEYHOLD_EVENT_WENT_OFFLINE,
  KEYHOLD_EVENT_ENTITLEMENTS,
  /** The license ends soon, or has ended: show it. */
  KEYHOLD_EVENT_ENDING,
  /** A message of an administrator: show it. */
  KEYHOLD_EVENT_MESSAGE,
  /** Somebody who waits for a seat says something (`message`, `by`, `waiting`): show it. */
  KEYHOLD_EVENT_ASKED,
  KEYHOLD_EVENT_ENDED
} keyhold_event_kind;

/** An event of a lease. Texts are empty where the kind has none, and are valid during the callback only. */
typedef struct keyhold_event {
  keyhold_event_kind kind;
  const char *message, *reason, *by, *license;
  /** Until when the grace lasts (outage), the application has to save (released); in milliseconds from now. */
  double within_ms;
  /** Until when the seat is checked out; in milliseconds since 1970. */
  double until_ms;
  /** When the license ends, and until when it goes on after that; ISO 8601. */
  const char *on, *grace_until;
  /** How many people wait. */
  int waiting;
} keyhold_event;

/** Called in a thread of the lease, one event after the other. It must not release or free its lease. */
typedef void (*keyhold_listener)(const keyhold_event *event, void *context);

/** Gets the place in line, at first and with each change; it is valid during the callback only (keyhold_place_keep). */
typedef void (*keyhold_place_listener)(keyhold_place *place, void *context);

/** What is consumed. What is not said of the device is that of this machine, its id as by keyhold_machine_id. */
typedef struct keyhold_request {
  const char *product, *license;
  const char *name, *version, *released_on;
  const char *device_id, *device_name, *device_os, *device_user, *device_locale;
  /** 60 to 86,400: the lease ends by itself then, with the reason `time-over`; 0 for no such limit. */
  int max_seconds;
  keyhold_listener listener;
  void *context;
  /** Waits in line where no seat is free: the call returns when a seat is taken, or the place has ended. */
  bool waits;
  /** Takes this user's own seat of another device, which saves first. */
  bool takes_over;
  keyhold_place_listener on_place;
  /** For how many milliseconds the user has not touched the application; reported with each heartbeat. */
  double (*idle_ms)(void *context);
} keyhold_request;

typedef struct keyhold_state {
  /** Stays the same across runs while this user holds the seat on this device. */
  char id[128];
  char license[256];
  long long epoch;
  keyhold_standing standing;
  /** Whether the application may be used. Needs no network. */
  bool entitled;
} keyhold_state;

typedef struct keyhold_license {
  char rn[256], product[256];
  bool available, held_by_me;
} keyhold_license;

/** Makes a client. `error` may be NULL in every function. */
KEYHOLD_API keyhold_result keyhold_open(const keyhold_options *options, keyhold_client **client, keyhold_error *error);
/** Releases every lease, leaves every line (code `closed`) and ends every thread; NULL is ignored. */
KEYHOLD_API void keyhold_close(keyhold_client *client);

/** Takes a seat, or opens the offline lease that this user checked out on this device. */
KEYHOLD_API keyhold_result keyhold_consume(keyhold_client *client, const keyhold_request *request, keyhold_lease **lease,
                                           keyhold_error *error);
/** The place in line; 1 is the next. */
KEYHOLD_API int keyhold_place_number(keyhold_place *place);
/** How long others have waited from this place (median), or -1 where too few have. */
KEYHOLD_API double keyhold_place_estimate_ms(keyhold_place *place);
/** Says something to at most three holders; `asked` (it may be NULL) is to how many it was sent. */
KEYHOLD_API keyhold_result keyhold_place_ask(keyhold_place *place, const char *message, int *asked, keyhold_error *error);
/** Leaves the line, from any thread: keyhold_consume fails with the code `left`. */
KEYHOLD_API void keyhold_place_leave(keyhold_place *place);
/** Keeps the place for use outside of the callback, until keyhold_place_free. */
KEYHOLD_API keyhold_place *keyhold_place_keep(keyhold_place *place);
KEYHOLD_API void keyhold_place_free(keyhold_place *place);

/** The licenses that the user may consume, of a product or (NULL) of all; free them by keyhold_free. */
KEYHOLD_API keyhold_result keyhold_consumable(keyhold_client *client, const char *product, keyhold_license **licenses,
                                              size_t *count, keyhold_error *error);

KEYHOLD_API keyhold_state keyhold_lease_state(keyhold_lease *lease);
/** The rns of the add-ons as a JSON array; free it by keyhold_free. */
KEYHOLD_API char *keyhold_lease_addons(keyhold_lease *lease);
/** The terms of the license as a JSON object; free it by keyhold_free. */
KEYHOLD_API char *keyhold_lease_certificate(keyhold_lease *lease);
/** Releases the seat and ends the threads of the lease; a seat that is checked out stays so. */
KEYHOLD_API keyhold_result keyhold_lease_release(keyhold_lease *lease, keyhold_error *error);
/** Releases the seat, if it is still held, and frees the lease; NULL is ignored. */
KEYHOLD_API void keyhold_lease_free(keyhold_lease *lease);

/** Checks the seat out for some days; the lease goes on as offline. */
KEYHOLD_API keyhold_result keyhold_lease_take_offline(keyhold_lease *lease, int days, keyhold_error *error);
/** Returns the seat of a lease that is checked out; the application must stop working. */
KEYHOLD_API keyhold_result keyhold_lease_give_back(keyhold_lease *lease, keyhold_error *error);
/** Opens the offline lease of a device (NULL: this machine) without a server: NULL when there is none, or it has expired. With a
 * server and a signed-in user it also completes a check-out whose reply was lost. */
KEYHOLD_API keyhold_result keyhold_open_offline(keyhold_client *client, const char *product, const char *device,
                                                keyhold_offline **offline, keyhold_error *error);
KEYHOLD_API bool keyhold_offline_entitled(keyhold_offline *offline);
/** The rn of the license; valid until the handle is freed. */
KEYHOLD_API const char *keyhold_offline_license(keyhold_offline *offline);
/** Until when the seat is checked out, in milliseconds since 1970. */
KEYHOLD_API double keyhold_offline_until_ms(keyhold_offline *offline);
/** The add-ons and the terms, as of a lease. */
KEYHOLD_API char *keyhold_offline_addons(keyhold_offline *offline);
KEYHOLD_API char *keyhold_offline_certificate(keyhold_offline *offline);
KEYHOLD_API keyhold_result keyhold_offline_give_back(keyhold_offline *offline, keyhold_error *error);
/** Frees the handle; the seat stays checked out. NULL is ignored. */
KEYHOLD_API void keyhold_offline_free(keyhold_offline *offline);

/** Shows an address, or opens it in the browser. */
typedef void (*keyhold_opener)(const char *address, void *context);
/** Shows the code of a sign-in and the address where it is entered. */
typedef void (*keyhold_code_listener)(const char *user_code, const char *address, void *context);
/** Signs a user in with their browser, which `open` opens; waits at most ten minutes. */
KEYHOLD_API keyhold_result keyhold_sign_in(keyhold_client *client, keyhold_opener open, void *context, keyhold_error *error);
/** Signs a user in by a code that they enter in a browser elsewhere; waits until the code expires. */
KEYHOLD_API keyhold_result keyhold_sign_in_by_code(keyhold_client *client, keyhold_code_listener show, void *context,
                                                   keyhold_error *error);
/** Restores the sign-in of an earlier run from the folder; sends no request. */
KEYHOLD_API bool keyhold_restore(keyhold_client *client);
/** Ends the session on the server, which releases its leases, and deletes the stored tokens. */
KEYHOLD_API keyhold_result keyhold_sign_out(keyhold_client *client, keyhold_error *error);
/** Uses a session token that the application got elsewhere, or the API token of a machine. */
KEYHOLD_API void keyhold_use_token(keyhold_client *client, const char *token);
/** The rn of the signed-in user or machine, which its first lease names (`no-lease-yet` before); free it by keyhold_free. */
KEYHOLD_API keyhold_result keyhold_user(keyhold_client *client, char **user, keyhold_error *error);
/** A valid access token, for the application's own requests; free it by keyhold_free. */
KEYHOLD_API keyhold_result keyhold_access_token(keyhold_client *client, char **token, keyhold_error *error);

/** The sentence for users of a failure, in their language (`en`, `de` or `fr`), UTF-8. A code without a sentence, which only a
 * developer can cause or a newer server sends, has the message in English. It is valid as long as the failure. */
KEYHOLD_API const char *keyhold_sentence_for(const keyhold_error *error, const char *language);
/** The sentence for users of the event `released`; valid as long as the event. */
KEYHOLD_API const char *keyhold_released_sentence(const keyhold_event *event, const char *language);

/** The name of a standing, such as `active`. */
KEYHOLD_API const char *keyhold_standing_name(keyhold_standing standing);
/** The id of this machine, the same in every run. `id` has room for 33 characters. */
KEYHOLD_API void keyhold_machine_id(char id[33]);
KEYHOLD_API void keyhold_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
