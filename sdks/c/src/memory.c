/* Memory and texts. */
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *kh_alloc(size_t size) {
  void *memory = calloc(1, size ? size : 1);
  if (!memory) abort();
  return memory;
}

char *kh_duplicate(const char *text) {
  if (!text) return NULL;
  size_t size = strlen(text) + 1;
  return memcpy(kh_alloc(size), text, size);
}

char *kh_print(const char *format, ...) {
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  int length = vsnprintf(NULL, 0, format, values);
  va_end(values);
  char *text = kh_alloc((size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

const char *kh_text(const json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  return text ? text : "";
}

const char *kh_last_part(const char *rn) {
  const char *colon = strrchr(rn, ':');
  return colon ? colon + 1 : rn;
}

void keyhold_free(void *memory) { free(memory); }
