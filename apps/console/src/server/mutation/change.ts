import { formText } from '#i18n/text/every-page.ts';
import { warningSentence } from '#i18n/text/problems.ts';
import type { Key } from '#server/cache/keys.ts';
import type { Kind } from '#server/cache/kinds.ts';
import { queryClient, refresh } from '#server/cache/query-client.ts';
import { asOwnChange } from '#server/client/own-changes.ts';
import type { Version } from '#server/client/version.ts';
import { takeWarnings } from '#server/client/warnings.ts';
import { session } from '#session/session.ts';
import { errorStatus, isStale } from '#ui/feedback/error-status.ts';
import { toastSuccess, toastWarning } from '#ui/feedback/toast.tsx';
import { createOnceHeader } from './idempotency.ts';

/**
 * A change as the user decided it, of the version that the user saw. It is created when the user begins; data that
 * arrives later does not alter it.
 */
export interface Change<Item, Intent> extends Version<Item> {
  /** The requested change of the subject. */
  readonly intent: Intent;
}

/** The rn and the time of the last change, which most records have. */
export function subjectOf(record: object): { rn?: string; 'updated-on'?: string } {
  return record;
}

/** Sends a change. Throws a refusal of the server as a sentence for users. */
export type Mutation<Input, Output> = (input: Input) => Promise<Output>;

export interface MutationOptions<Input, Output> {
  /** Makes the request. The headers carry the version that the change is based on, and the key of `once`. */
  send: (input: Input, headers: Record<string, string>) => Promise<Output>;
  /** Whether the server executes it once, however often the same input is sent until it succeeds. */
  once?: boolean;
  /** The query that holds the subject, when the output is what it would fetch. */
  updates?: (input: Input) => Key;
  /** Kinds whose queries are stale afterwards. */
  invalidates: readonly Kind[];
  /** The text of the toast on success; null when the caller reports it. */
  success: ((input: Input, output: Output) => string | null) | string | null;
}

/** How long a change waits for the refetch of the screen, in ms. */
const longestRefetch = 1_000;

/**
 * One complete write of the console: the request with `If-Match`, the invalidated queries, and the message on success,
 * on a conflict (the server's 412, after which the screens are refetched) and when the subject is deleted. A form or a
 * dialog shows the error. Most writes are one call, and are created by `call-mutations.ts`.
 *
 * @example
 * export const setReminder = mutation({
 *   send: ({ item, intent: body }: Change<Tag, Reminder>, headers) =>
 *     client.send(calls.setReminder, { params: paramsOf(item), body, headers }),
 *   invalidates: ['tag'],
 *   success: tagsText.updated,
 * });
 */
export function mutation<Input, Output>(options: MutationOptions<Input, Output>): Mutation<Input, Output> {
  const { send, once = false, updates, invalidates, success } = options;
  let onceHeader = createOnceHeader();
  return async (input) => {
    const user = session.current()?.user.rn;
    // A user who closed the window now would not see the result, nor a secret that it contains.
    const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeClosing);
    try {
      const headers = { ...ifMatch(input), ...(once && onceHeader(input)) };
      // Within a change of several steps, that is the change of this page.
      const output = await (steps ? send(input, headers) : asOwnChange(invalidates, () => send(input, headers)));
      // After a success, the same input is a new change.
      onceHeader = createOnceHeader();
      // A user who signed in meanwhile has a separate cache.
      if (updates && session.current()?.user.rn === user) queryClient.setQueryData(updates(input), output);
      await refetch(invalidates);
      const message = typeof success === 'function' ? success(input, output) : success;
      if (message !== null) toastSuccess(message);
      return output;
    } catch (error) {
      // Part of the change may be done. After a conflict, the user is notified once the screen shows the current state.
      const refetched = refetch(invalidates);
      if (isStale(error)) await refetched;
      throw errorStatus(error) === 404 ? new Error(formText.gone, { cause: error }) : error;
    } finally {
      window.removeEventListener('beforeunload', askBeforeClosing);
      if (!steps) showWarnings();
    }
  };
}

function ifMatch(input: unknown): Record<string, string> {
  const etag = typeof input === 'object' && input !== null && 'etag' in input ? input.etag : null;
  return typeof etag === 'string' ? { 'If-Match': etag } : {};
}

/** The kinds to refetch after a change of several steps; null outside of one. */
let steps: Set<Kind> | null = null;

/**
 * A change that several mutations make one after the other: the screens are refetched once, after the last one.
 *
 * @param work runs the mutations, which return without waiting for a refetch
 */
export async function inOneRefetch<Output>(work: () => Promise<Output>): Promise<Output> {
  if (steps) return work();
  const kinds = new Set<Kind>();
  steps = kinds;
  try {
    return await asOwnChange(kinds, work);
  } finally {
    steps = null;
    await refetch([...kinds]);
    showWarnings();
  }
}

/** Shows the warnings of a change, also if a later part of it failed. */
function showWarnings(): void {
  for (const sentence of takeWarnings()) toastWarning(warningSentence(sentence));
}

/** Refetches stale queries after a change, and waits for them, unless that takes too long. */
async function refetch(invalidates: readonly Kind[]): Promise<void> {
  if (steps) for (const kind of invalidates) steps.add(kind);
  else await Promise.race([refresh(...invalidates), new Promise((resolve) => setTimeout(resolve, longestRefetch))]);
}
