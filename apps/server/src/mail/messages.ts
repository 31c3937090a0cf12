import type { Language } from '@keyhold/contract';
import type { Installation } from '../installation.ts';
import { writeHtml, writeText } from './letter.ts';
import { sentences } from './sentences.ts';
import type { EndingLicenses, EndingToken, NamedFactor, Sentences } from './wording.ts';

/** A mail as stored in the outbox. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The recipient of a mail. */
interface Addressee {
  readonly email: string;
  /** First and last name, for mails that greet by name. */
  readonly name?: string;
  /** The language that the user has chosen; English where there is none. */
  readonly language?: Language | null | undefined;
}

/** The invitation of a new user, with the link to choose a first password. */
export function activationMail(installation: Installation, user: Addressee, key: string, validDays: number): Mail {
  return compose(installation, user, keyPath(key), (words, title) => words.activation(title, validDays));
}

/** How long the link of a reset mail is valid, in days. */
export const resetDays = 1;

/** The mail with the link to choose a new password, for a user who requested it. */
export function resetMail(installation: Installation, user: Addressee, key: string): Mail {
  return compose(installation, user, keyPath(key), (words, title) => words.reset(title, resetDays));
}

/** The notice that a user's password has changed, in case someone else changed it. */
export function passwordChangedMail(installation: Installation, { email, language }: Addressee): Mail {
  const wording = (words: Sentences, title: string) => words.passwordChanged(title, email);
  return compose(installation, { email, language }, '/login/reset', wording);
}

/** The notice to a user's former address that it has changed, in case someone else changed it. */
export function emailChangedMail(installation: Installation, { email, language }: Addressee): Mail {
  const wording = (words: Sentences, title: string) => words.emailChanged(title, email);
  return compose(installation, { email, language }, '/login', wording);
}

/** How long the link that confirms an e-mail is valid, in days. */
export const confirmationDays = 30;

/** The mail with the link that confirms an e-mail, to a user whose e-mail has changed. */
export function emailConfirmationMail(installation: Installation, user: Addressee, key: string): Mail {
  const path = `/confirm-email?key=${encodeURIComponent(key)}`;
  return compose(installation, user, path, (words, title) => words.confirmation(title, user.email, confirmationDays));
}

/** The notice to the maker of a service account's token that it expires soon. */
export function tokenEndsMail(
  installation: Installation,
  maker: Addressee,
  token: EndingToken & { readonly bearerId: string },
): Mail {
  const named = { ...token, name: nameForMail(token.name), bearer: nameForMail(token.bearer) };
  const wording = (words: Sentences, title: string) => words.tokenEnds(title, named);
  return compose(installation, maker, `/iam/service-accounts/${token.bearerId}`, wording);
}

/** The warning to an administrator that licenses of the account end on a day. */
export function licensesEndMail(installation: Installation, administrator: Addressee, ending: EndingLicenses): Mail {
  const licenses = ending.licenses.map((group) => ({ ...group, product: nameForMail(group.product) }));
  const wording = (words: Sentences, title: string) => words.licensesEnd(title, { ...ending, licenses });
  return compose(installation, administrator, '/licensing/licenses?sort=expiry', wording);
}

/** The notice that a second factor was added, in case someone else added it. */
export function factorAddedMail(installation: Installation, { email, language }: Addressee, factor: NamedFactor): Mail {
  const wording = (words: Sentences, title: string) => words.factorAdded(title, email, forMail(factor));
  return compose(installation, { email, language }, '/login', wording);
}

/** The notice that a second factor was removed, in case someone else removed it. */
export function factorRemovedMail(
  installation: Installation,
  { email, language }: Addressee,
  factor: NamedFactor,
): Mail {
  const wording = (words: Sentences, title: string) => words.factorRemoved(title, email, forMail(factor));
  return compose(installation, { email, language }, '/login', wording);
}

/** The notice that a recovery code was used, in case someone else used it. */
export function recoveryCodeUsedMail(installation: Installation, { email, language }: Addressee, left: number): Mail {
  const wording = (words: Sentences, title: string) => words.recoveryCodeUsed(title, email, left);
  return compose(installation, { email, language }, '/login', wording);
}

/** The notice that an administrator has removed all second factors of a user. */
export function factorsResetMail(installation: Installation, { email, language }: Addressee): Mail {
  const wording = (words: Sentences, title: string) => words.factorsReset(title, email);
  return compose(installation, { email, language }, '/login', wording);
}

function compose(
  { productTitle: title, publicUrl }: Installation,
  { email: recipient, name = '', language }: Addressee,
  path: string,
  wordingOf: (words: Sentences, title: string) => ReturnType<Sentences['reset']>,
): Mail {
  const words = sentences[language ?? 'en'];
  const { subject, link, ...wording } = wordingOf(words, title);
  const letter = {
    ...wording,
    language: language ?? 'en',
    greeting: words.greeting(nameForMail(name)),
    copy: words.copy,
    link: { label: link, url: `${publicUrl}${path}` },
  };
  const sender = { title, url: publicUrl };
  return { recipient, subject, text: writeText(letter, sender), html: writeHtml(letter, sender) };
}

/**
 * A name that a user has entered, for mails; empty if it contains an address: mail programs turn addresses into links, and
 * the mail would send its recipient wherever the author of the name wants.
 */
export function nameForMail(name: string): string {
  // Full-width characters become the plain ones, as browsers read them.
  return /:\/\/|www\.|@/i.test(name.normalize('NFKC')) ? '' : name.trim();
}

function forMail({ kind, name }: NamedFactor): NamedFactor {
  return { kind, name: nameForMail(name) };
}

function keyPath(key: string): string {
  return `/activate?activation-key=${encodeURIComponent(key)}`;
}
