import { sql } from 'kysely';
import { ago } from '../../db/expressions.ts';
import { aDayAgo, endedOrExpired, type Purged } from '../../queue/purged.ts';
import { knownAddressDays } from './device-marks.ts';

export const purgedSignIns: Purged = {
  spent: [
    ['activation-keys', endedOrExpired],
    ['email-confirmations', endedOrExpired],
    ['link-mails', sql`"on" < ${aDayAgo}`],
    ['attempts', sql`"window-start" < ${aDayAgo}`],
    ['device-marks', sql`"expires-on" < now()`],
    ['known-addresses', sql`"last-on" < ${ago({ days: knownAddressDays })}`],
  ],
  references: {
    users: [
      ['device-marks', 'user-id', 'delete'],
      ['known-addresses', 'user-id', 'delete'],
      ['activation-keys', 'user-id', 'delete'],
      ['email-confirmations', 'user-id', 'delete'],
    ],
  },
};
