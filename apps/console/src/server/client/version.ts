import type { Reply } from '@keyhold/client';
import { resourceIdOf } from '@keyhold/contract';

/** A subject as the server has it, and its version, as `If-Match` takes it. */
export interface Version<Item> {
  readonly item: Item;
  readonly etag: string | null;
}

/** The subject of a call, identified by its rn, or by its id where it has no rn. */
export type Subject = { rn: string } | { id: string };

/** The parameters of a call that is about one subject. */
export function paramsOf(subject: Subject): { id: string } {
  return { id: 'rn' in subject ? resourceIdOf(subject.rn) : subject.id };
}

/** The subject that a call returns, and its version. */
export async function versionOf<Item>(reply: Promise<Reply<{ item: Item }>>): Promise<Version<Item>> {
  const { data, etag } = await reply;
  return { item: data.item, etag };
}
