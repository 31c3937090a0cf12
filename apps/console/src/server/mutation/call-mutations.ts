import type { CallInput } from '@keyhold/client';
import type { BodyInputOf, Call, OutputOf } from '@keyhold/contract';
import type { FetchQueryOptions } from '@tanstack/react-query';
import type { Key } from '#server/cache/keys.ts';
import type { Kind } from '#server/cache/kinds.ts';
import type { RecordCall } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf, type Subject, type Version, versionOf } from '#server/client/version.ts';
import { type Change, type Mutation, type MutationOptions, mutation } from './change.ts';

/** Sends its input as the body of a call, such as one that creates a record, and returns the output of the call. */
export function bodyMutation<One extends Call>(
  call: One,
  options: Omit<MutationOptions<BodyInputOf<One>, OutputOf<One>>, 'send' | 'updates'>,
): Mutation<BodyInputOf<One>, OutputOf<One>> {
  return mutation({
    send: (body, headers) => client.send(call, { body, headers } as unknown as CallInput<One>),
    once: true,
    ...options,
  });
}

/** Sends a call about a record, such as one that restores it, and returns the output of the call. */
export function actionMutation<One extends Call>(
  call: One,
  options: Omit<MutationOptions<Subject, OutputOf<One>>, 'send' | 'updates'>,
): Mutation<Subject, OutputOf<One>> {
  return mutation({
    send: (record) => client.send(call, { params: paramsOf(record) } as unknown as CallInput<One>),
    ...options,
  });
}

interface RecordMutationOptions<One extends RecordCall, Base, Intent>
  extends Pick<MutationOptions<Change<Base, Intent>, Version<Base>>, 'success'> {
  /** The query of the record, whose cache takes the record that the call returns. */
  query: (id: string) => FetchQueryOptions<Version<Base>, Error, Version<Base>, Key>;
  /** Makes the body of the call, where it is not the intent itself. */
  body?: (intent: Intent, base: Base) => BodyInputOf<One>;
  /** Converts the returned record to what the query caches, where they differ. */
  read?: (item: OutputOf<One>['item'], base: Base) => Base;
  /** Kinds whose queries are stale afterwards; by default that of the record. */
  invalidates?: readonly Kind[];
}

/**
 * A change of a record by a call that returns it.
 *
 * @example
 * export const updateTag = recordMutation(calls.updateTag, { query: tagQuery, success: tagsText.updated });
 */
export function recordMutation<One extends RecordCall, Base extends Subject, Intent = BodyInputOf<One>>(
  call: One,
  options: RecordMutationOptions<One, Base, Intent>,
): Mutation<Change<Base, Intent>, Version<Base>> {
  const { query, body = (intent) => intent as BodyInputOf<One>, read = (item) => item as Base, ...rest } = options;
  return mutation({
    send: async ({ item: base, intent }, headers) => {
      const input = { params: paramsOf(base), body: body(intent, base), headers } as unknown as CallInput<One>;
      const { item, etag } = await versionOf(client.sendForReply(call, input));
      return { item: read(item, base), etag };
    },
    updates: ({ item }) => query(paramsOf(item).id).queryKey,
    invalidates: [query('').queryKey[0]],
    ...rest,
  });
}
