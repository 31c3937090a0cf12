import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLicense, everyone, openLeaseTest, setLicense } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { warnOfEnds } from './warn-of-ends.ts';

const here = openLeaseTest();
const warn = () => warnOfEnds(here.test.services.db, here.test.services.installation);
/** The last moment of the UTC day so many days from now. */
const endOfDay = (days: number) =>
  sql<Date>`(date_trunc('day', now(), 'UTC') + make_interval(days => ${days + 1}::integer) - interval '1 millisecond')`;
const endingIn = (days: number) => ({ 'expiry-perpetual': false, 'expiry-date': endOfDay(days) as never });
const issue = (days: number, fields = {}) =>
  createLicense(here.test, here.account, everyone, { ...endingIn(days), ...fields } as never);

/** The mails to the account since the last call. */
async function mails() {
  const rows = await inTransaction(here.test.services.db, 'every account', (tx) =>
    tx
      .deleteFrom('outbox')
      .where('account-id', '=', here.account)
      .returning(['recipient', 'subject', 'text'])
      .execute(),
  );
  return rows.toSorted((one, other) => one.subject.localeCompare(other.subject));
}

describe('Administrators', () => {
  it('are warned by one mail for each day on which licenses end, and not again within a window', async () => {
    const [one, two] = [await issue(5), await issue(5)];
    const graced = await issue(5, { 'grace-days': 3 });
    await issue(6);
    await issue(40);
    await createLicense(here.test, here.account, everyone);
    await warn();
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual([here.ada.email, here.ada.email]);
    const [first, second] = sent;
    expect(first?.subject).toMatch(/^(3 licenses end|One license ends) at Keyhold on /);
    const of = sent.find(({ subject }) => subject.startsWith('3 '));
    for (const { id } of [one, two, graced]) expect(of?.text).toContain(id);
    expect(of?.text).toContain('It works until ');
    expect([first, second].filter((mail) => mail?.subject.startsWith('One license ends'))).toHaveLength(1);
    await warn();
    expect(await mails()).toEqual([]);
  });

  it('are warned once of a license that is issued within a window, of each window, and of a changed end', async () => {
    await issue(20);
    const { id } = await issue(20);
    await warn();
    expect(await mails()).toHaveLength(1);
    const late = await issue(20);
    await warn();
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual([expect.stringMatching(/^One license ends/), []]);
    expect(mail?.text).toContain(late.id);
    for (const days of [7, 1]) {
      await setLicense(here.test, id, {
        'expiry-date': endOfDay(days) as never,
        'end-warned-for': endOfDay(days) as never,
      });
      await warn();
      expect(await mails()).toHaveLength(1);
    }
    await setLicense(here.test, id, { 'expiry-date': endOfDay(3) as never });
    await warn();
    expect(await mails()).toHaveLength(1);
  });

  it('are warned only in the windows that the account has chosen, and only if they are active', async () => {
    const choose = (days: number[]) =>
      here.test.as(here.ada, 'PUT /iam/v1/security', {
        'second-factor': 'off',
        'password-sign-in': true,
        'end-warnings': days,
      });
    expect((await choose([1, 7])).body.item).toMatchObject({ 'end-warnings': [7, 1] });
    await issue(20);
    await warn();
    expect(await mails()).toEqual([]);
    expect((await choose([])).body.item).toMatchObject({ 'end-warnings': [] });
    await issue(5);
    await warn();
    expect(await mails()).toEqual([]);
    await choose([30]);
    await warn();
    expect(await mails()).toHaveLength(2);
  });

  it('are warned once when several nodes look at the same time', async () => {
    for (let made = 0; made < 20; made += 1) await issue(10);
    await Promise.all([warn(), warn(), warn()]);
    expect(await mails()).toMatchObject([{ subject: expect.stringMatching(/^20 licenses end/) }]);
  });
});
