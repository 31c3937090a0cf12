#ifndef LINES_H
#define LINES_H
#include "internal.h"
/** Writes a line, and drops it. */
void show(json_t *line);
/** Executes a command in a thread of its own, and returns the reply, or NULL with the failure. */
json_t *execute(const json_t *command, keyhold_error *error);
void close_clients(void);
#endif
