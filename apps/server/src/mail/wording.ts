import type { Factor, Language } from '@keyhold/contract';

/** The texts of one mail in one language. */
interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly before: readonly string[];
  readonly link: string;
  readonly after: readonly string[];
}

export type NamedFactor = Pick<Factor, 'kind' | 'name'>;

/** The texts of all mails in one language; `title` is the product's. */
export interface Sentences {
  /** @param name empty for a user without one */
  greeting(name: string): string;
  /** The text before the address of the link, for mail programs that do not open links. */
  readonly copy: string;
  activation(title: string, days: number): Wording;
  reset(title: string, days: number): Wording;
  passwordChanged(title: string, email: string): Wording;
  emailChanged(title: string, email: string): Wording;
  confirmation(title: string, email: string, days: number): Wording;
  tokenEnds(title: string, token: EndingToken): Wording;
  licensesEnd(title: string, ending: EndingLicenses): Wording;
  factorAdded(title: string, email: string, factor: NamedFactor): Wording;
  factorRemoved(title: string, email: string, factor: NamedFactor): Wording;
  recoveryCodeUsed(title: string, email: string, left: number): Wording;
  factorsReset(title: string, email: string): Wording;
}

/** A token of a service account that expires soon. */
export interface EndingToken {
  readonly name: string;
  readonly prefix: string;
  /** The name of the service account. */
  readonly bearer: string;
  readonly ends: Date;
}

/** The licenses of an account that end on one day, by product and days of grace. */
export interface EndingLicenses {
  readonly on: Date;
  readonly licenses: readonly {
    readonly product: string;
    readonly ends: Date;
    readonly graceDays: number;
    readonly count: number;
    /** Some of their keys. */
    readonly keys: readonly string[];
  }[];
}

/** How many licenses end. */
export function countOf({ licenses }: EndingLicenses): number {
  return licenses.reduce((sum, { count }) => sum + count, 0);
}

/** One line for the licenses of each product: how many, their keys, and until when they go on. */
export function linesOf(
  { licenses }: EndingLicenses,
  write: (group: {
    readonly product: string;
    readonly count: number;
    readonly keys: string;
    readonly goesOn: Date | null;
  }) => string,
): string[] {
  return licenses.map(({ product, ends, graceDays, count, keys }) =>
    write({
      product,
      count,
      keys: keys.length < count ? `${keys.join(', ')} …` : keys.join(', '),
      goesOn: graceDays === 0 ? null : new Date(ends.getTime() + graceDays * 86_400_000),
    }),
  );
}

/** Formats a date in a language. */
export function dateIn(language: Language, date: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** Some words and a name, or the words alone if there is no name to show. */
export function words(before: string, name: string): string {
  return name === '' ? before : `${before} ${name}`;
}
