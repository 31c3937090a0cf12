import type { PasskeyCreation, PasskeyRequest } from '@keyhold/contract';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { inTransaction } from '../../src/db/database.ts';
import type { Person, TestApp } from '../app.ts';
import { VirtualPasskey } from './virtual-passkey.ts';

/** An authenticator app with one secret. */
export interface App {
  readonly fid: string;
  readonly secret: string;
  readonly codes: readonly string[];
  /** The code, the given number of steps after the current one. */
  code(steps?: number): string;
}

/** A passkey of a user. */
interface OwnPasskey {
  readonly fid: string;
  readonly passkey: VirtualPasskey;
  readonly codes: readonly string[];
}

/** The fields of replies to these calls, in addition to the common ones. */
interface FactorReply {
  readonly secret: string;
  readonly uri: string;
  readonly options: PasskeyCreation & PasskeyRequest;
  readonly item: { readonly id: string; readonly kind: string; readonly name: string };
  readonly 'recovery-codes'?: string[];
  readonly challenge?: {
    readonly id: string;
    readonly methods: string[];
    readonly enrol: boolean;
    readonly options?: PasskeyRequest;
    readonly 'expires-in-ms': number;
  };
  readonly token?: string;
  readonly id: string;
}

/** A reply, typed for the calls of second factors. */
export function factorReply(reply: { readonly body: unknown }): FactorReply {
  return reply.body as FactorReply;
}

/** The code of an app with this secret, the given number of steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Adds an authenticator app to a signed-in user. */
export async function addApp(test: TestApp, person: Person): Promise<App> {
  const path = `/iam/v1/users/${person.id}/factors/authenticator` as const;
  const { secret } = factorReply(await test.as(person, `POST ${path}`));
  const added = await test.as(person, `POST ${path}/confirm`, { code: codeOf(secret) });
  if (added.status !== 201) throw new Error(added.body.errors.join(' '));
  const { item, 'recovery-codes': codes = [] } = factorReply(added);
  // The current code is valid once more.
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update factors set "last-step" = "last-step" - 1 where id = ${item.id}`.execute(tx),
  );
  return { fid: item.id, secret, codes, code: (steps = 0) => codeOf(secret, steps) };
}

/** Adds a passkey to a signed-in user. */
export async function addPasskeyTo(test: TestApp, person: Person, name = 'Laptop'): Promise<OwnPasskey> {
  const path = `/iam/v1/users/${person.id}/factors/passkeys` as const;
  const { options } = factorReply(await test.as(person, `POST ${path}/options`));
  const passkey = new VirtualPasskey();
  const added = await test.as(person, `POST ${path}`, { name, response: passkey.attest(options) });
  if (added.status !== 201) throw new Error(added.body.errors.join(' '));
  const { item, 'recovery-codes': codes = [] } = factorReply(added);
  return { fid: item.id, passkey, codes };
}

/** Sets which users of an account need a second factor. */
export async function setPolicy(
  test: TestApp,
  account: string,
  policy: 'off' | 'administrators' | 'everyone',
): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update accounts set "second-factor" = ${policy} where id = ${account}`.execute(tx),
  );
}

/** Deletes every failed attempt. */
export async function forgetAttempts(test: TestApp): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) => sql`delete from attempts`.execute(tx));
}
