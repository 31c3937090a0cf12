import { calls } from '@keyhold/contract';
import type { Binder } from '../http/bind.ts';
import type { Totals } from '../lists/totals.ts';
import { bindAccounts } from './accounts/accounts.routes.ts';
import { bindAudit } from './audit/audit.routes.ts';
import { bindAuth } from './auth/auth.routes.ts';
import { bindBulk } from './bulk/bulk.routes.ts';
import { bindCatalogue } from './catalogue/catalogue.routes.ts';
import { watchChanges } from './changes/watch-changes.ts';
import { bindLeases } from './leases/leases.routes.ts';
import { bindLicenses } from './licenses/licenses.routes.ts';
import { bindRoles } from './roles/roles.routes.ts';
import { bindTags } from './tags/tags.routes.ts';
import { bindUsage } from './usage/usage.routes.ts';
import { bindUsers } from './users/users.routes.ts';
import { bindWebhooks } from './webhooks/webhooks.routes.ts';

/** Every call of the contract meets what carries it out. */
export function bindCalls(binder: Binder, totals: Totals): void {
  bindAuth(binder);
  bindAccounts(binder);
  bindUsers(binder, totals);
  bindRoles(binder);
  bindTags(binder);
  bindLicenses(binder, totals);
  bindCatalogue(binder);
  bindAudit(binder);
  bindBulk(binder);
  bindLeases(binder);
  bindUsage(binder);
  bindWebhooks(binder);
  binder.stream(calls.watchChanges, watchChanges);
}
