import type { AddressInfo } from 'node:net';
import { inTransaction } from '../../apps/server/src/db/database.ts';
import { createApp } from '../../apps/server/src/start/app.ts';
import { createTestApp, type Person, type TestApp } from '../../apps/server/test/app.ts';
import { createLicense, createProduct, everyone, openAccount } from '../../apps/server/test/licensing/leases.ts';
import { registerApplication } from '../../apps/server/test/sign-in/oauth.ts';
import type { Driver, Line } from './driver.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** The real server of the bed. */
export interface Bed {
  readonly test: TestApp;
  readonly url: string;
  readonly product: string;
  /** The id of an application of the product. */
  readonly application: string;
  readonly rootKey: object;
  /** Stops the server, and starts it again at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The shortest lease that the server grants, so that heartbeats and ends come soon. */
const times = { 'heartbeat-seconds': 5, 'lease-seconds': 15 };

export async function openBed(): Promise<Bed> {
  const test = await createTestApp();
  const product = await createProduct(test);
  await test.as(test.people.system, 'PUT /license/v1/admin/products/studio', { name: 'Studio', ...times });
  const root = await test.as(null, 'GET /license/v1/root-key');
  const serve = async (port: number) => {
    const app = await createApp(test.services, { consoleDirectory: null, trustProxy: false, corsOrigins: [] });
    await app.listen({ port, host: '127.0.0.1' });
    return app;
  };
  let served = await serve(0);
  const { port } = served.server.address() as AddressInfo;
  const application = await registerApplication(test, product, 'studio-desktop');
  Object.assign(test.services.installation, { publicUrl: `http://127.0.0.1:${port}` });
  const stop = async () => {
    served.server.closeAllConnections();
    await served.close();
  };
  return {
    test,
    url: `http://127.0.0.1:${port}`,
    product,
    application,
    rootKey: root.body.item,
    async restart() {
      await stop();
      served = await serve(port);
    },
    async close() {
      test.services.streams.close();
      await stop();
      await test.close();
    },
  };
}

/** An account with one license, its people, a proxy and clients of a driver: each case has its own. */
export interface Stage {
  readonly bed: Bed;
  readonly proxy: FaultProxy;
  readonly ada: Person;
  readonly ugo: Person;
  readonly account: string;
  readonly license: { readonly id: string; readonly rn: string };
  /** The license's row. */
  seat(): Promise<Record<string, unknown>>;
  /** Makes a client, `a` unless named. */
  connect(options?: Line): Promise<Line>;
  /** Sends a command of a client, `a` unless named. */
  command(name: string, options?: Line): Promise<Line>;
  consume(options?: Line): Promise<Line>;
  /** The events of a client so far. */
  events(name: string, client?: string): readonly Line[];
  close(): Promise<void>;
}

let stages = 0;

export async function openStage(bed: Bed, driver: Driver): Promise<Stage> {
  stages += 1;
  const prefix = `stage-${stages}-`;
  const { test } = bed;
  const { account, ada, ugo } = await openAccount(test);
  const license = await createLicense(test, account, everyone);
  const proxy = await startFaultProxy(bed.url);
  const clientOf = ({ client = 'a' }: Line) => `${prefix}${client}`;
  const device = { id: 'device-a', name: 'Desk', os: 'Linux', user: 'ugo', locale: 'en-GB' };
  const connected = new Set<string>();
  const command = (name: string, options: Line = {}) =>
    driver.send({ ...options, do: name, client: clientOf(options) });
  return {
    ...{ bed, proxy, ada, ugo, account, license },
    seat: () =>
      inTransaction(test.services.db, 'every account', (tx) =>
        tx.selectFrom('licenses').selectAll().where('id', '=', license.id).executeTakeFirstOrThrow(),
      ) as Promise<Record<string, unknown>>,
    async connect(options = {}) {
      connected.add(String(options['client'] ?? 'a'));
      const base = { 'base-url': proxy.url, token: ugo.token, 'root-key': bed.rootKey };
      return command('connect', { ...base, ...options });
    },
    command,
    consume: (options = {}) =>
      command('consume', { product: bed.product, ...options, device: { ...device, ...(options['device'] as object) } }),
    events: (name, client = 'a') => driver.events(`${prefix}${client}`, name),
    async close() {
      proxy.down(false);
      await Promise.allSettled(
        [...connected].flatMap((client) => [command('saved', { client }), command('release', { client })]),
      );
      proxy.close();
    },
  };
}
