import { givenFactorName } from '@keyhold/contract';
import { countOf, dateIn, linesOf, type NamedFactor, type Sentences, words } from './wording.ts';

/** The texts of mails in English. */
export const english: Sentences = {
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  copy: 'Or copy this address into your browser:',
  activation: (title, days) => ({
    subject: `Activate your ${title} account`,
    heading: 'Activate your account',
    before: [`An account has been set up for you at ${title}. Choose a password to activate it and to sign in.`],
    link: 'Activate account',
    after: [`${englishValidity(days)} If you did not expect this mail, you can ignore it.`],
  }),
  reset: (title, days) => ({
    subject: `Reset your ${title} password`,
    heading: 'Reset your password',
    before: [`Somebody asked to reset the password of your account at ${title}. To choose a new one, open this link.`],
    link: 'Choose a new password',
    after: [
      englishValidity(days),
      'If you did not ask for this, you can ignore this mail: your password stays as it is until a new one is chosen.',
    ],
  }),
  passwordChanged: (title, email) => ({
    subject: `Your ${title} password was changed`,
    heading: 'Your password was changed',
    before: [
      `The password of your account ${email} at ${title} has just been changed, and you have been signed out everywhere.`,
      'If this was not you, reset your password now and tell your administrator.',
    ],
    link: 'Reset password',
    after: ['If it was you, there is nothing to do.'],
  }),
  emailChanged: (title, email) => ({
    subject: `Your ${title} e-mail was changed`,
    heading: 'Your e-mail was changed',
    before: [
      `The e-mail address of your account at ${title} has just been changed: ${email} cannot be used to sign in any more, and links that were mailed to it open nothing.`,
      'If you did not expect this, tell your administrator now.',
    ],
    link: `Go to ${title}`,
    after: ['If you did, there is nothing to do: sign in with the new address from now on.'],
  }),
  confirmation: (title, email, days) => ({
    subject: `Confirm your e-mail for ${title}`,
    heading: 'Confirm your e-mail',
    before: [`${email} is now the e-mail of an account at ${title}. Confirm that it is yours.`],
    link: 'Confirm e-mail',
    after: [
      englishValidity(days),
      'If you do not know this account, ignore this mail: somebody has mistyped an address, and you get no access to anything.',
    ],
  }),
  tokenEnds: (title, { name, prefix, bearer, ends }) => ({
    subject: `A ${title} token ends soon`,
    heading: 'A token ends soon',
    before: [
      `${words('The token', name)} (${prefix}…) of ${words('the service account', bearer)} at ${title}, which you made, ends on ${dateIn('en', ends)}. Programs that use it cannot reach ${title} any more then.`,
      'Make a new token in time, and give it to them.',
    ],
    link: 'Open the service account',
    after: ['If it is not needed any more, there is nothing to do.'],
  }),
  licensesEnd: (title, ending) => ({
    subject: `${englishLicenses(countOf(ending))} at ${title} on ${dateIn('en', ending.on)}`,
    heading: `${englishLicenses(countOf(ending))} on ${dateIn('en', ending.on)}`,
    before: [
      ...linesOf(ending, ({ product, count, keys, goesOn }) => {
        const going =
          goesOn === null ? '' : ` ${count === 1 ? 'It works' : 'They work'} until ${dateIn('en', goesOn)}.`;
        return `${product}: ${count} (${keys}).${going}`;
      }),
      'Whoever uses them is logged off then. Ask your provider in time if you need them longer.',
    ],
    link: 'Open the licenses',
    after: ['When you are warned is chosen in the security of your account.'],
  }),
  factorAdded: (title, email, factor) => ({
    subject: `A second factor was added to your ${title} account`,
    heading: 'A second factor was added',
    before: [
      `${englishFactor(factor)} was added to your account ${email} at ${title}.`,
      'If this was not you, change your password now and tell your administrator.',
    ],
    link: `Go to ${title}`,
    after: ['If it was you, there is nothing to do.'],
  }),
  factorRemoved: (title, email, factor) => ({
    subject: `A second factor was removed from your ${title} account`,
    heading: 'A second factor was removed',
    before: [
      `${englishFactor(factor)} was removed from your account ${email} at ${title}, and cannot be used to sign in any more.`,
      'If this was not you, change your password now and tell your administrator.',
    ],
    link: `Go to ${title}`,
    after: ['If it was you, there is nothing to do.'],
  }),
  recoveryCodeUsed: (title, email, left) => ({
    subject: `A recovery code of your ${title} account was used`,
    heading: 'A recovery code was used',
    before: [
      `One of the recovery codes of your account ${email} at ${title} was used. ${englishCodesLeft(left)}`,
      'If this was not you, change your password now and tell your administrator.',
    ],
    link: `Go to ${title}`,
    after: ['If it was you, make new recovery codes when few are left.'],
  }),
  factorsReset: (title, email) => ({
    subject: `The second factors of your ${title} account were removed`,
    heading: 'Your second factors were removed',
    before: [
      `An administrator has removed all passkeys, authenticator apps and recovery codes of your account ${email} at ${title}, and you have been signed out everywhere.`,
      'If you did not ask for this, tell your administrator now.',
    ],
    link: `Go to ${title}`,
    after: ['Sign in with your password, and add a second factor again.'],
  }),
};

function englishFactor(factor: NamedFactor): string {
  const kinds = {
    passkey: 'The passkey',
    authenticator: 'The authenticator app',
    'recovery-codes': 'The set of recovery codes',
  };
  const name = givenFactorName(factor);
  return name === null || name === '' ? kinds[factor.kind] : `${kinds[factor.kind]} “${name}”`;
}

function englishCodesLeft(left: number): string {
  if (left === 0) return 'No codes are left.';
  return left === 1 ? 'One code is left.' : `${left} codes are left.`;
}

function englishValidity(days: number): string {
  return `The link works once, within ${days === 1 ? 'one day' : `${days} days`}.`;
}

function englishLicenses(count: number): string {
  return count === 1 ? 'One license ends' : `${count} licenses end`;
}
