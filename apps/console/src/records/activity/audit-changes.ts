import { type AuditRow, type Consumers, consumersOf, type Expiry, type Policy } from '@keyhold/contract';
import { consumersLine, expiryOf, type NameOf } from '#data/names/license-words.ts';
import { compareNames, formatList } from '#i18n/locale/formats.ts';
import { activityText, activityWords, arrivedText } from '#i18n/text/activity.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { statusOf } from '#i18n/text/wire.ts';
import { exactTime } from '#ui/date/dates.ts';

/** A changed field, with its values before and after. */
export interface FieldChange {
  label: string;
  /** Undefined if the field did not exist. */
  before: unknown;
  after: unknown;
}

/** The action in words; for a move, followed by the other account's name if the log has it. */
export function activityOf({ action, after }: Pick<AuditRow, 'action' | 'after'>): string {
  const words = valueAt(after, 'moved') === 'here' ? arrivedText[action] : activityText[action];
  const account = valueAt(after, 'other-account.name');
  return `${words ?? plainWords(action)}${account === undefined ? '' : ` (${account})`}`;
}

/** The words of an action without a sentence of its own: `iam:MoveUser` becomes `move user`. */
function plainWords(action: string): string {
  const [, verb = action] = action.split(':');
  return verb.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** The changed fields; empty for a creation or a deletion. */
export function changesOf({ action, before, after }: Pick<AuditRow, 'action' | 'before' | 'after'>): FieldChange[] {
  if (isWhole(before) !== isWhole(after)) return [];
  return Object.entries(fieldNames).flatMap(([path, label]) => {
    const [service = ''] = action.split(':');
    const values = { before: fieldAt(before, path, service), after: fieldAt(after, path, service) };
    return JSON.stringify(values.before) === JSON.stringify(values.after) ? [] : [{ label, ...values }];
  });
}

/** Reads a field of one side. Only the status is translated: a title such as `Active` stays as typed. */
function fieldAt(side: unknown, path: string, service: string): unknown {
  const value = valueAt(side, path);
  if (path === 'status' && typeof value === 'string') return statusOf(service, value);
  return path === 'policies' && Array.isArray(value) ? consumersOf(value as Policy[]) : value;
}

function isWhole(side: unknown): boolean {
  return valueAt(side, 'rn') !== undefined;
}

/** The value at a dotted path in one side of an entry; undefined if it is missing. */
export function valueAt(side: unknown, path: string): unknown {
  const within = (value: unknown, name: string) => (value as Record<string, unknown> | null | undefined)?.[name];
  return path.split('.').reduce(within, side);
}

const rnPattern = /^[^:\s]+(:[^:\s]+){4}$/;
const timePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The rns in values of changes; their names have to be fetched. */
export function rnsIn(values: unknown): string[] {
  const found = JSON.stringify(values)?.match(/"[^"\s]+:[^"\s]+"/g) ?? [];
  return [...new Set(found.map((text) => text.slice(1, -1)).filter((text) => rnPattern.test(text)))];
}

/** The names that the log stores by rn; the latest name wins. */
export function namesIn(rows: readonly Pick<AuditRow, 'before' | 'after'>[]): ReadonlyMap<string, string> {
  // The newest entry comes first.
  const names = rows.toReversed().flatMap(({ before, after }) => [valueAt(before, 'names'), valueAt(after, 'names')]);
  return new Map(names.flatMap((each) => Object.entries((each as Record<string, string> | undefined) ?? {})));
}

export function valueText(value: unknown, name: NameOf): string {
  if (value === null || value === undefined || value === '') return activityWords.nothing;
  if (Array.isArray(value)) return listText(value, name);
  if (isExpiry(value)) return expiryOf(value).words;
  if (isConsumers(value)) return consumersLine(value, name);
  if (typeof value === 'boolean') return value ? activityWords.yes : activityWords.no;
  if (typeof value !== 'string') return String(value);
  if (rnPattern.test(value)) return name(value);
  return timePattern.test(value) ? exactTime(value) : value;
}

function listText(list: readonly unknown[], name: NameOf): string {
  if (list.length === 0) return activityWords.nothing;
  const texts = list.map((each) => valueText(each, name));
  return formatList(texts.sort(compareNames));
}

function isExpiry(value: unknown): value is Expiry {
  return valueAt(value, 'perpetual') !== undefined && valueAt(value, 'period') !== undefined;
}

function isConsumers(value: unknown): value is Consumers {
  return valueAt(value, 'kind') !== undefined;
}
