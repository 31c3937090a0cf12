import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { startWebhookReceiver, type WebhookReceiver } from '../../apps/server/test/receivers/webhook-receiver.ts';
import { freePorts } from '../bed/free-ports.ts';
import { openSeed, type SeededLicense, type SeededPerson } from '../bed/seed.ts';
import { openPlace, type Place } from '../faults/place.ts';
import { type Presenter, startPresenter } from './certificate.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

/** People in a separate account, each with a license. */
interface Deaf {
  readonly account: string;
  readonly administrator: SeededPerson;
  readonly people: readonly SeededPerson[];
  readonly licenses: readonly SeededLicense[];
  readonly product: string;
}

/** An installation that a Prometheus monitors, and other things that alarms are about. */
export interface Scene extends Place {
  readonly prometheus: Prometheus;
  readonly presenter: Presenter;
  readonly receiver: WebhookReceiver;
  readonly backups: string;
  /** Applications that do not react to a release. */
  readonly deaf: Deaf;
  /** Runs the `keyhold` command on this installation and ignores its exit code. */
  keyhold(...args: string[]): Promise<void>;
  /** Executes a statement in the installation's database as the administrator of PostgreSQL. */
  query(statement: string): Promise<void>;
  /** Runs a daily or hourly job now. */
  runJob(name: string): Promise<void>;
}

const command = fileURLToPath(new URL('../../apps/server/bin/keyhold.mjs', import.meta.url));
/** The lease of applications that do not react to a release, in seconds. */
const deafLease = 15;
const deafPeople = 6;

/**
 * Starts everything.
 *
 * @param factor divides the durations in the shipped rules
 */
export async function openScene(factor: number): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-night-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one().catch((error: unknown) => console.error(error));
  };
  try {
    const presenter = await startPresenter(folder);
    opened.push(presenter.close);
    const receiver = await startWebhookReceiver();
    opened.push(receiver.close);
    const backups = join(folder, 'backups');
    await mkdir(backups);
    const place = await openPlace({
      KEYHOLD_PUBLIC_URL: presenter.url,
      KEYHOLD_WEBHOOKS_ALLOW_PRIVATE: 'true',
      KEYHOLD_BACKUP_DIR: backups,
    });
    opened.push(place.close);
    const [port = 0] = await freePorts(1);
    const targets = place.members.map(({ metricsPort }) => metricsPort);
    const prometheus = await startPrometheus(join(folder, 'prometheus'), port, targets, factor);
    opened.push(prometheus.stop);
    const address = `postgresql://keyhold@127.0.0.1:${place.pgbouncer.port}/keyhold_session`;
    await followLicenses(place, receiver.url);
    return {
      ...place,
      prometheus,
      presenter,
      receiver,
      backups,
      deaf: await hireDeaf(address),
      close,
      async keyhold(...args) {
        const environment = { PATH: process.env['PATH'], DATABASE_URL: address };
        await promisify(execFile)(process.execPath, [command, ...args], { env: environment }).catch(() => undefined);
      },
      query: (statement) => asAdministrator(place.primary.port, statement),
      runJob: (name) => asAdministrator(place.primary.port, `select "add-job"('${name}', '{}')`),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function asAdministrator(port: number, statement: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'keyhold' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a webhook for the events of licenses. */
async function followLicenses({ nginx, staff }: Place, url: string): Promise<void> {
  const reply = await fetch(`${nginx.url}/iam/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.administrator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ 'account-id': staff.account, url, events: ['license.consumed'] }),
  });
  if (reply.status !== 201) throw new Error(`There is no webhook: ${await reply.text()}`);
}

async function hireDeaf(address: string): Promise<Deaf> {
  const seed = await openSeed(address);
  try {
    const account = await seed.createAccount('Birch Media');
    const [administrator] = await seed.createPeople(account, 1, { role: 'Administrator' });
    if (!administrator) throw new Error('Nobody was hired.');
    const product = await seed.createProduct('render', { heartbeat: 5, lease: deafLease });
    const licenses = await seed.issueLicenses(account, 'render', deafPeople);
    return { account, administrator, product, licenses, people: await seed.createPeople(account, deafPeople) };
  } finally {
    await seed.close();
  }
}
