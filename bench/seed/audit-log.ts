import { createHash } from 'node:crypto';
import type { Rows, Value } from './copy-rows.ts';
import type { LicenseSeed } from './licenses.ts';
import { type Company, type Person, time } from './people.ts';
import { type Amounts, end, randomOf } from './plan.ts';

/** The end of a company's log: the row that the next entry follows. */
export interface Head {
  readonly account: string;
  readonly seq: number;
  /** In hexadecimal digits. */
  readonly hash: string;
}

/** An entry, with values as PostgreSQL writes jsonb; null where there is none. */
interface Entry {
  readonly by: Person | null;
  readonly action: string;
  readonly resource: string;
  readonly before: string | null;
  readonly after: string | null;
}

const columns = [
  'account-id',
  'seq',
  'on',
  'actor',
  'action',
  'resource',
  'before',
  'after',
  'address',
  'request-id',
  'previous',
  'hash',
];

/**
 * Generates the audit logs. The hash chain is computed here like in the database's function `audit-hash`, because one
 * trigger call after another would take longer than everything else together; `keyhold audit verify` checks that both
 * agree.
 *
 * @param heads filled with the end of each log
 */
export function auditRows(
  amounts: Amounts,
  companies: readonly Company[],
  licenses: ReadonlyMap<Company, readonly LicenseSeed[]>,
  heads: Head[],
): Rows {
  function* rows(): Iterable<readonly Value[]> {
    for (const company of companies) yield* logOf(amounts, company, licenses.get(company) ?? [], heads);
  }
  return { table: 'audit', columns, rows: rows() };
}

export function headRows(heads: readonly Head[]): Rows {
  const rows = heads.map(({ account, seq, hash }) => [account, seq, `\\x${hash}`]);
  return { table: 'audit-heads', columns: ['account-id', 'seq', 'hash'], rows };
}

function* logOf(
  amounts: Amounts,
  company: Company,
  licenses: readonly LicenseSeed[],
  heads: Head[],
): Iterable<readonly Value[]> {
  const { plan } = company;
  const random = randomOf(amounts, 'audit', plan.index);
  const count = plan['audit-rows'];
  const pace = (end - plan.created) / (count + 1);
  let previous = Buffer.alloc(0);
  for (let seq = 1; seq <= count; seq += 1) {
    const on = Math.floor(plan.created + pace * seq);
    const entry = seq === 1 ? creation(company) : entryOf(company, licenses, seq, random.below(20), random.below);
    const actor = entry.by
      ? `{"rn": "${company.rn('user', entry.by.id)}", "name": ${nameOf(entry.by)}, "email": "${entry.by.email}"}`
      : '{"rn": null, "name": "Keyhold"}';
    const address = entry.by ? `192.0.2.${random.below(250) + 1}` : null;
    const request = entry.by ? `r${random.below(2 ** 32).toString(36)}` : null;
    const epoch = `${Math.floor(on / 1000)}.${String(on % 1000).padStart(3, '0')}000`;
    const { action, resource, before, after } = entry;
    const content = `["${plan.id}", ${seq}, ${epoch}, ${actor}, "${action}", "${resource}", ${before}, ${after}, ${text(address)}, ${text(request)}]`;
    const hash = createHash('sha256').update(previous).update(content).digest();
    const follows = `\\x${previous.toString('hex')}`;
    yield [
      plan.id,
      seq,
      time(on),
      actor,
      action,
      resource,
      before,
      after,
      address,
      request,
      follows,
      `\\x${hash.toString('hex')}`,
    ];
    previous = hash;
  }
  heads.push({ account: plan.id, seq: count, hash: previous.toString('hex') });
}

function creation({ plan, rn }: Company): Entry {
  const after = `{"name": ${JSON.stringify(plan.name)}, "status": "${plan.status}"}`;
  return { by: null, action: 'adm:CreateAccount', resource: rn('account', plan.id), before: null, after };
}

/** Everyday entries: people sign in and take licenses, administrators create and change people. */
function entryOf(
  company: Company,
  licenses: readonly LicenseSeed[],
  seq: number,
  drawn: number,
  below: (limit: number) => number,
): Entry {
  const { people, rn } = company;
  const administrator = people[0] ?? null;
  const person = people[below(people.length)];
  if (!person) throw new Error(`${company.plan.name} has nobody.`);
  const resource = rn('user', person.id);
  const license = licenses.length > 0 ? licenses[below(licenses.length)] : undefined;
  if (drawn < 8 || (drawn < 12 && !license)) {
    return { by: person, action: 'auth:Login', resource, before: null, after: null };
  }
  if (drawn < 12 && license) {
    const after = `{"user": "${resource}", "epoch": ${below(50) + 1}, "device-name": "laptop-${below(10_000)}"}`;
    return { by: person, action: 'license:ConsumeLicense', resource: rn('license', license.key), before: null, after };
  }
  if (drawn < 16) {
    // Each person was created once; the newest come late in the log.
    const created = people[seq % people.length] ?? person;
    const after = userText(company, created, '');
    return { by: administrator, action: 'iam:CreateUser', resource: rn('user', created.id), before: null, after };
  }
  return {
    by: administrator,
    action: 'iam:UpdateUser',
    resource,
    before: userText(company, person, ''),
    after: userText(company, person, person.title),
  };
}

/** A user in the text form of jsonb: short keys first, keys of equal length in alphabetical order. */
function userText({ rn }: Company, person: Person, title: string): string {
  const [created, description] = [time(person.created), JSON.stringify(person.description)];
  return `{"rn": "${rn('user', person.id)}", "tags": [], "email": "${person.email}", "roles": [], "title": "${title}", "status": "${person.status}", "policies": [], "last-name": "${person.lastName}", "created-on": "${created}", "first-name": "${person.firstName}", "last-login": null, "updated-on": "${created}", "description": ${description}, "last-password-change": null}`;
}

function nameOf({ firstName, lastName }: Person): string {
  return JSON.stringify(`${firstName} ${lastName}`);
}

function text(value: string | null): string {
  return value === null ? 'null' : `"${value}"`;
}
