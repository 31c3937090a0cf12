import type { PoolRules } from '@keyhold/contract';
import type { FormErrors } from '@mantine/form';
import { poolsText } from '#i18n/text/licensing.ts';

/** A share of a pool, as form values. */
export interface ShareValues {
  tag: string | null;
  reserve: string;
  limit: string;
}

/** The rules of a pool, as form values: an empty text is no rule. */
export interface RulesValues {
  perUser: string;
  shares: ShareValues[];
  offline: { seats: string; days: string; tags: string[] };
  idleMinutes: string;
  priorities: { tag: string | null; class: string }[];
}

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** Parses a whole number; null when the text is none between the bounds. */
export function numberIn(text: string, from: number, to: number): number | null {
  const number = /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : null;
}

const mostSeats = 1_000_000;
const bounds = { perUser: [1, 1000], seats: [0, mostSeats], days: [1, 30], idleMinutes: [1, 1440] } as const;

export function valuesOfRules({ rules }: { readonly rules: PoolRules }): RulesValues {
  return {
    perUser: textOf(rules['per-user']),
    shares: (rules.shares ?? []).map(({ tag, reserve, limit }) => ({
      tag,
      reserve: textOf(reserve),
      limit: textOf(limit),
    })),
    offline: {
      seats: textOf(rules.offline?.seats),
      days: textOf(rules.offline?.days),
      tags: [...(rules.offline?.tags ?? [])],
    },
    idleMinutes: textOf(rules['idle-minutes']),
    priorities: (rules.priorities ?? []).map(({ tag, class: of }) => ({ tag, class: String(of) })),
  };
}

/** The rules that the form values say; null while they are incomplete. */
export function rulesOfValues(values: RulesValues): PoolRules | null {
  if (Object.keys(checkRules(values)).length > 0) return null;
  const { perUser, shares, offline, idleMinutes, priorities } = values;
  const number = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    'per-user': number(perUser),
    shares: listOf(
      shares.flatMap(({ tag, reserve, limit }) =>
        tag === null ? [] : [{ tag, reserve: number(reserve), limit: number(limit) }],
      ),
    ),
    offline:
      offline.seats.trim() === ''
        ? null
        : { seats: Number(offline.seats), days: Number(offline.days), tags: offline.tags },
    'idle-minutes': number(idleMinutes),
    priorities: listOf(priorities.flatMap(({ tag, class: of }) => (tag === null ? [] : [{ tag, class: Number(of) }]))),
  };
}

function listOf<Item>(items: Item[]): Item[] | null {
  return items.length > 0 ? items : null;
}

/** Checks the values by the bounds of the contract. */
export function checkRules(values: RulesValues): FormErrors {
  const errors: Record<string, string> = {};
  const check = (field: string, text: string, [from, to]: readonly [number, number], required = false): void => {
    if (text.trim() === '' && !required) return;
    if (numberIn(text, from, to) === null) errors[field] = poolsText.badNumber({ from, to });
  };
  check('perUser', values.perUser, bounds.perUser);
  check('idleMinutes', values.idleMinutes, bounds.idleMinutes);
  const { seats, days, tags } = values.offline;
  const offline = seats.trim() !== '' || days.trim() !== '' || tags.length > 0;
  check('offline.seats', seats, bounds.seats, offline);
  check('offline.days', days, bounds.days, offline);
  for (const list of ['shares', 'priorities'] as const) {
    const chosen = values[list].map(({ tag }) => tag);
    for (const [index, tag] of chosen.entries()) {
      if (tag === null) errors[`${list}.${index}.tag`] = poolsText.chooseTag;
      // A tag may stand in several priorities: the best class counts.
      else if (list === 'shares' && chosen.indexOf(tag) < index) errors[`${list}.${index}.tag`] = poolsText.tagTwice;
    }
  }
  for (const [index, { reserve, limit }] of values.shares.entries()) {
    check(`shares.${index}.reserve`, reserve, bounds.seats);
    check(`shares.${index}.limit`, limit, bounds.seats);
    const nothing = reserve.trim() === '' && limit.trim() === '';
    if (nothing) errors[`shares.${index}.reserve`] = poolsText.emptyShare;
  }
  return errors;
}
