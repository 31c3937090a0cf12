import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { faults } from '../faults/faults.ts';
import type { Scene } from './scene.ts';

/** A fault that lasts until its alarm is raised, and the steps of the runbook that end it. */
export interface NightFault {
  readonly name: string;
  /** The alarms that it raises, or the reason why it raises none. */
  readonly alarms: readonly string[] | string;
  breaks(scene: Scene): Promise<void>;
  mends(scene: Scene): Promise<void>;
}

/** A fault that continues until it is repaired. */
function goingOn(name: string, alarm: string, work: (scene: Scene, signal: AbortSignal) => Promise<void>): NightFault {
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    name,
    alarms: [alarm],
    async breaks(scene) {
      stopping = new AbortController();
      running = work(scene, stopping.signal);
    },
    async mends() {
      stopping.abort();
      await running;
    },
  };
}

const json = (token: string, body: unknown) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The number of requests that wait for the lock at once; more than a server has connections. */
const waiting = 60;
const tampered = `"account-id" = (select "provider-account-id" from installation) and seq = 1`;

/** The faults that `npm run faults` has no time for, or cannot detect. */
const ownFaults: readonly NightFault[] = [
  goingOn(
    "an administrator's transaction locks a table and is forgotten",
    'KeyholdPoolWaiting',
    async (scene, signal) => {
      const { members, primary, query, staff } = scene;
      const client = new pg.Client({ host: '127.0.0.1', port: primary.port, user: 'postgres', database: 'keyhold' });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('begin; lock table tags in access exclusive mode');
      const headers = { authorization: `Bearer ${staff.administrator.token}` };
      const url = `${members[0]?.node.url}/iam/v1/tags?limit=20`;
      const requests = Array.from({ length: waiting }, async () => {
        while (!signal.aborted) {
          const reply = await fetch(url, { headers }).catch(() => null);
          await reply?.body?.cancel();
        }
      });
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      // The step of the runbook: terminates that transaction.
      await query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin; lock table tags%'`);
      await client.end().catch(() => undefined);
      await Promise.all(requests);
    },
  ),
  goingOn(
    'applications do not hear that their licenses are released',
    'KeyholdReleasesUnanswered',
    async (scene, signal) => {
      const { deaf, nginx } = scene;
      while (!signal.aborted) {
        for (const [index, { token }] of deaf.people.entries()) {
          const device = { id: `deaf ${index}`, name: 'deaf', os: 'Linux', user: 'somebody', locale: 'en-GB' };
          const client = { name: 'Render', version: '26.1' };
          const body = { product: deaf.product, client, device, 'stream-id': randomUUID() };
          await fetch(`${nginx.url}/license/v1/leases`, json(token, body));
        }
        const body = { 'account-id': deaf.account, ids: deaf.licenses.map(({ id }) => id) };
        await fetch(`${nginx.url}/license/v1/licenses/bulk/release`, json(deaf.administrator.token, body));
        await sleep(20_000, undefined, { signal }).catch(() => undefined);
      }
    },
  ),
  {
    name: 'the receiver of a webhook answers 500',
    alarms: ['KeyholdWebhooksStuck'],
    async breaks({ receiver }) {
      receiver.answer = 500;
    },
    async mends({ receiver }) {
      receiver.answer = 204;
    },
  },
  {
    name: 'somebody changes an entry of the audit log in the database',
    alarms: ['KeyholdAuditLogBroken'],
    async breaks({ query, runJob }) {
      await query(`update audit set address = '192.0.2.1' where ${tampered}`);
      await query('update upkeep set "audit-checked-on" = null');
      await runJob('check-audit-logs');
    },
    async mends({ query, keyhold }) {
      await query(`update audit set address = null where ${tampered}`);
      await keyhold('audit', 'verify');
    },
  },
  {
    name: 'the folder of the backups is gone when the next one is due',
    alarms: ['KeyholdBackupFailed'],
    async breaks({ backups, query }) {
      await rename(backups, `${backups}-elsewhere`);
      await query(`update upkeep set "backup-made-on" = now() - interval '25 hours', "backup-tried-on" = null`);
    },
    async mends({ backups, keyhold }) {
      await rename(`${backups}-elsewhere`, backups);
      await keyhold('backup', backups);
    },
  },
  {
    name: 'there has been no backup for two days',
    alarms: ['KeyholdBackupTooOld'],
    async breaks({ query }) {
      // The servers' own next attempt is due in ten minutes.
      await query(`update upkeep set "backup-made-on" = now() - interval '2 days', "backup-tried-on" = now()`);
    },
    async mends({ backups, keyhold }) {
      await keyhold('backup', backups);
    },
  },
  {
    name: 'the certificate of the public address ends in five days',
    alarms: ['KeyholdCertificateEnding'],
    async breaks({ presenter, runJob }) {
      await presenter.present(5);
      await runJob('read-certificate');
    },
    async mends({ presenter, runJob }) {
      await presenter.present(90);
      await runJob('read-certificate');
    },
  },
];

/** The faults above, then all faults of `npm run faults`; after the last one the primary does not come back. */
export const nightFaults: readonly NightFault[] = [...ownFaults, ...faults];
