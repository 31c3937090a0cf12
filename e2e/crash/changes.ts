import type { ApiClient } from '@keyhold/client';
import { calls } from '@keyhold/contract';
import { type State, withEntry, withTagReplaced } from './state.ts';

/** The ids and rns of tags and users, by name or e-mail. */
export type Known = Map<string, { readonly id: string; readonly rn: string }>;

/** A write: the request, and the state once the server has acknowledged it. */
export interface Change {
  readonly after: State;
  send(client: ApiClient, known: Known): Promise<unknown>;
}

/** The owner of the written tags and users, whose names begin with `name`, so that no two writers collide. */
export interface Owner {
  readonly name: string;
  readonly accountId: string;
}

/** The maximum number of tags and of users, so that the check after each round stays small. */
const most = 12;

/**
 * Returns a random write that is possible in a state.
 *
 * @param serial a number never used before by this writer
 */
export function someChange(state: State, owner: Owner, serial: number): Change {
  const possible = [...tagChanges(state, owner, serial), ...userChanges(state, owner, serial)];
  return pick(possible) ?? createTag(state, owner, serial);
}

function tagChanges(state: State, owner: Owner, serial: number): Change[] {
  const name = pick([...state.tags.keys()]);
  return [
    ...(state.tags.size < most ? [createTag(state, owner, serial)] : []),
    ...(name === undefined ? [] : [renameTag(state, owner, serial, name)]),
    ...(name === undefined || state.tags.size < most / 2 ? [] : [deleteTag(state, name)]),
  ];
}

function createTag(state: State, { name: prefix, accountId }: Owner, serial: number): Change {
  const name = `${prefix} tag ${serial}`;
  const description = `Made as number ${serial}.`;
  return {
    after: { ...state, tags: withEntry(state.tags, name, description) },
    async send(client, known) {
      const body = { name, description, 'account-id': accountId };
      remember(known, name, (await client.send(calls.createTag, { body })).item);
    },
  };
}

function renameTag(state: State, owner: Owner, serial: number, old: string): Change {
  const name = `${owner.name} tag ${serial}`;
  const description = `Was ${old}.`;
  return {
    after: {
      tags: withEntry(withEntry(state.tags, old, undefined), name, description),
      users: withTagReplaced(state, old, name),
    },
    async send(client, known) {
      const params = { id: idOf(known, old).id };
      remember(known, name, (await client.send(calls.updateTag, { params, body: { name, description } })).item);
    },
  };
}

function deleteTag(state: State, name: string): Change {
  return {
    after: { tags: withEntry(state.tags, name, undefined), users: withTagReplaced(state, name, undefined) },
    send: (client, known) => client.send(calls.deleteTag, { params: { id: idOf(known, name).id } }),
  };
}

function userChanges(state: State, owner: Owner, serial: number): Change[] {
  const email = pick([...state.users.keys()]);
  const user = state.users.get(email ?? '');
  const create = state.users.size < most ? [createUser(state, owner, serial)] : [];
  if (email === undefined || !user) return create;
  const free = pick([...state.tags.keys()].filter((tag) => !user.tags.includes(tag)));
  const held = pick(user.tags);
  const setTags = (tags: readonly string[]) => ({
    ...state,
    users: withEntry(state.users, email, { ...user, tags }),
  });
  return [
    ...create,
    ...(free === undefined ? [] : [addTag(setTags([...user.tags, free]), email, free)]),
    ...(held === undefined ? [] : [removeTag(setTags(user.tags.filter((tag) => tag !== held)), email, held)]),
    ...(state.users.size < most / 2 ? [] : [deleteUser(state, email)]),
  ];
}

function createUser(state: State, { name, accountId }: Owner, serial: number): Change {
  const email = `${name}-${serial}@crash.example`;
  const fields = { email, 'first-name': name, 'last-name': `Number ${serial}`, title: `${serial}`, description: '' };
  return {
    after: { ...state, users: withEntry(state.users, email, { title: fields.title, tags: [] }) },
    async send(client, known) {
      const { resources } = await client.send(calls.createUser, { body: { ...fields, 'account-id': accountId } });
      for (const user of resources) remember(known, email, user);
    },
  };
}

function addTag(after: State, email: string, tag: string): Change {
  return {
    after,
    send: (client, known) =>
      client.send(calls.addUserTag, { params: { id: idOf(known, email).id }, body: { tag: idOf(known, tag).rn } }),
  };
}

function removeTag(after: State, email: string, tag: string): Change {
  return {
    after,
    send: (client, known) =>
      client.send(calls.removeUserTag, { params: { id: idOf(known, email).id, tagId: idOf(known, tag).id } }),
  };
}

function deleteUser(state: State, email: string): Change {
  return {
    after: { ...state, users: withEntry(state.users, email, undefined) },
    send: (client, known) => client.send(calls.deleteUser, { params: { id: idOf(known, email).id } }),
  };
}

/** Stores the id and rn of a tag or user. */
export function remember(known: Known, name: string, { rn }: { readonly rn: string }): void {
  known.set(name, { rn, id: rn.slice(rn.lastIndexOf(':') + 1) });
}

function idOf(known: Known, name: string): { readonly id: string; readonly rn: string } {
  const found = known.get(name);
  if (!found) throw new Error(`The server has not said which id ${name} has.`);
  return found;
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
