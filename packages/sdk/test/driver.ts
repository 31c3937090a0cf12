// The driver of the conformance bed: commands as JSON lines on standard input, replies and events on standard output.
import { createInterface } from 'node:readline';
import type { JWK } from 'jose';
import type { Keyhold, Lease, OfflineLease, PlaceInLine } from '../src/index.ts';
import { createKeyhold, fileStore, KeyholdError, memoryStore } from '../src/index.ts';
import { failureOf, listed, requestOf, shown } from './consume-command.ts';
import { clockAhead, runVector } from './run-vector.ts';

interface Client {
  readonly keyhold: Keyhold;
  readonly saves: boolean;
  readonly fails: boolean;
  readonly ahead: { ms: number };
  lease: Lease | null;
  offline: OfflineLease | null;
  saved: () => void;
  place: PlaceInLine | null;
  leaving: AbortController;
}

interface Command {
  readonly id: number;
  readonly do: string;
  readonly client: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command has fields of its own, which the bed writes
  readonly [field: string]: any;
}

const clients = new Map<string, Client>();
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

function connect(command: Command) {
  const ahead = { ms: command['ahead-ms'] ?? 0 };
  const client: Client = {
    saves: command['saves'] === true,
    fails: command['fails'] === true,
    ...{ ahead, lease: null, offline: null, place: null },
    saved: () => undefined,
    leaving: new AbortController(),
    keyhold: createKeyhold({
      baseUrl: command['base-url'],
      ...(command['token'] ? { token: command['token'] } : {}),
      ...(command['application'] ? { application: command['application'] } : {}),
      store: command['store'] ? fileStore(command['store']) : memoryStore(),
      clock: clockAhead(ahead),
      ...(command['root-key'] ? { rootKey: command['root-key'] as JWK } : {}),
    }),
  };
  clients.set(command.client, client);
}

function follow(name: string, client: Client, lease: Lease) {
  client.lease = lease;
  for (const event of [
    'outage',
    'suspended',
    'resumed',
    'offline',
    'entitlements',
    'ending',
    'message',
    'asked',
  ] as const) {
    lease.on(event, (data) => {
      print({ client: name, event, ...data });
      if (client.fails) throw new Error('The listener fails.');
    });
  }
  lease.on('released', async ({ reason, message, by }) => {
    const saving = new Promise<void>((resolve) => {
      client.saved = resolve;
    });
    print({ client: name, event: 'released', reason, message, by });
    if (client.saves) await saving;
    if (client.fails) throw new Error('The listener fails.');
  });
  void lease.ended.then(() => print({ client: name, event: 'ended' }));
}

async function run(command: Command): Promise<object | undefined> {
  const found = clients.get(command.client);
  const { product, device } = command;
  if (command.do === 'connect') return connect(command) ?? {};
  const ofVector = await runVector(command);
  if (ofVector) return ofVector;
  if (!found) throw new Error(`There is no client ${command.client}.`);
  const { keyhold } = found;
  switch (command.do) {
    case 'consume': {
      const moved = (place: PlaceInLine) => {
        found.place = place;
        print({ client: command.client, event: 'place', place: place.place });
      };
      follow(command.client, found, await keyhold.consume(requestOf(command, found, moved)));
      return found.lease ? shown(found.lease) : {};
    }
    case 'state':
      return found.lease ? shown(found.lease) : {};
    case 'ask':
      return { asked: await found.place?.ask(command['message']) };
    case 'leave':
      found.leaving.abort(new KeyholdError('left', 'The line was left.'));
      return {};
    case 'release':
      return (await found.lease?.release()) ?? {};
    case 'take-offline':
      found.offline = (await found.lease?.takeOffline(command['days'])) ?? null;
      return { entitled: found.offline?.entitled };
    case 'open-offline':
      found.offline = await keyhold.openOffline(product, device.id);
      return { entitled: found.offline?.entitled ?? false };
    case 'return':
      return (await (found.offline ?? found.lease?.offline)?.return()) ?? {};
    case 'consumable':
      return { items: listed(await keyhold.consumable(product)) };
    case 'clock':
      found.ahead.ms = command['ahead-ms'];
      return {};
    case 'saved':
      return found.saved() ?? {};
    case 'sign-in':
      await keyhold.signIn({ open: (address) => print({ client: command.client, event: 'open', address }) });
      return {};
    case 'sign-in-by-code':
      await keyhold.signInByCode({
        show: ({ userCode: code }) => print({ client: command.client, event: 'code', code }),
      });
      return {};
    case 'use-token':
      return keyhold.useToken(command['token']) ?? {};
    case 'restore':
      return { restored: await keyhold.restore() };
    case 'sign-out':
      return (await keyhold.signOut()) ?? {};
    case 'access-token':
      return { token: await keyhold.accessToken() };
  }
  throw new Error(`There is no command ${command.do}.`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as Command;
  run(command).then(
    (ok) => print({ id: command.id, ok }),
    (error) => print({ id: command.id, ...failureOf(error) }),
  );
}
process.exit(0);
