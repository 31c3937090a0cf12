import { sql } from 'kysely';
import { inTransaction } from '../../src/db/database.ts';
import { hashOfSecret } from '../../src/secrets/random-secret.ts';
import type { TestApp } from '../app.ts';
import { consumeBody } from '../licensing/leases.ts';
import { createMaker } from '../made/maker.ts';

/** Inserts a row of the account Acme into every table with an account column: by calls, where a call writes it. */
export async function somethingInEveryTable(test: TestApp): Promise<void> {
  const make = createMaker(test);
  const { acmeAdmin, acmeUser } = test.people;
  const { acme } = test.accounts;
  const [tag, role, product] = [await make.tag(acme), await make.role(acme), await make.product()];
  await make.assign(acme, await make.user(acme), { tag, role });
  await make.addonLicense(acme);
  await make.pool(acme);
  await make.webhookDelivery(acme, await make.webhook(acme));
  const owner = await make.user(acme);
  await make.factor(acme, owner);
  await make.challenge(acme, owner, 'sign-in');

  await make.connection(acme);
  await make.signInCode(acme, owner);
  await make.emailConfirmation(acme);
  await inTransaction(test.services.db, { account: acme }, async (tx) => {
    const here = { 'account-id': acme };
    await tx
      .insertInto('connection-roles')
      .values({ ...here, 'role-id': role.id })
      .execute();
    const identity = { ...here, issuer: 'https://login.made.example', subject: 'made', 'user-id': owner.id };
    await tx.insertInto('identities').values(identity).execute();
    const mark = { ...here, 'user-id': owner.id, hash: hashOfSecret('made') };
    await tx.insertInto('device-marks').values(mark).execute();
    const network = { ...here, 'user-id': owner.id, network: hashOfSecret('made') };
    await tx.insertInto('known-addresses').values(network).execute();
    const request = { ...here, hash: hashOfSecret('made'), browser: hashOfSecret('made'), nonce: '', verifier: '' };
    await tx
      .insertInto('sign-in-requests')
      .values({ ...request, 'expires-on': new Date() })
      .execute();
  });

  const machine = await make.serviceAccount(acme);
  await make.serviceAccountToken(machine);
  const refused = { method: 'POST', target: '/Users', name: '', status: 409, message: 'Refused' };
  await inTransaction(test.services.db, { account: acme }, (tx) =>
    tx
      .insertInto('directory-failures')
      .values({ 'account-id': acme, 'directory-id': machine.id, ...refused })
      .execute(),
  );

  const fields = { name: 'Once', 'account-id': acme };
  const invited = { user: (await make.user(acme, { status: 'Pending' })).rn, sendEmail: true, validDays: 3 };
  const held = await make.license(acme, { everyone: true });
  const over = await make.heldLicense(acme);
  const replies = [
    await test.as(acmeAdmin, 'POST /iam/v1/tags', fields, { 'idempotency-key': 'once' }),
    await test.as(acmeAdmin, `PUT /iam/v1/service-accounts/${machine.id}`, { name: 'Export', roles: [role.rn] }),
    await test.as(acmeAdmin, 'POST /auth/v1/activationLink', invited),
    await test.as(acmeUser, 'POST /license/v1/leases', consumeBody(product.rn)),
    await test.as(acmeAdmin, `POST /license/v1/licenses/${held.id}/message`, { message: 'Please save your work.' }),
    await test.as(acmeUser, 'POST /license/v1/leases', consumeBody(product.rn, { device: 'another' })),
    await test.as(acmeAdmin, `POST /license/v1/licenses/${over}/unassign`, {}),
  ];
  const statuses = replies.map(({ status }) => status);
  if (statuses.join() !== '201,200,200,201,200,409,200')
    throw new Error(`Acme is not as it should be: ${statuses.join()}`);
  const place = await make.waiter(acmeUser, { isAmongHolders: true });
  const asked = await test.as(acmeUser, `POST /license/v1/waiting/${place}/ask`, { message: 'I have a deadline.' });
  if (asked.status !== 200) throw new Error(`Nobody in Acme was asked: ${asked.status}`);
  // Rolled up only when an hour is over.
  await inTransaction(test.services.db, { account: acme }, async (tx) => {
    await sql`reset role`.execute(tx);
    await sql`insert into "usage-hours" values (${acme}, ${product.id}, date_trunc('hour', now()), 1, 1, 1, 1)`.execute(
      tx,
    );
  });
}
