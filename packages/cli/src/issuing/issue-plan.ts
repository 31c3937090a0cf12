import type { ApiClient } from '@keyhold/client';
import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { isName } from '../command/find.ts';
import type { SheetRow, Values } from './sheet.ts';

/** An entry of the catalogue: a product or an add-on. */
interface CatalogueEntry {
  readonly rn: string;
  readonly name: string;
}

/** What the values of a row refer to. */
export interface References {
  /** The account's id. */
  readonly account: string;
  /** The rn of the product or the add-on. */
  readonly entry: string;
  /** The values that {@link IssueKind.resolve} returned. */
  readonly resolved?: object;
}

/** A kind of license that can be issued, and how. */
export interface IssueKind<Body> {
  /** The columns of a sheet. */
  readonly columns: readonly string[];
  /** The column that names what is issued. */
  readonly entry: 'product' | 'addon';
  /** `license` or `add-on license`. */
  readonly noun: string;
  listEntries(api: ApiClient): Promise<readonly CatalogueEntry[]>;
  /** The call's body, or the problems of the values as sentences. */
  bodyOf(values: Values, references: References): Body | readonly string[];
  /**
   * Resolves what the values name in the account, such as users and tags, into further values of the body; or returns the
   * problems as sentences.
   */
  resolve?(api: ApiClient, account: string, values: Values): Promise<object | readonly string[]>;
  send(api: ApiClient, body: Body, idempotencyKey: string): Promise<readonly { readonly rn: string }[]>;
}

/** The licenses that a row would issue, checked against the server. */
export interface PlannedIssue<Body> {
  readonly line: number | null;
  readonly values: Values;
  /** Null when the server has no account of that name. */
  readonly account: { readonly id: string; readonly name: string } | null;
  readonly entry: CatalogueEntry | null;
  readonly count: number;
  /** Null when there are problems. */
  readonly body: Body | null;
  readonly problems: readonly string[];
}

/** Checks every row against the accounts and the catalogue of the server, and changes nothing. */
export async function planIssue<Body>(
  api: ApiClient,
  kind: IssueKind<Body>,
  rows: readonly SheetRow[],
): Promise<readonly PlannedIssue<Body>[]> {
  const [{ items: accounts }, entries] = await Promise.all([
    api.send(calls.listAccounts, { query: {} }),
    kind.listEntries(api),
  ]);
  const plan: PlannedIssue<Body>[] = [];
  for (const { line, values } of rows) {
    const account = accountOf(accounts, values['account']);
    const entry = entryOf(entries, values[kind.entry]);
    const missing = [
      ...(account ? [] : [missingSentence('account', values['account'], 'keyhold accounts list')]),
      ...(entry ? [] : [missingSentence(kind.entry, values[kind.entry], `keyhold ${kind.entry}s list`)]),
    ];
    // With a placeholder for a missing reference, the other mistakes are reported too.
    const found = account && kind.resolve ? await kind.resolve(api, account.id, values) : {};
    const resolved = isProblems(found) ? {} : found;
    const made = kind.bodyOf(values, { account: account?.id ?? '', entry: entry?.rn ?? '-:-:-:-:-', resolved });
    const problems = [...missing, ...(isProblems(found) ? found : []), ...(isProblems(made) ? made : [])];
    const body = problems.length === 0 && !isProblems(made) ? made : null;
    plan.push({ line, values, account, entry, count: Number(values['count'] ?? 1), body, problems });
  }
  return plan;
}

function isProblems<Body>(made: Body | readonly string[]): made is readonly string[] {
  return Array.isArray(made);
}

function accountOf(accounts: readonly Account[], text: string | undefined) {
  if (text === undefined) return null;
  const wanted = text.toLowerCase();
  const found = accounts.find(({ rn }) => rn === text || resourceIdOf(rn) === wanted) ?? byName(accounts, text);
  return found ? { id: resourceIdOf(found.rn), name: found.name } : null;
}

function byName(accounts: readonly Account[], text: string): Account | undefined {
  return accounts.find((account) => isName(account, text));
}

function entryOf(entries: readonly CatalogueEntry[], text: string | undefined): CatalogueEntry | null {
  return entries.find(({ rn }) => rn === text || resourceIdOf(rn) === text) ?? null;
}

function missingSentence(column: string, text: string | undefined, list: string): string {
  return text === undefined ? `The ${column} is missing.` : `There is no ${column} ${text}. See: ${list}`;
}
