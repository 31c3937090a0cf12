import { type BodyInputOf, calls, type ImportItem } from '@keyhold/contract';
import { refresh } from '#server/cache/query-client.ts';
import { client } from '#server/client/client.ts';
import { asOwnChange } from '#server/client/own-changes.ts';
import { takeWarnings } from '#server/client/warnings.ts';

type Body = BodyInputOf<typeof calls.importUsers>;
export type Sent = Omit<Body, 'mode'>;

/** The kinds of records that an import changes. */
const changed = ['user', 'tag', 'license'] as const;

/** Says what an import of some rows would do. */
export async function checkRows(body: Sent, signal: AbortSignal): Promise<readonly ImportItem[]> {
  return (await client.send(calls.importUsers, { body: { ...body, mode: 'check' }, signal })).items;
}

/**
 * Imports some rows.
 *
 * @param key of the request, which the server executes once, however often it is sent
 */
export async function importRows(body: Sent, key: string): Promise<readonly ImportItem[]> {
  const headers = { 'Idempotency-Key': key };
  const { items } = await asOwnChange(changed, () =>
    client.send(calls.importUsers, { body: { ...body, mode: 'apply' }, headers }),
  );
  return items;
}

/** Refetches what shows people, once rows are imported. */
export async function showImported(): Promise<void> {
  takeWarnings();
  await refresh(...changed);
}
