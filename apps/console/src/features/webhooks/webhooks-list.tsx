import { resources, type Webhook, webhookEvents } from '@keyhold/contract';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { licensesText, webhooksText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { deleteColumn, searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { useSecretDialog } from '#ui/dialog/secret-dialog.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { CreateWebhook } from './webhook-form.tsx';
import { stateOf, WebhookState } from './webhook-state.tsx';
import { webhookDeletion, webhooksSource } from './webhooks.data.ts';
import { webhookPath } from './webhooks.paths.ts';

export const loader = listLoader(webhooksSource);

const back = { to: licensesPath, label: licensesText.back };

/** The webhooks of the selected account. */
export default function WebhooksList() {
  const scope = useSelectedAccount();
  const deleting = useDeletion(webhookDeletion);
  const columns: Column<Webhook>[] = [
    textColumn('url', fieldNames.url, ({ url }) => url, {
      width: 1.7,
      to: ({ id }) => webhookPath(id),
      aside: (webhook) => webhook['every-account'] && <Badge tone="blue">{webhooksText.everyAccountBadge}</Badge>,
    }),
    ...textColumns<Webhook>(resources.webhook, 1),
    textColumn('events', webhooksText.events, eventsText, { look: 'muted' }),
    textColumn('state', webhooksText.state, stateText, {
      width: '110px',
      cell: (webhook) => <WebhookState webhook={webhook} />,
    }),
    deleteColumn(deleting),
  ];
  const { total, ...list } = useList(webhooksSource(scope), columns);
  const showSecret = useSecretDialog(webhooksText);
  const creation = (
    <CreateButton label={webhooksText.newWebhook} title={webhooksText.createTitle}>
      <CreateWebhook scope={scope} onSecret={showSecret} />
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={webhooksText.title} count={total} action={creation} back={back} />
      <DataTable
        label="webhooks"
        {...list}
        texts={(webhook) => [...searchedTexts(resources.webhook, webhook), eventsText(webhook), stateText(webhook)]}
        empty={{ title: webhooksText.noneTitle, hint: webhooksText.noneHint }}
      />
      {deleting.dialog}
    </>
  );
}

function stateText(webhook: Webhook): string {
  return webhooksText.states[stateOf(webhook)];
}

function eventsText({ events }: Webhook): string {
  return events.length === webhookEvents.length ? webhooksText.allEvents : formatList(events);
}
