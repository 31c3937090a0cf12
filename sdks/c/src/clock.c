/* The clocks of the machine, and a lease's times on them. */
#include "internal.h"
#include <errno.h>
#include <math.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double milliseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1000 + (double)time.tv_nsec / 1e6;
}

/** Monotonic, including the time that the machine slept. */
double kh_now(void) {
#ifdef CLOCK_BOOTTIME
  return milliseconds(CLOCK_BOOTTIME);
#else
  return milliseconds(CLOCK_MONOTONIC);
#endif
}

double kh_calendar(keyhold_client *client) {
  return client->calendar ? client->calendar(client->context) : milliseconds(CLOCK_REALTIME);
}

static void random_bytes(unsigned char *bytes, int size) {
  if (RAND_bytes(bytes, size) != 1) abort();
}

double kh_random(void) {
  unsigned int value;
  random_bytes((unsigned char *)&value, sizeof value);
  return (double)value / 4294967296.0;
}

/** Random bytes in base64url, at most 32. */
void kh_nonce(char nonce[44], size_t bytes) {
  unsigned char random[32];
  random_bytes(random, (int)bytes);
  char *text = kh_base64url(random, bytes);
  kh_copy(nonce, 44, text);
  free(text);
}

struct kh_term kh_term_of(double expires_in, double next_beat, double grace, double sent_at, double chance) {
  double beat = next_beat * (0.9 + 0.2 * chance);
  struct kh_term term = {.next_beat_at = sent_at + fmax(1000, fmin(beat, expires_in * 0.8)),
                         .deadline = sent_at + expires_in};
  term.grace_until = term.deadline + fmax(0, grace);
  return term;
}

keyhold_standing kh_standing_at(const struct kh_term *term, double now) {
  if (now < term->deadline) return KEYHOLD_ACTIVE;
  return now < term->grace_until ? KEYHOLD_OUTAGE : KEYHOLD_SUSPENDED;
}

double kh_backoff(int failures, double chance, double at_least) {
  double longest = fmin(15000, 500 * pow(2, failures - 1));
  return fmax(longest / 2 + longest / 2 * chance, fmin(60000, at_least));
}

void kh_sleep(double ms) {
  struct timespec left = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(fmod(ms, 1000) * 1e6)};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

void kh_cond_init(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
#ifndef __APPLE__
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
  pthread_cond_init(condition, &attributes);
  pthread_condattr_destroy(&attributes);
}

void kh_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double ms) {
  struct timespec time;
#ifdef __APPLE__
  double until = ms;
  time.tv_sec = (time_t)(until / 1000);
  time.tv_nsec = (long)(fmod(until, 1000) * 1e6);
  pthread_cond_timedwait_relative_np(condition, mutex, &time);
#else
  double until = milliseconds(CLOCK_MONOTONIC) + ms;
  time.tv_sec = (time_t)(until / 1000);
  time.tv_nsec = (long)(fmod(until, 1000) * 1e6);
  pthread_cond_timedwait(condition, mutex, &time);
#endif
}
