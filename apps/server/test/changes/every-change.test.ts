import { type Call, callList } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { changing } from '../crash/change.ts';
import { ready } from '../crash/ready.ts';
import { toldOfEverything } from '../crash/recipes.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import { readResources } from './resource-rows.ts';

let test: TestApp;
let make: Maker;
let account: string;
let resources: Awaited<ReturnType<typeof readResources>>;
let announced: string[] = [];
let endOfAnnouncements: (() => void) | undefined;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  account = await test.createAccount('Watched');
  await toldOfEverything(test, make, account);
  resources = await readResources(test.connectionString);
  test.services.changes.subscribe((announcement) => {
    if (announcement?.rn === end) endOfAnnouncements?.();
    else announced.push(announcement?.rn ?? '');
  });
  await test.as(null, 'GET /license/v1/root-key');
});
afterAll(async () => {
  await resources.close();
  await test.close();
});

/** The last of some announcements. */
const end = 'keyhold:eu-1:none:end:1';

/**
 * Columns that are no part of a resource: what is derived from others, notes of the server about its use, a person's
 * preferences, which are their own, and what `cascade-accounts.ts` has left to do. A seat of a license changes without
 * its license: each of its moves has what `seat.ts` says.
 */
const aside =
  /^(search-text|folded-email|labels|login-order|last-login|language|version|updated-on|cascading|cascaded-on|sessions-ended-on|keys-ended-on|leases-ended.*)$/;
const seat =
  /^(lease-|leased-|epoch|holder-|machine-|session-|expires-at|heartbeat-|activation-date|expiry-date|release|previous-|freed-|client-|device-|last-device-|stream-)/;

describe.each(changing)('%s', (name) => {
  it('logs, announces and dates every resource that it changes, the cause first', async () => {
    const call = callList.find((one) => one.name === name) as Call;
    const run = await ready({ test, make, account }, call);
    const [before, heads] = [await resources.rows(), await resources.heads()];
    await untilAnnounced();
    announced = [];
    expect((await run()).status).toBe(call.status);
    await untilAnnounced();
    const after = await resources.rows();
    const entries = await resources.entriesAfter(heads);
    const keys = [...new Set([...before.keys(), ...after.keys()])];
    // The entry of an account that is created, deleted or restored stands for all that belongs to it.
    const whole = keys.filter((key) => before.get(key)?.['deleted-on'] !== after.get(key)?.['deleted-on']);
    const isPart = (key: string) => whole.includes(`account:${(after.get(key) ?? before.get(key))?.['account-id']}`);
    const changed = keys.filter((key) => columnsOf(before.get(key)) !== columnsOf(after.get(key)) && !isPart(key));
    const has = (key: string) => (rn: string) => rn.endsWith(`:${key}`);
    expect(changed.filter((key) => !entries.some(({ resource }) => has(key)(resource)))).toEqual([]);
    expect(changed.filter((key) => !announced.some(has(key)))).toEqual([]);
    const undated = changed.filter((key) => {
      const [was, is] = [before.get(key), after.get(key)];
      return was && is && 'updated-on' in is && was['updated-on'] === is['updated-on'];
    });
    expect(undated).toEqual([]);
    // The numbers of a pool are counted from its licenses, and in no column of its own.
    const pools = keys.filter((key) => key.startsWith('pool:') && before.has(key) && after.has(key));
    const named = pools.filter((key) => entries.some(({ resource }) => has(key)(resource)));
    expect(named.filter((key) => before.get(key)?.['updated-on'] === after.get(key)?.['updated-on'])).toEqual([]);
    // A call of the contract is named like the action that it is.
    const own = entries.findIndex(({ action }) => action.toLowerCase().endsWith(`:${name.toLowerCase()}`));
    expect(own <= 0, `${entries.map(({ action }) => action)}`).toBe(true);
  });
});

/** Resolves once all earlier announcements have arrived. */
async function untilAnnounced(): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    endOfAnnouncements = resolve;
  });
  await resources.announce({ event: 'changed', account, rn: end });
  await ended;
}

/** The columns of a resource, as a text that is equal for equal values. */
function columnsOf(row: Readonly<Record<string, unknown>> | undefined): string {
  return JSON.stringify(row && Object.entries(row).filter(([column]) => !aside.test(column) && !seat.test(column)));
}
