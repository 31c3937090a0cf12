import { type Certificate, type Consumers, type Expiry, resourceIdOf } from '@keyhold/contract';
import { formatList } from '#i18n/locale/formats.ts';
import { consumersText, licensesText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { day } from '#ui/date/dates.ts';

/** When a license expires: the date, if set, and the text. Perpetual takes precedence, then the date, then period. */
export function expiryOf({ perpetual, date, period }: Expiry): { date: string | null; words: string } {
  if (perpetual) return { date: null, words: licensesText.none };
  if (date !== null) return { date, words: day(date) };
  if (period !== null) return { date: null, words: licensesText.daysAfterActivation({ days: period }) };
  return { date: null, words: licensesText.unknown };
}

/** The names of the users and tags that a policy names by rn. */
export type NameOf = (rn: string) => string;

/** Who may consume a license, in one line. */
export function consumersLine(consumers: Consumers, name: NameOf): string {
  if (consumers.kind === 'User') return consumersText.userIs({ email: name(consumers.user) });
  if (consumers.kind === 'Tags') return consumersText.tagsAre({ names: formatList(consumers.tags.map(name).sort()) });
  return wireWord(consumers.kind);
}

/** Looks up names from a reply. An rn without a name is shown by its id. */
export function nameIn(names: ReadonlyMap<string, string>): NameOf {
  return (rn) => names.get(rn) ?? resourceIdOf(rn);
}

const dayLength = 86_400_000;

/** The end of the grace of a license that has ended and still works; null for any other. */
export function graceUntil({ expiry, 'grace-days': grace }: Pick<Certificate, 'expiry' | 'grace-days'>): string | null {
  if (expiry.perpetual || expiry.date === null || grace === 0) return null;
  const [end, now] = [Date.parse(expiry.date), Date.now()];
  const until = end + grace * dayLength;
  return end <= now && now < until ? new Date(until).toISOString() : null;
}
