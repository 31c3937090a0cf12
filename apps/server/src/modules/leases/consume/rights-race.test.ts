import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { consume, createLicense, createProduct, openAccount } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

const rounds = 12;
let test: TestApp;
let product: string;

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());

interface Scene {
  readonly account: string;
  readonly ugo: Person;
  readonly ada: Person;
  readonly tag: string;
  readonly license: string;
}

async function scene(): Promise<Scene> {
  const { account, ada, ugo } = await openAccount(test);
  const created = await test.as(ada, 'POST /iam/v1/tags', { name: 'Prepress', 'account-id': account });
  const tag = (created.body['item'] as unknown as { rn: string }).rn;
  await test.as(ada, `POST /iam/v1/users/${ugo.id}/tags`, { tag });
  const { id } = await createLicense(test, account, { kind: 'Tags', tags: [tag] });
  return { account, ugo, ada, tag: tag.split(':').at(-1) ?? '', license: id };
}

const changes: Record<string, (scene: Scene) => Promise<{ status: number }>> = {
  'the tag is removed': ({ ada, ugo, tag }) => test.as(ada, `DELETE /iam/v1/users/${ugo.id}/tags/${tag}`),
  'the consumers are changed': ({ ada, license }) =>
    test.as(ada, `PUT /license/v1/licenses/${license}/policies`, { policies: [] }),
  'the user is deactivated': ({ ada, ugo }) =>
    test.as(ada, `PUT /iam/v1/users/${ugo.id}/status`, { status: 'Inactive' }),
  'the user is deleted': ({ ada, ugo }) => test.as(ada, `DELETE /iam/v1/users/${ugo.id}`),
  'the account is deactivated': ({ account }) =>
    test.as(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' }),
};

it.each(Object.entries(changes))('leaves no active lease after a concurrent consume: %s', async (_, change) => {
  for (let round = 0; round < rounds; round += 1) {
    const here = await scene();
    // The delay of the change varies, so that either can come first.
    const delayed = async () => {
      await new Promise((resolve) => setTimeout(resolve, round));
      return change(here);
    };
    const [consumed, changed] = await Promise.all([consume(test, here.ugo, product), delayed()]);
    expect(changed.status).toBe(200);
    expect([201, 401, 403]).toContain(consumed.status);
    const row = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('licenses').select('lease-state').where('id', '=', here.license).executeTakeFirstOrThrow(),
    );
    expect(row['lease-state']).not.toBe('active');
  }
});
