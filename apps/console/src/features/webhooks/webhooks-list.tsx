import { calls, type Webhook, webhookEvents } from '@keyhold/contract';
import { useCallback, useMemo, useState } from 'react';
import { client } from '#api/client.ts';
import { fetchFresh, refresh } from '#api/query-client.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { useVersionGuard } from '#api/version-guard.ts';
import { webhookQuery, webhooksSource } from '#api/webhooks.ts';
import { paths } from '#paths';
import { webhooksText } from '#text/webhooks.ts';
import { deleteColumn, descriptionColumn, textColumn } from '#ui/columns.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { RowLink } from '#ui/row-link.tsx';
import { Badge } from '#ui/status-badge.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { useCreation } from '#ui/use-creation.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { stateOf, WebhookState } from './webhook-state.tsx';

const sorts = ['url', 'description', 'events', 'state'] as const;

/** The addresses that are told of what happens in the account that is looked at. */
export default function WebhooksList() {
  const scope = useSelectedAccount();
  const source = useMemo(() => webhooksSource(scope), [scope]);
  const { total, ...list } = useList(source, useListState(sorts));
  const creation = useCreation(webhooksText.newWebhook);
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const guard = useVersionGuard(readWebhook);
  const askToDelete = useCallback(
    (webhook: Webhook) => {
      guard.see(webhook.id);
      setDeleting(webhook);
    },
    [guard],
  );
  const columns = useMemo(() => webhookColumns(askToDelete), [askToDelete]);
  const remove = async ({ id }: Webhook): Promise<void> => {
    await guard.send(id, (headers) => client.send(calls.deleteWebhook, { params: { id }, headers }));
    toastSuccess(webhooksText.deleted);
    await refresh('webhook');
  };
  return (
    <>
      <PageHeader title={webhooksText.title} aside={<Count of={total} />} action={creation.button} />
      <DataTable
        label="webhooks"
        columns={columns}
        {...list}
        rowKey={({ id }) => id}
        texts={texts}
        empty={<EmptyState title={webhooksText.noneTitle}>{webhooksText.noneHint}</EmptyState>}
      />
      <CreateWebhook opened={creation.opened} onClose={creation.close} scope={scope} />
      <DeleteDialog
        item={webhooksText.item}
        target={deleting}
        nameOf={({ url }) => url}
        consequences={webhooksText.deletionTakes}
        changes={() => null}
        onDelete={remove}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

function readWebhook(id: string) {
  return fetchFresh(webhookQuery(id));
}

function stateText(webhook: Webhook): string {
  return webhooksText.states[stateOf(webhook)];
}

function eventsText({ events }: Webhook): string {
  return events.length === webhookEvents.length ? webhooksText.allEvents : events.join(', ');
}

function texts(webhook: Webhook): string[] {
  return [webhook.url, webhook.description, eventsText(webhook), stateText(webhook)];
}

function webhookColumns(onDelete: (webhook: Webhook) => void): Column<Webhook>[] {
  return [
    {
      id: 'url',
      header: webhooksText.url,
      width: 1.7,
      sort: ({ url }) => url,
      text: ({ url }) => url,
      cell: (webhook) => (
        <span className="kh-inline">
          <RowLink to={paths.webhook(webhook.id)}>{webhook.url}</RowLink>
          {webhook['every-account'] && <Badge tone="blue">{webhooksText.everyAccountBadge}</Badge>}
        </span>
      ),
    },
    descriptionColumn(1),
    textColumn({ id: 'events', header: webhooksText.events, text: eventsText, look: 'muted' }),
    {
      id: 'state',
      header: webhooksText.state,
      width: '110px',
      sort: stateText,
      text: stateText,
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    deleteColumn(({ url }) => url, onDelete),
  ];
}
