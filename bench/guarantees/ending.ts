// `npm run guarantee:ending -- --leases 66000`: deactivates an account with very many live leases. From the commit on
// all readers see these leases as ended, and the consequences for each lease are stored within a minute.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openBed } from '../bed/bed.ts';
import { openHttpClient } from '../bed/http-client.ts';
import { runCommand } from './command.ts';

await runCommand({ leases: 66_000, 'most-seconds': 60 }, async ({ leases, 'most-seconds': maxSeconds }) => {
  const bed = await openBed({ nodes: 1 });
  const database = new pg.Client({ connectionString: bed.database.connectionString });
  try {
    await database.connect();
    await database.query(`select set_config('keyhold.account', '*', false)`);
    const account = await bed.seed.createAccount('Very many');
    const product = await bed.seed.createProduct('many', { lease: 900, heartbeat: 300 });
    const [ugo] = await bed.seed.createPeople(account, 1);
    const [root] = await bed.seed.createPeople(bed.seed.installation.providerAccountId, 1, {
      role: 'Root Administrator',
    });
    if (!ugo || !root) throw new Error('Nobody was created.');
    await bed.seed.issueLicenses(account, 'many', 1);
    const client = openHttpClient(bed.nodes[0]?.url ?? '', 4);
    const device = { id: 'last', name: 'Desk', os: 'Linux', user: 'ugo', locale: 'en' };
    const consumed = await client.send('POST', '/license/v1/leases', {
      token: ugo.token,
      body: { product, client: { name: 'Many', version: '1' }, device, 'stream-id': 'run' },
    });
    const { lease } = consumed.body as { lease: { id: string; epoch: number } };
    await database.query(
      `with seats as (
        insert into licenses (id, "account-id", "product-id", type, "expiry-perpetual", policies, "lease-state", "lease-id",
          epoch, "holder-id", "leased-on", "expires-at", "device-id", "device-name")
        select 'MANY-' || n, $1, 'many', 'Subscription', true, '[]', 'active', "new-id"(), 1, $2, now(),
          now() + interval '1 hour', 'device-' || n, 'Desk' from generate_series(1, $3::int) as n returning *
      ), uses as (
        insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "started-on")
        select "account-id", "product-id", id, "holder-id", "leased-on" from seats
      )
      insert into "usage-days" select "account-id", "product-id", id, "holder-id", current_date, 1, 0, now() from seats`,
      [account, ugo.id, leases - 1],
    );
    await database.query('analyze');
    const violations: string[] = [];
    const require = (held: boolean, otherwise: string) => held || violations.push(otherwise);

    const begun = performance.now();
    const ended = await client.send('PUT', `/admin/v1/accounts/${account}/status`, {
      token: root.token,
      body: { status: 'Inactive' },
    });
    const answered = performance.now();
    if (ended.status !== 200)
      throw new Error(`The deactivation was answered ${ended.status}: ${JSON.stringify(ended.body)}`);
    // The licenses of the last chunk stay unchanged longest.
    const list = `/license/v1/admin/licenses?account=${account}&limit=1000&sort=-name`;
    const shown = await client.send('GET', list, { token: root.token });
    const items = (shown.body as { items?: { state: { user: string | null } }[] }).items ?? [];
    const used = items.filter(({ state }) => state.user !== null).length;
    require(items.length === Math.min(leases, 1000), `The list was answered ${shown.status}.`);
    require(used === 0, `Right after it ${used} of ${items.length} licenses were shown as in use.`);
    const asked = performance.now();
    const usage = await client.send('GET', `/license/v1/admin/usage?account=${account}`, { token: root.token });
    const usageSeconds = (performance.now() - asked) / 1000;
    require(usage.status === 200, `The usage was answered ${usage.status}.`);
    const beat = await client.send('POST', `/license/v1/leases/${lease.id}/heartbeat`, {
      token: ugo.token,
      body: { epoch: lease.epoch, seq: 1 },
    });
    require(beat.status === 401, `A heartbeat was answered ${beat.status}.`);

    const count = async (text: string) => Number((await database.query(text, [account])).rows[0].count);
    const active = () => count(`select count(*) from licenses where "account-id" = $1 and "lease-state" = 'active'`);
    for (let left = await active(); left > 0 && performance.now() - begun < 10 * 60_000; left = await active())
      await sleep(200);
    const seconds = (performance.now() - begun) / 1000;
    const entries = await count(
      `select count(*) from audit where "account-id" = $1 and action = 'license:ReleaseLicense'`,
    );
    const open = await count(`select count(*) from "license-uses" where "account-id" = $1 and "ended-on" is null`);
    require(entries === leases, `The audit log has ${entries} releases.`);
    require(open === 0, `${open} uses go on.`);
    require(seconds <= maxSeconds, `It took ${seconds.toFixed(1)} s.`);
    const row = {
      leases,
      'answered after (s)': ((answered - begun) / 1000).toFixed(2),
      'shown in use right after': used,
      'usage answered within (s)': usageSeconds.toFixed(2),
      'all written down after (s)': seconds.toFixed(1),
      'audit entries': entries,
      'uses that go on': open,
    };
    return { rows: [row], violations };
  } finally {
    await database.end().catch(() => undefined);
    await bed.close();
  }
});
