import type { Installation } from '../installation.ts';
import { type Letter, writeHtml, writeText } from './letter.ts';

/** A mail as it waits in the outbox. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Whom a mail is for. */
export interface Addressee {
  readonly email: string;
  /** First and last name. */
  readonly name: string;
}

/** Tells somebody new how to choose their first password. */
export function activationMail(installation: Installation, user: Addressee, key: string, validDays: number): Mail {
  const title = installation.productTitle;
  return compose(installation, user.email, `Activate your ${title} account`, {
    heading: 'Activate your account',
    greeting: greetingOf(user),
    before: [`An account has been set up for you at ${title}. Choose a password to activate it and to sign in.`],
    link: { label: 'Activate account', url: keyLink(installation, key) },
    after: [`${validity(validDays)} If you did not expect this mail, you can ignore it.`],
  });
}

/** Gives somebody who asked for it a link to choose a new password. */
export function resetMail(installation: Installation, user: Addressee, key: string): Mail {
  const title = installation.productTitle;
  return compose(installation, user.email, `Reset your ${title} password`, {
    heading: 'Reset your password',
    greeting: greetingOf(user),
    before: [`Somebody asked to reset the password of your account at ${title}. To choose a new one, open this link.`],
    link: { label: 'Choose a new password', url: keyLink(installation, key) },
    after: [
      validity(resetDays),
      'If you did not ask for this, you can ignore this mail: your password stays as it is until a new one is chosen.',
    ],
  });
}

/** How long the link of a reset mail is good for, in days. */
export const resetDays = 1;

/** Tells somebody that their password is not the old one any more, in case it was not them. */
export function passwordChangedMail(installation: Installation, email: string): Mail {
  const title = installation.productTitle;
  return compose(installation, email, `Your ${title} password was changed`, {
    heading: 'Your password was changed',
    greeting: 'Hello,',
    before: [
      `The password of your account ${email} at ${title} has just been changed, and you have been signed out everywhere.`,
      'If this was not you, reset your password now and tell your administrator.',
    ],
    link: { label: 'Reset password', url: `${installation.publicUrl}/login/reset` },
    after: ['If it was you, there is nothing to do.'],
  });
}

/** Tells the address that somebody signed in with until now that it is another one, in case it was not them. */
export function emailChangedMail(installation: Installation, oldEmail: string): Mail {
  const title = installation.productTitle;
  return compose(installation, oldEmail, `Your ${title} e-mail was changed`, {
    heading: 'Your e-mail was changed',
    greeting: 'Hello,',
    before: [
      `The e-mail address of your account at ${title} has just been changed: ${oldEmail} cannot be used to sign in any more, and links that were mailed to it open nothing.`,
      'If you did not expect this, tell your administrator now.',
    ],
    link: { label: `Go to ${title}`, url: `${installation.publicUrl}/login` },
    after: ['If you did, there is nothing to do: sign in with the new address from now on.'],
  });
}

function compose(installation: Installation, recipient: string, subject: string, letter: Letter): Mail {
  const sender = { title: installation.productTitle, url: installation.publicUrl };
  return { recipient, subject, text: writeText(letter, sender), html: writeHtml(letter, sender) };
}

function greetingOf(user: Addressee): string {
  const name = user.name.trim();
  return name === '' ? 'Hello,' : `Hello ${name},`;
}

function keyLink(installation: Installation, key: string): string {
  return `${installation.publicUrl}/activate?activation-key=${encodeURIComponent(key)}`;
}

function validity(days: number): string {
  return `The link works once, within ${days === 1 ? 'one day' : `${days} days`}.`;
}
