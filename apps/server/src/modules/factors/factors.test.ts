import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { makeCertificate } from '../../../test/certificate.ts';
import { addApp, addPasskeyTo, codeOf, factorReply, forgetAttempts, setPolicy } from '../../../test/sign-in/factors.ts';
import { VirtualPasskey } from '../../../test/sign-in/virtual-passkey.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let person: Person;
let count = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  person = await test.createPerson(test.accounts.acme, `Fay${count}`, null);
  await setPolicy(test, test.accounts.acme, 'off');
  await forgetAttempts(test);
});

const path = (who: Person, rest = '') => `/iam/v1/users/${who.id}/factors${rest}` as const;

async function factorsOf(who: Person) {
  return (await test.as(who, `GET ${path(who)}`)).body.items as unknown as Record<string, unknown>[];
}

async function mailsTo(who: Person): Promise<string[]> {
  const rows = await inTransaction(test.services.db, 'every account', (tx) =>
    tx.selectFrom('outbox').select('subject').where('recipient', '=', who.email).orderBy('created-on').execute(),
  );
  return rows.map(({ subject }) => subject);
}

async function auditOf(who: Person): Promise<string[]> {
  const rows = await inTransaction(test.services.db, 'every account', (tx) =>
    tx.selectFrom('audit').select('action').where('resource', '=', who.rn).orderBy('seq').execute(),
  );
  return rows.map(({ action }) => action);
}

describe('the factors of a user', () => {
  it('are shown to their owner and to actors who may read users, and to nobody else', async () => {
    const { acmeAdmin, acmeUser, birchAdmin, root } = test.people;
    await addApp(test, person);
    expect((await test.as(null, `GET ${path(person)}`)).status).toBe(401);
    expect((await test.as(acmeUser, `GET ${path(person)}`)).status).toBe(403);
    expect((await test.as(birchAdmin, `GET ${path(person)}`)).status).toBe(404);
    for (const reader of [person, acmeAdmin, root]) {
      const reply = await test.as(reader, `GET ${path(person)}`);
      expect(reply.status).toBe(200);
      expect(reply.body.items).toMatchObject([
        { kind: 'authenticator', name: 'Authenticator app', 'last-used-on': null },
        { kind: 'recovery-codes', left: 10 },
      ]);
      expect(JSON.stringify(reply.body)).not.toMatch(/secret|hash|public/);
    }
  });

  it('are added, renamed and removed by their owner only', async () => {
    const { acmeAdmin } = test.people;
    const { fid } = await addApp(test, person);
    expect((await test.as(acmeAdmin, `POST ${path(person, '/authenticator')}`)).status).toBe(403);
    expect((await test.as(acmeAdmin, `POST ${path(person, '/passkeys/options')}`)).status).toBe(403);
    expect((await test.as(acmeAdmin, `POST ${path(person, '/recovery-codes')}`)).status).toBe(403);
    expect((await test.as(acmeAdmin, `PUT ${path(person, `/${fid}`)}`, { name: 'Mine' })).status).toBe(403);
    expect((await test.as(acmeAdmin, `DELETE ${path(person, `/${fid}`)}`)).status).toBe(403);
    expect((await test.as(person, `PUT ${path(person, `/${fid}`)}`, { name: '  Phone ' })).body.item.name).toBe(
      'Phone',
    );
    expect(await factorsOf(person)).toMatchObject([{ name: 'Phone' }, {}]);
    expect((await test.as(person, `PUT ${path(person, '/nothing')}`, { name: 'Phone' })).status).toBe(404);
    const other = await addApp(test, test.people.acmeUser);
    expect((await test.as(person, `DELETE ${path(person, `/${other.fid}`)}`)).status).toBe(404);
    expect((await test.as(person, `DELETE ${path(person, `/${fid}`)}`)).status).toBe(200);
    expect(await factorsOf(person)).toEqual([]);
    expect(await mailsTo(person)).toEqual([
      'A second factor was added to your Keyhold account',
      'A second factor was removed from your Keyhold account',
    ]);
    expect(await auditOf(person)).toEqual(['auth:Login', 'iam:AddFactor', 'iam:RenameFactor', 'iam:RemoveFactor']);
  });
});

describe('an authenticator app', () => {
  it('is added by its first code, and comes with ten recovery codes the first time', async () => {
    const begun = factorReply(await test.as(person, `POST ${path(person, '/authenticator')}`));
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    const wrong = await test.as(person, `POST ${path(person, '/authenticator/confirm')}`, { code: '000000' });
    expect([wrong.status, wrong.body.problems?.[0]?.code, wrong.body.problems?.[0]?.path]).toEqual([
      400,
      'wrong-code',
      'code',
    ]);
    expect(await factorsOf(person)).toEqual([]);
    const code = codeOf(begun.secret);
    const added = await test.as(person, `POST ${path(person, '/authenticator/confirm')}`, { code });
    expect(added.status).toBe(201);
    expect(new Set(factorReply(added)['recovery-codes']).size).toBe(10);
    const again = await test.as(person, `POST ${path(person, '/authenticator/confirm')}`, { code });
    expect(again.status).toBe(400);
    const second = await addApp(test, person);
    expect(second.codes).toEqual([]);
  });

  it('is added once by concurrent requests', async () => {
    const { secret } = factorReply(await test.as(person, `POST ${path(person, '/authenticator')}`));
    const confirm = () => test.as(person, `POST ${path(person, '/authenticator/confirm')}`, { code: codeOf(secret) });
    const replies = await Promise.all([confirm(), confirm(), confirm()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it('is stored with a sealed secret, and its recovery codes are not stored in plain text', async () => {
    const { secret, codes } = await addApp(test, person);
    const rows = await inTransaction(test.services.db, 'every account', (tx) =>
      sql<{ row: string }>`select factors::text as row from factors where "user-id" = ${person.id}`.execute(tx),
    );
    const stored = rows.rows.map(({ row }) => row).join();
    for (const kept of [secret, ...codes]) {
      expect(stored).not.toContain(kept);
      expect(stored).not.toContain(Buffer.from(kept).toString('hex'));
    }
  });

  it('is refused as the twenty-first factor', async () => {
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`insert into factors ("account-id", "user-id", kind, name)
        select ${person.accountId}, ${person.id}, 'passkey', 'many' from generate_series(1, 20)`.execute(tx),
    );
    const { secret } = factorReply(await test.as(person, `POST ${path(person, '/authenticator')}`));
    const body = { code: codeOf(secret) };
    const reply = await test.as(person, `POST ${path(person, '/authenticator/confirm')}`, body);
    expect([reply.status, reply.body.problems?.[0]?.code]).toEqual([409, 'too-many-factors']);
  });
});

describe('a passkey', () => {
  it('is added with a name, and is excluded when another one is added', async () => {
    const { passkey, codes } = await addPasskeyTo(test, person, 'Laptop');
    expect(codes).toHaveLength(10);
    expect(await factorsOf(person)).toMatchObject([{ kind: 'passkey', name: 'Laptop' }, { kind: 'recovery-codes' }]);
    const { options } = factorReply(await test.as(person, `POST ${path(person, '/passkeys/options')}`));
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Keyhold' },
      excludeCredentials: [{ id: passkey.id, transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['a user who was not verified', { verified: false }],
    ['a frame of another page', { crossOrigin: true }],
  ])('is not added for %s', async (_what, deviation) => {
    const { options } = factorReply(await test.as(person, `POST ${path(person, '/passkeys/options')}`));
    const response = new VirtualPasskey().attest(options, deviation);
    const reply = await test.as(person, `POST ${path(person, '/passkeys')}`, { name: 'Laptop', response });
    expect([reply.status, reply.body.problems?.[0]?.code]).toEqual([400, 'wrong-passkey']);
    expect(await factorsOf(person)).toEqual([]);
  });

  it.each(['\u0000', '\ud800'])('is not added with a transport that cannot be stored: %j', async (transport) => {
    const { options } = factorReply(await test.as(person, `POST ${path(person, '/passkeys/options')}`));
    const answer = new VirtualPasskey().attest(options);
    const response = { ...answer, response: { ...answer.response, transports: [transport] } };
    const reply = await test.as(person, `POST ${path(person, '/passkeys')}`, { name: 'Laptop', response });
    expect([reply.status, reply.body.errors]).toEqual([400, ['This is not the answer of a passkey.']]);
  });

  it("is not added by another user's challenge, twice by the same one, or to two users", async () => {
    const { acmeUser } = test.people;
    const { options } = factorReply(await test.as(person, `POST ${path(person, '/passkeys/options')}`));
    const passkey = new VirtualPasskey();
    const body = { name: 'Laptop', response: passkey.attest(options) };
    expect((await test.as(acmeUser, `POST ${path(acmeUser, '/passkeys')}`, body)).status).toBe(400);
    expect((await test.as(person, `POST ${path(person, '/passkeys')}`, body)).status).toBe(201);
    expect((await test.as(person, `POST ${path(person, '/passkeys')}`, body)).status).toBe(400);
    const theirs = factorReply(await test.as(acmeUser, `POST ${path(acmeUser, '/passkeys/options')}`)).options;
    const stolen = { name: 'Laptop', response: passkey.attest(theirs) };
    expect((await test.as(acmeUser, `POST ${path(acmeUser, '/passkeys')}`, stolen)).status).toBe(400);
  });
});

describe('recovery codes', () => {
  it.each(['packed', 'tpm', 'android-key', 'android-safetynet', 'apple', 'fido-u2f', 'compound', '', 7])(
    'is added whatever the statement of an attestation of the format "%s" contains: it is not read',
    async (format) => {
      const fetched = vi.spyOn(globalThis, 'fetch');
      const { cert } = makeCertificate('crlDistributionPoints=URI:http://[::ffff:127.0.0.1]:9/list');
      const statement = new Map<string, unknown>([
        ['alg', -7],
        ['sig', new Uint8Array(64)],
        ['x5c', [new Uint8Array(new X509Certificate(cert).raw)]],
      ]);
      for (const each of [statement, new Map(), 'nothing', null]) {
        const { options } = factorReply(await test.as(person, `POST ${path(person, '/passkeys/options')}`));
        const response = new VirtualPasskey().attest(options, { attestation: { format, statement: each } });
        const added = await test.as(person, `POST ${path(person, '/passkeys')}`, { name: 'Laptop', response });
        expect(added.status).toBe(201);
      }
      expect(fetched).not.toHaveBeenCalled();
      fetched.mockRestore();
    },
  );

  it('are replaced on request, and the old ones become invalid', async () => {
    const other = await test.createPerson(person.accountId, 'Another', null);
    const [{ codes }, theirs] = [await addApp(test, person), await addApp(test, other)];
    const renewed =
      factorReply(await test.as(person, `POST ${path(person, '/recovery-codes')}`))['recovery-codes'] ?? [];
    expect(renewed).toHaveLength(10);
    expect(renewed[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(renewed.some((code) => codes.includes(code))).toBe(false);
    const proof = (code = '') => test.as(person, 'POST /auth/v1/proof', { method: 'recovery-codes', code });
    expect((await proof(codes[0])).status).toBe(400);
    expect((await proof(theirs.codes[0])).status).toBe(400);
    expect((await proof(renewed[0])).status).toBe(200);
    expect(await factorsOf(person)).toMatchObject([{}, { kind: 'recovery-codes', left: 9 }]);
    expect(await factorsOf(other)).toMatchObject([{}, { kind: 'recovery-codes', left: 10 }]);
  });

  it('come with the first factor, even when some were created before it', async () => {
    const early = factorReply(await test.as(person, `POST ${path(person, '/recovery-codes')}`))['recovery-codes'] ?? [];
    const { codes } = await addApp(test, person);
    expect(codes).toHaveLength(10);
    expect(early.some((code) => codes.includes(code))).toBe(false);
    expect(await factorsOf(person)).toMatchObject([{}, { kind: 'recovery-codes', left: 10 }]);
  });
});

describe('the last factor', () => {
  it('cannot be removed when the account requires one of administrators or everyone', async () => {
    const { acmeAdmin } = test.people;
    const mine = await addApp(test, person);
    const theirs = await addApp(test, acmeAdmin);
    const remove = (who: Person, fid: string) => test.as(who, `DELETE ${path(who, `/${fid}`)}`);
    await setPolicy(test, test.accounts.acme, 'everyone');
    const refused = await remove(person, mine.fid);
    expect([refused.status, refused.body.problems?.[0]?.code]).toEqual([409, 'factor-required']);
    await setPolicy(test, test.accounts.acme, 'administrators');
    expect((await remove(acmeAdmin, theirs.fid)).status).toBe(409);
    const second = await addPasskeyTo(test, acmeAdmin);
    expect((await remove(acmeAdmin, theirs.fid)).status).toBe(200);
    expect((await remove(acmeAdmin, second.fid)).status).toBe(409);
    expect((await remove(person, mine.fid)).status).toBe(200);
    await setPolicy(test, test.accounts.acme, 'off');
    expect((await remove(acmeAdmin, second.fid)).status).toBe(200);
  });
});

describe('a reset of factors', () => {
  it('removes all of them, ends every session and mails the user', async () => {
    const { acmeAdmin, birchAdmin, acmeUser } = test.people;
    await addApp(test, person);
    await addPasskeyTo(test, person);
    expect((await test.as(acmeUser, `DELETE ${path(person)}`)).status).toBe(403);
    expect((await test.as(birchAdmin, `DELETE ${path(person)}`)).status).toBe(404);
    expect((await test.as(acmeAdmin, `DELETE ${path(person)}`)).status).toBe(200);
    expect((await test.as(acmeAdmin, `GET ${path(person)}`)).body.items).toEqual([]);
    expect((await test.as(person, `GET ${path(person)}`)).status).toBe(401);
    expect(await mailsTo(person)).toContain('The second factors of your Keyhold account were removed');
    expect(await auditOf(person)).toContain('iam:ResetFactors');
  });

  it('is refused for a user with more rights, and requires an Account Administrator at the provider', async () => {
    const { accountAdmin, providerAdmin, providerUser, root, system } = test.people;
    await addApp(test, root);
    expect((await test.as(system, `DELETE ${path(root)}`)).status).toBe(403);
    expect((await test.as(accountAdmin, `DELETE ${path(root)}`)).status).toBe(403);
    await addApp(test, providerUser);
    expect((await test.as(providerAdmin, `DELETE ${path(providerUser)}`)).status).toBe(403);
    expect((await test.as(accountAdmin, `DELETE ${path(providerUser)}`)).status).toBe(200);
    expect((await test.as(root, `DELETE ${path(root, `/${(await factorsOf(root))[0]?.['id']}`)}`)).status).toBe(200);
  });
});
