import { type ApiClient, ApiError } from '@keyhold/client';
import { calls } from '@keyhold/contract';
import { type Change, type Known, type Owner, remember, someChange } from './changes.ts';
import { differences, nothing, type State } from './state.ts';

/** Sends one write after another, and records which of them the server has acknowledged. */
export interface Writer {
  /** Writes until no server replies any more. */
  write(): Promise<void>;
  /**
   * Compares the data with the acknowledged writes: the write without a reply happened completely, or not at all.
   *
   * @returns what differs, a line for each tag and user
   */
  check(): Promise<string[]>;
  /** The number of writes that are known to have happened. */
  readonly happened: () => number;
  /** The number of writes that the server has acknowledged. */
  readonly acknowledged: () => number;
}

/** Creates a writer of tags and users that belong to its owner alone. */
export function createWriter(client: ApiClient, owner: Owner): Writer {
  let state = nothing;
  let unanswered: Change | null = null;
  let serial = 0;
  let acknowledged = 0;
  let happened = 0;
  const known: Known = new Map();

  async function write(): Promise<void> {
    for (;;) {
      serial += 1;
      const change = someChange(state, owner, serial);
      unanswered = change;
      try {
        await change.send(client, known);
      } catch (error) {
        if (error instanceof ApiError) throw new Error(`A write was refused: ${error.message}`, { cause: error });
        // The server is down: it is unknown whether this write happened.
        if (error instanceof TypeError) return;
        throw error;
      }
      unanswered = null;
      state = change.after;
      acknowledged += 1;
      happened += 1;
    }
  }

  async function check(): Promise<string[]> {
    const actual = await readState(client, owner, known);
    const before = differences(state, actual);
    const after = unanswered ? differences(unanswered.after, actual) : before;
    if (before.length > 0 && unanswered && after.length < before.length) happened += 1;
    state = actual;
    unanswered = null;
    return after.length < before.length ? after : before;
  }

  return { write, check, happened: () => happened, acknowledged: () => acknowledged };
}

/** Reads an owner's tags and users from the server. */
async function readState(client: ApiClient, { name: prefix }: Owner, known: Known): Promise<State> {
  const [tags, users] = await Promise.all([client.send(calls.listTags, {}), client.send(calls.listUsers, {})]);
  const names = new Map(tags.items.map((tag) => [tag.rn, tag.name]));
  const ownTags = tags.items.filter(({ name }) => name.startsWith(`${prefix} `));
  const ownUsers = users.items.filter(({ email }) => email.startsWith(`${prefix}-`));
  known.clear();
  for (const tag of ownTags) remember(known, tag.name, tag);
  for (const user of ownUsers) remember(known, user.email, user);
  return {
    tags: new Map(ownTags.map(({ name, description }) => [name, description])),
    users: new Map(
      ownUsers.map((user) => [
        user.email,
        { title: user.title, tags: user.tags.map((rn) => names.get(rn) ?? `unknown ${rn}`) },
      ]),
    ),
  };
}
