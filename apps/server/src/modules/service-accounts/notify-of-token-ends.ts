import type { Language } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Installation } from '../../installation.ts';
import { tokenEndsMail } from '../../mail/messages.ts';
import { queueMail } from '../../mail/outbox.ts';
import { inChunks, usualChunks } from '../../queue/chunks.ts';

/** Days before a token expires at which its maker is mailed. */
const noticeDays = 7;

interface Ending {
  readonly name: string;
  readonly prefix: string;
  readonly ends: Date;
  readonly account: string;
  readonly bearer: string;
  readonly bearerId: string;
  readonly email: string | null;
  readonly maker: string;
  readonly language: Language | null;
}

/** Mails a token's maker once, a week before it expires; not for shorter-lived tokens, inactive or deleted makers. */
export async function notifyOfTokenEnds(
  db: Database,
  installation: Installation,
  { chunk, signal } = usualChunks,
): Promise<void> {
  await inChunks(db, signal, async (tx) => {
    const { rows } = await sql<Ending>`
      with ending as (
        update "service-account-tokens" set "warned-on" = now() where id in (
          select id from "service-account-tokens" where "warned-on" is null and "expires-on" > now()
            and "expires-on" < now() + make_interval(days => ${noticeDays})
            and "expires-on" > "created-on" + make_interval(days => ${noticeDays})
          limit ${chunk} for update skip locked
        ) returning *)
      select ending.name, ending.prefix, ending."expires-on" as ends, ending."account-id" as account, bearer.name as bearer,
        bearer.id as "bearerId", maker.email, maker."first-name" || ' ' || maker."last-name" as maker, maker.language
      from ending join "service-accounts" as bearer on bearer.id = ending."service-account-id"
        left join accounts on accounts.id = ending."account-id" and accounts."deleted-on" is null
        left join users as maker on maker.id = ending."maker-id" and maker.status = 'Active'
          and maker."deleted-on" is null and accounts.id is not null
      `.execute(tx);
    for (const { email, maker, language, account, ...token } of rows) {
      if (email) await queueMail(tx, account, tokenEndsMail(installation, { email, name: maker, language }, token));
    }
    return rows.length === chunk;
  });
}
