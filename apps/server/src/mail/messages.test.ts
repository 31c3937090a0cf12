import { describe, expect, it } from 'vitest';
import { testInstallation } from '../../test/installation.ts';
import {
  activationMail,
  emailChangedMail,
  factorAddedMail,
  factorRemovedMail,
  type Mail,
  passwordChangedMail,
  recoveryCodeUsedMail,
  resetMail,
  tokenEndsMail,
} from './messages.ts';
import { sentences } from './sentences.ts';

const ada = { email: 'ada@acme.example', name: 'Ada Berg' };
const mails: Record<string, Mail> = {
  activation: activationMail(testInstallation, ada, 'k3y_-', 90),
  reset: resetMail(testInstallation, ada, 'k3y_-'),
  'password changed': passwordChangedMail(testInstallation, ada),
  'e-mail changed': emailChangedMail(testInstallation, ada),
  'token ends': tokenEndsMail(testInstallation, ada, {
    name: 'Warehouse',
    prefix: 'kh_4fT9aZ',
    bearer: 'Nightly export',
    bearerId: '0198c0de-0000-7000-8000-000000000080',
    ends: new Date('2027-01-05T10:00:00Z'),
  }),
};

describe('The activation mail', () => {
  it('explains in plain text what to do and by when', () => {
    expect(activationMail(testInstallation, ada, 'k3y_-', 90)).toMatchObject({
      recipient: 'ada@acme.example',
      subject: 'Activate your Keyhold account',
      text: `Hello Ada Berg,

An account has been set up for you at Keyhold. Choose a password to activate it and to sign in.

https://keyhold.example/activate?activation-key=k3y_-

The link works once, within 90 days. If you did not expect this mail, you can ignore it.

Keyhold
https://keyhold.example
`,
    });
  });

  it('uses the singular for one day', () => {
    expect(activationMail(testInstallation, ada, 'k', 1).text).toContain('within one day.');
  });

  it('greets a user without a name', () => {
    expect(activationMail(testInstallation, { email: 'a@b.example', name: ' ' }, 'k', 1).text).toMatch(/^Hello,\n/);
  });
});

describe('The reset mail', () => {
  it('has the link alone on its line, and explains that the old password still works', () => {
    const { subject, text } = resetMail(testInstallation, ada, 'k3y_-');
    expect(subject).toBe('Reset your Keyhold password');
    expect(text).toContain('\n\nhttps://keyhold.example/activate?activation-key=k3y_-\n\n');
    expect(text).toContain('The link works once, within one day.');
    expect(text).toContain('your password stays as it is until a new one is chosen.');
  });
});

describe('The mail about a changed password', () => {
  it('names the account, links to the reset page, and contains no key', () => {
    const { recipient, subject, text } = passwordChangedMail(testInstallation, ada);
    expect(recipient).toBe(ada.email);
    expect(subject).toBe('Your Keyhold password was changed');
    expect(text).toContain('account ada@acme.example at Keyhold');
    expect(text).toContain('\nhttps://keyhold.example/login/reset\n');
    expect(text).not.toContain('activation-key');
  });
});

describe('Every mail', () => {
  it.each(Object.entries(mails))('has the same content in HTML, without resources or scripts: %s', (_name, mail) => {
    for (const url of mail.text.match(/https:\S+/g) ?? []) expect(mail.html).toContain(`href="${url}"`);
    expect(mail.html).not.toMatch(/<(img|script|link|iframe|style|form)\b|url\(|\bon\w+=/i);
  });

  it.each([
    'Win at https://evil.example',
    'WWW.evil.example',
    'call@evil.example',
    'ｗｗｗ．evil.example',
    'a：／／evil',
  ])('does not show a name that holds an address: %s', (name) => {
    const evil = { email: ada.email, name };
    for (const language of ['en', 'de', 'fr'] as const) {
      const named = [
        activationMail(testInstallation, { ...evil, language }, 'k', 1),
        resetMail(testInstallation, { ...evil, language }, 'k'),
        factorAddedMail(testInstallation, { ...evil, language }, { kind: 'passkey', name }),
        factorRemovedMail(testInstallation, { ...evil, language }, { kind: 'passkey', name }),
        tokenEndsMail(
          testInstallation,
          { ...evil, language },
          { name, bearer: name, prefix: 'kh_4fT9aZ', bearerId: 'x', ends: new Date('2027-01-05T10:00:00Z') },
        ),
      ];
      for (const { subject, text, html } of named) {
        for (const part of [subject, text, html]) expect(part).not.toMatch(/evil/);
      }
    }
  });

  it('shows the configured title', () => {
    const mail = activationMail({ ...testInstallation, productTitle: 'Acme Licensing' }, ada, 'k', 1);
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).toContain('Acme Licensing');
  });

  it('shows a name as it was typed, escaped in HTML', () => {
    const name = '<a href="evil.example">"Click" & \'win\'</a>';
    const mail = activationMail(testInstallation, { email: ada.email, name }, 'k', 1);
    expect(mail.text).toContain(`Hello ${name},`);
    expect(mail.html).toContain(
      'Hello &lt;a href=&quot;evil.example&quot;&gt;&quot;Click&quot; &amp; &#39;win&#39;&lt;/a&gt;,',
    );
    expect(mail.html).not.toContain('href="evil.example');
  });

  it('has a narrow no-break space before high punctuation in French', () => {
    const { copy, activation, reset, passwordChanged, emailChanged } = sentences.fr;
    const all = [activation('K', 30), reset('K', 1), passwordChanged('K', 'ada'), emailChanged('K', 'ada')];
    const texts = [copy, ...all.flatMap(({ before, after, ...rest }) => [...before, ...after, ...Object.values(rest)])];
    expect(texts.filter((text) => /[^\u202f][:;!?]/.test(text))).toEqual([]);
  });
});

describe('The mail about a second factor', () => {
  it('states in words that no recovery code is left', () => {
    const textOf = (left: number, language: 'en' | 'de' | 'fr') =>
      recoveryCodeUsedMail(testInstallation, { ...ada, language }, left).text;
    expect(textOf(2, 'en')).toContain('was used. 2 codes are left.');
    expect(textOf(1, 'en')).toContain('was used. One code is left.');
    expect(textOf(0, 'en')).toContain('was used. No codes are left.');
    expect(textOf(0, 'de')).toContain('wurde verwendet. Es ist kein Code übrig.');
    expect(textOf(0, 'fr')).toContain('a été utilisé. Il n’en reste aucun.');
  });

  it('refers to an unnamed factor by its kind, in the language of the mail', () => {
    const textOf = (name: string, language: 'en' | 'de' | 'fr') =>
      factorAddedMail(testInstallation, { ...ada, language }, { kind: 'authenticator', name }).text;
    expect(textOf('Phone', 'en')).toContain('The authenticator app “Phone” was added');
    expect(textOf('Authenticator app', 'en')).toContain('The authenticator app was added');
    expect(textOf('Authenticator app', 'de')).toContain('die Authenticator-App.');
    expect(textOf('Authenticator app', 'fr')).not.toContain('Authenticator app');
  });
});
