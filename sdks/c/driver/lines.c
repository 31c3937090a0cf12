/* Reads commands, each executed in a thread of its own, until the end of the input. */
#include "lines.h"
#include <stdio.h>
#include <stdlib.h>

struct work {
  struct work *next;
  pthread_t thread;
  json_t *command;
  atomic_bool is_done;
};

static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

void show(json_t *line) {
  pthread_mutex_lock(&printing);
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  fflush(stdout);
  pthread_mutex_unlock(&printing);
  json_decref(line);
}

static void *answer(void *context) {
  struct work *work = context;
  json_t *command = work->command;
  keyhold_error error = {.result = KEYHOLD_OK};
  json_t *reply = execute(command, &error);
  json_t *line = json_object();
  json_object_set(line, "id", json_object_get(command, "id"));
  bool has_failed = reply == NULL;
  json_object_set_new(line, has_failed ? "error" : "ok", has_failed ? json_string(error.code) : reply);
  if (*error.held_device) json_object_set_new(line, "held-by-me", json_pack("[s]", error.held_device));
  json_decref(command);
  show(line);
  atomic_store(&work->is_done, true);
  return NULL;
}

/** Ends the threads that have executed their command, or all. */
static void join(struct work **at, bool all) {
  for (struct work *work; (work = *at);) {
    if (!all && !atomic_load(&work->is_done)) {
      at = &work->next;
      continue;
    }
    pthread_join(work->thread, NULL);
    *at = work->next;
    free(work);
  }
}

int main(void) {
  struct work *all = NULL;
  char *text = NULL;
  size_t size = 0;
  while (getline(&text, &size, stdin) > 0) {
    join(&all, false);
    struct work *work = kh_alloc(sizeof *work);
    work->command = json_loads(text, 0, NULL);
    work->next = all;
    all = work;
    if (pthread_create(&work->thread, NULL, answer, work) != 0) abort();
  }
  join(&all, true);
  close_clients();
  free(text);
  return 0;
}
