import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { callList } from '@keyhold/contract';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type { TestApp } from '../app.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import { faultOf, type RawReply } from './check-reply.ts';
import { freshRequest } from './fresh-request.ts';
import { Pool } from './pool.ts';
import { type FuzzRequest, fuzzRequest } from './request-of.ts';
import { createSenders } from './sender-tokens.ts';

/** The results of a run. */
interface FuzzReport {
  readonly requests: number;
  readonly seed: number;
  /** The number of replies with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The calls that succeeded at least once. */
  readonly succeeded: ReadonlySet<string>;
  /** One example of each fault, with its request. */
  readonly faults: readonly string[];
}

/** Requests generated at once: few, because the server runs in this process and must not seem overloaded. */
const batchSize = 10;

/** Sends random requests of every call by every sender, and checks every reply. Requests are determined by the seed. */
export async function runFuzz(test: TestApp, options: { requests: number; seed: number }): Promise<FuzzReport> {
  const make = createMaker(test);
  const pool = await createPool(test, make);
  const senders = createSenders(test);
  const statuses: Record<string, number> = {};
  const succeeded = new Set<string>();
  const faults = new Map<string, string>();
  let sent = 0;
  for (let batch = 0; sent < options.requests; batch += 1) {
    const count = Math.min(batchSize, options.requests - sent);
    await sql`delete from attempts`.execute(test.services.db);
    // Far apart, so that neighbouring seeds share no batch.
    const seed = Math.imul(options.seed, 1_000_003) + batch;
    for (const drawn of fc.sample(fuzzRequest, { numRuns: count, seed })) {
      const request = drawn.fresh ? await freshRequest(make, drawn, await senders.person(drawn.sender)) : drawn;
      const injected = injectionOf(request, pool, senders.authorization(request.sender));
      const reply = await send(test, request, injected);
      sent += 1;
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      const fault = faultOf(request.call, reply);
      if (fault) faults.set(`${request.call.name}: ${fault}`, describe(request, injected, reply));
      if (reply.status < 300) succeeded.add(request.call.name);
      if (reply.status < 300 && request.call.answers === 'json') pool.harvest(JSON.parse(reply.text));
      if (typeof reply.headers['etag'] === 'string') pool.add('etag', reply.headers['etag']);
      if (reply.status === 401) await senders.replace(request.sender);
      if (request.call.name === 'logout' && reply.status === 200) await senders.replace(request.sender);
      for (const person of senders.people()) pool.add('user', person.rn);
      for (const account of senders.accounts()) pool.add('account', account);
    }
  }
  const found = [...faults].map(([fault, shown]) => `${fault}\n  ${shown}`);
  return { requests: sent, seed: options.seed, statuses, succeeded, faults: found };
}

/** Initial resources of every kind, in several accounts. */
async function createPool(test: TestApp, make: Maker): Promise<Pool> {
  const pool = new Pool();
  for (const account of Object.values(test.accounts)) {
    for (let index = 0; index < 3; index += 1) {
      const license = await make.license(account, { everyone: index === 0 });
      pool.add('license', license.rn);
      pool.add('addon-license', (await make.addonLicense(account)).rn);
      pool.add('tag', (await make.tag(account)).rn);
      pool.add('user', (await make.user(account, { status: index === 0 ? 'Pending' : 'Active' })).rn);
    }
    pool.add('role', (await make.role(account)).rn);
    pool.add('activation-key', await make.activationKey(account, await make.user(account, { status: 'Pending' })));
  }
  pool.add('product', (await make.product()).rn);
  pool.add('addon', (await make.addon()).rn);
  return pool;
}

function injectionOf(request: FuzzRequest, pool: Pool, authorization: string | null): InjectOptions {
  const path = request.call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      String(pool.fill(request.params[name] ?? ''))
        .toWellFormed()
        .replace(/^\.*$/, 'none'),
    ),
  );
  const query = new URLSearchParams(
    request.query.map(([name, text]): [string, string] => [name, String(pool.fill(text))]),
  ).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, text]) => [
      name,
      text === '@etag' ? String(pool.fill('@text:etag:7')) : text,
    ]),
  );
  return {
    method: request.call.method,
    url: query ? `${path}?${query}` : path,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(request.body === null ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(request.body === null ? {} : { payload: payloadOf(request.body, pool) }),
  };
}

function payloadOf(body: NonNullable<FuzzRequest['body']>, pool: Pool): string | Buffer {
  return 'raw' in body ? body.raw : (JSON.stringify(pool.fill(body.json)) ?? '');
}

async function send({ app }: TestApp, { call }: FuzzRequest, options: InjectOptions): Promise<RawReply> {
  if (call.answers === 'events') {
    const response = await app.inject({ ...options, payloadAsStream: true });
    const pieces: Buffer[] = [];
    if (response.statusCode === 200) response.stream().destroy();
    else for await (const piece of response.stream()) pieces.push(Buffer.from(piece));
    return replyOf(response.statusCode, response.headers, Buffer.concat(pieces));
  }
  const response = await app.inject(options);
  return replyOf(response.statusCode, response.headers, response.rawPayload);
}

function replyOf(status: number, headers: Readonly<Record<string, unknown>>, payload: Buffer): RawReply {
  return { status, headers, text: decoded(payload, String(headers['content-encoding'] ?? '')).toString('utf8') };
}

function decoded(payload: Buffer, encoding: string): Buffer {
  if (payload.length === 0) return payload;
  switch (encoding) {
    case 'gzip':
      return gunzipSync(payload);
    case 'br':
      return brotliDecompressSync(payload);
    case 'deflate':
      return inflateSync(payload);
    case 'zstd':
      return zstdDecompressSync(payload);
    default:
      return payload;
  }
}

function describe(request: FuzzRequest, { method, url, headers, payload }: InjectOptions, reply: RawReply): string {
  const shown = JSON.stringify({ by: request.sender, method, url, headers: { ...headers, authorization: '…' } });
  return `${shown} ${String(payload ?? '').slice(0, 600)}\n  → ${reply.status} ${reply.text.slice(0, 600)}`;
}

/** The report in one line. */
export function summaryOf({ requests, seed, statuses, succeeded, faults }: FuzzReport): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const never = callList.map((call) => call.name).filter((name) => !succeeded.has(name));
  const outcome = `${faults.length} faults; ${counts.join(', ')}; calls that never succeeded: ${never.join(' ') || 'none'}`;
  return `fuzz: ${requests} requests, seed ${seed}: ${outcome}`;
}
