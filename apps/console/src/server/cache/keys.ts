import type { Consumers, PoolRules } from '@keyhold/contract';
import type { Kind } from './kinds.ts';

declare const made: unique symbol;

/** The key of a query: its kind, its name within that kind, and what distinguishes it from others of that name. */
export type Key = readonly [kind: Kind, query: string, ...parts: unknown[]] & {
  /** Only this file makes keys. */
  readonly [made]: true;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
  }
}

const record = (id: string) => [id];
const ofAccount = (accountId: string) => [accountId];
/** A list of an account, whole or with a filter. */
const list = (accountId: string, filter: Readonly<Record<string, unknown>> = {}) => [
  accountId,
  ...Object.entries(filter).map(([name, value]) => `${name}=${value}`),
];
const listOfEverything = () => [];
const log = { activity: (rn: string) => [rn], lastChanges: (rn: string) => [rn] };

/** The queries of each kind, each with the parts of its key. */
const queries = {
  account: { ...log, record, list: listOfEverything, removed: ofAccount, found: (text: string) => [text] },
  addon: { ...log, record, choices: listOfEverything, list: listOfEverything },
  'addon-license': { ...log, record, list, removed: ofAccount },
  application: { ...log, record, choices: listOfEverything, list: listOfEverything },
  audit: { ...log, log: list, everUsed: () => [] },
  directory: { ...log, list },
  factor: { ...log, list: (userId: string) => [userId] },
  license: {
    ...log,
    record,
    list,
    consumable: () => [],
    removed: ofAccount,
    explanation: (user: string, license: string) => [user, license],
    products: ofAccount,
    gifts: (accountId: string, product: string, users: string) => [accountId, product, users],
    strategy: ofAccount,
    usage: (id: string, range: string) => [id, range],
  },
  pool: { ...log, record, list, waiting: record, preview: (id: string, rules: PoolRules) => [id, rules] },
  product: { ...log, record, choices: listOfEverything, list: listOfEverything },
  role: { ...log, list },
  security: { ...log, settings: ofAccount },
  'service-account': { ...log, record, list, tokens: (id: string) => [id] },
  session: { ...log, list: (userId: string) => [userId] },
  'single-sign-on': { ...log, connection: ofAccount, elsewhere: ofAccount },
  summary: { ...log, issued: () => [], account: ofAccount, everyAccount: () => [] },
  tag: { ...log, record, list, removed: ofAccount },
  usage: {
    ...log,
    account: (accountId: string, of: string | null, range: string) => [accountId, of, range],
    user: (user: string, range: string) => [user, range],
  },
  user: {
    ...log,
    record,
    list,
    removed: ofAccount,
    active: ofAccount,
    candidates: (accountId: string, consumers: Consumers) => [accountId, consumers],
  },
  webhook: { ...log, record, list },
  'webhook-delivery': { ...log, list: (webhookId: string) => [webhookId] },
} satisfies Readonly<Record<Kind, Readonly<Record<string, (...given: never[]) => readonly unknown[]>>>>;

type Queries = typeof queries;
type Keys = {
  readonly [K in Kind]: {
    readonly [Name in keyof Queries[K]]: Queries[K][Name] extends (...given: infer Given) => unknown
      ? (...given: Given) => Key
      : never;
  };
};

/**
 * Makes the key of each query. A change of a kind makes all queries of that kind stale (`kinds.ts`), so a query belongs to
 * the kind that it shows. A new query gets a name of its own here: two queries with one key would share one cache entry.
 *
 * @example
 * keys.tag.record(id)
 */
export const keys = Object.fromEntries(
  Object.entries(queries).map(([kind, named]) => [
    kind,
    Object.fromEntries(
      Object.entries<(...given: never[]) => readonly unknown[]>(named).map(([name, parts]) => [
        name,
        (...given: never[]) => [kind, name, ...parts(...given)],
      ]),
    ),
  ]),
) as unknown as Keys;

/** The key of what a request finds in a list. */
export function foundKey(listKey: Key, request: object): Key {
  return [...listKey, 'found', request] as unknown as Key;
}

/** The key of the pages of a list that are cut in one way: by the same search, order and size. */
export function pagesKey(listKey: Key, cut: object): Key {
  // As text: of two objects, one with fewer fields would match the other.
  return [...listKey, 'pages', JSON.stringify(cut)] as unknown as Key;
}

/** The key of one of these pages. */
export function pageKey(cutKey: Key, page: number): Key {
  return [...cutKey, page] as unknown as Key;
}
