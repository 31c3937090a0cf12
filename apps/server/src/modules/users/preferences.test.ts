import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, testPassword } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';
import { answerReset } from '../auth/links/answer-reset.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const path = (person: Person) => `/iam/v1/users/${person.id}/preferences` as const;
const choose = (person: Person, language: string | null) => test.as(person, `PUT ${path(person)}`, { language });

async function latestMail(to: string) {
  const mails = await inTransaction(test.services.db, 'every account', (tx) =>
    tx.selectFrom('outbox').selectAll().where('recipient', '=', to).orderBy('created-on', 'desc').execute(),
  );
  return mails[0];
}

describe('the preferences of a user', () => {
  it('are accessible only to that user', async () => {
    const { acmeUser, acmeAdmin, root } = test.people;
    for (const person of [acmeAdmin, root]) {
      expect((await test.as(person, `GET ${path(acmeUser)}`)).status).toBe(403);
      expect((await test.as(person, `PUT ${path(acmeUser)}`, { language: 'de' })).status).toBe(403);
    }
    expect((await test.as(null, `GET ${path(acmeUser)}`)).status).toBe(401);
    const refused = await choose(acmeUser, 'es');
    expect([refused.status, refused.body.errors]).toEqual([400, ['language must be one of en, de, fr, or null.']]);
  });

  it('have no language by default, keep the chosen one, and clear it when it is omitted', async () => {
    const { acmeUser } = test.people;
    expect((await test.as(acmeUser, `GET ${path(acmeUser)}`)).body.item).toEqual({ language: null });
    expect((await choose(acmeUser, 'fr')).body.item).toEqual({ language: 'fr' });
    const read = await test.as(acmeUser, `GET ${path(acmeUser)}`);
    expect(read.body.item).toEqual({ language: 'fr' });
    expect((await choose(acmeUser, 'de')).status).toBe(200);
    const late = await test.as(acmeUser, `PUT ${path(acmeUser)}`, {}, { 'if-match': String(read.headers['etag']) });
    expect(late.status).toBe(412);
    expect((await test.as(acmeUser, `PUT ${path(acmeUser)}`, {})).body.item).toEqual({ language: null });
    const log = await test.as(test.people.acmeAdmin, 'GET /iam/v1/audit?action=iam:UpdatePreferences&sort=-seq');
    expect(log.body.items[0]).toMatchObject({ before: { language: 'de' }, after: { language: null } });
  });

  it.each([
    [
      'de',
      'Ihr Passwort bei Keyhold wurde geändert',
      'Setzen Sie Ihr Passwort bei Keyhold zurück',
      'Ihre E-Mail-Adresse',
    ],
    [
      'fr',
      'Votre mot de passe Keyhold a été modifié',
      'Réinitialisez votre mot de passe Keyhold',
      'Votre adresse e-mail',
    ],
    [null, 'Your Keyhold password was changed', 'Reset your Keyhold password', 'Your Keyhold e-mail'],
  ])('decide the language of mails: %s', async (language, changed, reset, emailChanged) => {
    const person = await test.createPerson(test.accounts.birch, `Reader-${language}`, null);
    expect((await choose(person, language)).status).toBe(200);
    const passwords = { 'current-password': testPassword, 'new-password': 'another long password' };
    expect((await test.as(person, `PUT /iam/v1/users/${person.id}/password`, passwords)).status).toBe(200);
    expect((await latestMail(person.email))?.subject).toBe(changed);

    const { id } = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.insertInto('reset-requests').values({ email: person.email }).returning('id').executeTakeFirstOrThrow(),
    );
    await answerReset(test.services, id);
    const mail = await latestMail(person.email);
    expect(mail?.subject).toBe(reset);
    expect(mail?.html).toContain(`<html lang="${language ?? 'en'}">`);
    const key = /activation-key=(\S+)/.exec(mail?.text ?? '')?.[1];
    const body = { 'activation-key': key, 'new-password': 'a third long password' };
    expect((await test.as(null, 'POST /auth/v1/activate', body)).status).toBe(200);
    expect((await latestMail(person.email))?.subject).toBe(changed);

    const fields = { email: `new-${person.email}`, 'first-name': 'Read', 'last-name': 'Er' };
    expect((await test.as(test.people.birchAdmin, `PUT /iam/v1/users/${person.id}`, fields)).status).toBe(200);
    expect((await latestMail(person.email))?.subject).toContain(emailChanged);
  });
});
