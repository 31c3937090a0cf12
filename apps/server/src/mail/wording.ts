import type { Factor, Language } from '@keyhold/contract';

/** A mail without its recipient, its link and what it may name. */
interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly before: readonly string[];
  readonly link: string;
  readonly after: readonly string[];
}

export type NamedFactor = Pick<Factor, 'kind' | 'name'>;

/** All that mails say, in one language; `title` is the product's. */
export interface Sentences {
  /** @param name empty for a user without one */
  greeting(name: string): string;
  /** Stands before the address of the link, for mail programs that do not open it. */
  readonly copy: string;
  activation(title: string, days: number): Wording;
  reset(title: string, days: number): Wording;
  passwordChanged(title: string, email: string): Wording;
  emailChanged(title: string, email: string): Wording;
  tokenEnds(title: string, token: EndingToken): Wording;
  factorAdded(title: string, email: string, factor: NamedFactor): Wording;
  factorRemoved(title: string, email: string, factor: NamedFactor): Wording;
  recoveryCodeUsed(title: string, email: string, left: number): Wording;
  factorsReset(title: string, email: string): Wording;
}

/** A token of a service account that ends soon. */
export interface EndingToken {
  readonly name: string;
  readonly prefix: string;
  /** The name of the service account. */
  readonly bearer: string;
  readonly ends: Date;
}

/** A day as a language writes it. */
export function dateIn(language: Language, date: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
