import { join } from 'node:path';
import { AuthenticationError, fileStore, UnreachableError } from '@keyhold/sdk';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { openSdkTest } from '../../../test/licensing/sdk-sign-in.ts';
import { inTransaction } from '../../db/database.ts';

const here = openSdkTest();
const { connect, allowing, sidOf, sessions, hold, counting } = here;

/** The server's refusal of an access token. */
const refusal = () =>
  Response.json({ success: false, problems: [{ code: 'unauthenticated', message: 'Sign in.' }] }, { status: 401 });

describe('renewal', () => {
  /** An application that has signed in. */
  async function signedInBefore() {
    const keyhold = connect();
    await keyhold.signIn({ open: allowing() });
    return keyhold;
  }

  it('keeps session, lease and stream, and is requested once by concurrent requests', async () => {
    const { paths, fetch: counted } = counting(async (path, reply) =>
      path.endsWith('/consumable') && !paths.includes('/oauth/token') ? refusal() : reply(),
    );
    const before = await signedInBefore();
    const sid = sidOf(await before.accessToken());
    const lease = await hold(before);
    const keyhold = connect({ fetch: counted });
    await keyhold.restore();
    await Promise.all([keyhold.consumable(), keyhold.consumable(), keyhold.consumable()]);
    expect(paths.filter((path) => path === '/oauth/token')).toHaveLength(1);
    expect(sidOf(await keyhold.accessToken())).toBe(sid);
    expect(lease.entitled).toBe(true);
  });

  it('by two concurrent runs that share the store leaves both signed in', async () => {
    await signedInBefore();
    const refusing = () => {
      let refused = 0;
      return counting(async (path, reply) =>
        path.endsWith('/consumable') && ++refused % 2 === 1 ? refusal() : reply(),
      );
    };
    const wires = [refusing(), refusing()];
    const runs = wires.map(({ fetch: wire }) => connect({ fetch: wire }));
    for (const run of runs) await run.restore();
    for (const _round of [1, 2, 3]) await Promise.all(runs.map((run) => run.consumable()));
    expect(new Set(await Promise.all(runs.map(async (run) => sidOf(await run.accessToken())))).size).toBe(1);
    // The second run takes the tokens that the first one has stored.
    for (const run of runs) await run.consumable();
    expect(await connect().restore()).toBe(true);
  });

  it('is repeated with the same token when its reply is lost', async () => {
    await signedInBefore();
    const { paths, fetch: wire } = counting(async (path, reply) => {
      if (path.endsWith('/consumable') && !paths.includes('/oauth/token')) return refusal();
      const answer = await reply();
      if (path === '/oauth/token' && paths.filter((one) => one === path).length === 1)
        throw new TypeError('The wire broke.');
      return answer;
    });
    const keyhold = connect({ fetch: wire });
    await keyhold.restore();
    await keyhold.consumable();
    expect(paths.filter((path) => path === '/oauth/token')).toHaveLength(2);
    expect(await connect().restore()).toBe(true);
  });

  it('signs nobody out when the server is unreachable, and is retried with the next request', async () => {
    const before = await signedInBefore();
    const lease = await hold(before);
    let away = true;
    const { fetch: wire } = counting(async (path, reply) => {
      if (!away) return reply();
      if (path.endsWith('/consumable')) return refusal();
      throw new TypeError('The wire broke.');
    });
    const keyhold = connect({ fetch: wire });
    await keyhold.restore();
    await expect(keyhold.consumable()).rejects.toBeInstanceOf(UnreachableError);
    expect(keyhold.user()).toBe(here.ugo.rn);
    expect(await connect().restore()).toBe(true);
    away = false;
    expect(await keyhold.consumable()).toHaveLength(1);
    expect(lease.entitled).toBe(true);
  });

  it('ends the session, the lease and the sign-in after another client has used the refresh token', async () => {
    const keyhold = await signedInBefore();
    const lease = await hold(keyhold);
    const released = vi.fn();
    lease.on('released', released);
    const kept = await fileStore(join(here.folder, 'store')).get(`keyhold.sign-in.studio-desktop@${here.url}`);
    const thief = connect({ fetch: refuseOnce(), store: { get: () => kept, set: () => undefined } });
    await thief.restore();
    await thief.consumable();
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .updateTable('sessions')
        .set({ 'renewed-on': sql<Date>`now() - interval '11 seconds'` })
        .where('user-id', '=', here.ugo.id)
        .execute(),
    );
    const used = connect({ fetch: refuseOnce() });
    await used.restore();
    await expect(used.consumable()).rejects.toBeInstanceOf(AuthenticationError);
    await vi.waitFor(
      () => expect(released).toHaveBeenCalledWith(expect.objectContaining({ reason: 'session-ended' })),
      soon,
    );
    await lease.ended;
    expect(() => used.user()).toThrow(AuthenticationError);
    await vi.waitFor(() => expect(() => keyhold.user()).toThrow(AuthenticationError), soon);
    expect(await connect().restore()).toBe(false);
  });

  function refuseOnce(): typeof fetch {
    let refused = false;
    return counting(async (path, reply) => {
      if (refused || !path.endsWith('/consumable')) return reply();
      refused = true;
      return refusal();
    }).fetch;
  }
});

describe('a session that is ended elsewhere', () => {
  it('releases the lease, and signs the application out', async () => {
    const keyhold = connect();
    await keyhold.signIn({ open: allowing(), deviceName: 'Prepress 3' });
    const lease = await hold(keyhold);
    const released = vi.fn();
    lease.on('released', released);
    const [mine] = (await sessions()).filter((session) => session['device'] === 'Prepress 3');
    expect((await here.test.as(here.ugo, `DELETE /iam/v1/users/${here.ugo.id}/sessions/${mine?.id}`)).status).toBe(200);
    await lease.ended;
    expect(released).toHaveBeenCalledWith(
      expect.objectContaining({ reason: 'session-ended', message: 'You were signed out.' }),
    );
    await vi.waitFor(() => expect(() => keyhold.user()).toThrow(AuthenticationError), soon);
    expect(await connect().restore()).toBe(false);
  });
});
