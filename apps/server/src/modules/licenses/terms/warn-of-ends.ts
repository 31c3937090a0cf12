import { type Language, mayChange, permits } from '@keyhold/contract';
import { sql } from 'kysely';
import { allPolicies, rolePolicies } from '../../../access/rights.ts';
import { accountMayAct, condition, isActiveUser } from '../../../db/conditions.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import type { Installation } from '../../../installation.ts';
import { licensesEndMail } from '../../../mail/messages.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { EndingLicenses } from '../../../mail/wording.ts';
import { inChunks, usualChunks } from '../../../queue/chunks.ts';

/** Administrators of one account who are mailed. */
const maxRecipients = 200;
/** License keys that a mail names of one product. */
const maxNamed = 20;

/** SQL text: the UTC day on which a license ends. */
const endDay = `(licenses."expiry-date" at time zone 'UTC')::date`;
/** SQL text: the smallest of the account's windows in which a license's end lies, in days; null where it lies in none. */
const window = `(select min(days) from unnest(accounts."end-warnings") as days
  where ${endDay} <= (now() at time zone 'UTC')::date + days)`;
/** SQL text: a license whose administrators have not been warned of its end in its present window. */
const isDue = `licenses."deleted-on" is null and not licenses."expiry-perpetual" and licenses."expiry-date" > now()
  and licenses."expiry-date" < now() + interval '31 days' and ${window} is not null
  and (licenses."end-warned-for" is distinct from licenses."expiry-date" or licenses."end-warned-days" > ${window})`;

/**
 * Warns the administrators of accounts of the ends of their licenses, in the windows of days that the account has chosen:
 * one mail for each day on which licenses end. The licenses are marked with the mail, so that each is in one mail of a
 * window; one that is issued within a window is warned of once.
 */
export async function warnOfEnds(db: Database, installation: Installation, { chunk, signal } = usualChunks) {
  await inChunks(db, signal, async (tx) => {
    const due = await lockDue(tx);
    if (!due) return false;
    const ending = await markDue(tx, due, chunk);
    if (ending.length > 0) await mailAdministrators(tx, installation, due, ending);
    return true;
  });
}

interface Due {
  readonly account: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** An account with licenses to warn of, and the day of the soonest end. Other nodes wait for it. */
async function lockDue(tx: Transaction): Promise<Due | undefined> {
  const { rows } = await sql<Due>`select accounts.id as account, ${sql.raw(endDay)}::text as day
    from licenses join accounts on accounts.id = licenses."account-id"
    where ${condition(accountMayAct())} and ${sql.raw(isDue)}
    order by licenses."expiry-date" limit 1 for key share of accounts`.execute(tx);
  const [due] = rows;
  // Two nodes would each mail a part of the licenses.
  if (due) await sql`select pg_advisory_xact_lock(hashtext('keyhold ends'), hashtext(${due.account}))`.execute(tx);
  return due;
}

type EndingLicense = EndingLicenses['licenses'][number];

/** Marks the licenses of an account that end on a day; returns them. */
async function markDue(tx: Transaction, { account, day }: Due, most: number): Promise<EndingLicense[]> {
  const { rows } = await sql<EndingLicense>`
    with due as (
      select licenses.id, ${sql.raw(window)} as days from licenses join accounts on accounts.id = licenses."account-id"
      where accounts.id = ${account} and ${sql.raw(endDay)} = ${day}::date and ${sql.raw(isDue)}
      order by licenses.id limit ${most} for update of licenses
    ), marked as (
      update licenses set "end-warned-for" = "expiry-date", "end-warned-days" = due.days from due
      where licenses.id = due.id returning licenses.id, "product-id", "expiry-date", "grace-days"
    )
    select products.name as product, min("expiry-date") as ends, "grace-days" as "graceDays", count(*)::int as count,
      (array_agg(marked.id order by marked.id))[1:${sql.lit(maxNamed)}] as keys
    from marked join products on products.id = "product-id" group by products.id, "grace-days"
    order by products.name collate "name-order", products.id, "grace-days"`.execute(tx);
  return rows;
}

async function mailAdministrators(
  tx: Transaction,
  installation: Installation,
  { account, day }: Due,
  licenses: readonly EndingLicense[],
): Promise<void> {
  for (const { email, name, language } of await findAdministrators(tx, account)) {
    const ending = { on: new Date(`${day}T00:00:00Z`), licenses };
    await queueMail(tx, account, licensesEndMail(installation, { email, name, language }, ending));
  }
}

interface Administrator {
  readonly email: string;
  readonly name: string;
  readonly language: Language | null;
}

/** The people of an account who may change something, and see its licenses. */
async function findAdministrators(tx: Transaction, account: string): Promise<Administrator[]> {
  const roles = await tx.selectFrom('roles').select(['id', 'policies']).where('account-id', '=', account).execute();
  const changing = roles.filter(({ policies }) => mayChange(policies) || permits(policies, 'license:ListLicenses'));
  const people = await tx
    .selectFrom('users')
    .select(['email', 'language', 'policies', rolePolicies('user', 'users.id')])
    .select(sql<string>`"first-name" || ' ' || "last-name"`.as('name'))
    .where('account-id', '=', account)
    .where(condition(isActiveUser()))
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`users.policies <> '[]'`,
        exists(
          selectFrom('user-roles')
            .select('user-id')
            .whereRef('user-id', '=', 'users.id')
            .where('role-id', '=', anyOf(changing.map(({ id }) => id))),
        ),
      ]),
    )
    .orderBy('users.id')
    .limit(maxRecipients)
    .execute();
  return people.filter((person) => {
    const policies = allPolicies(person);
    return mayChange(policies) && permits(policies, 'license:ListLicenses');
  });
}
