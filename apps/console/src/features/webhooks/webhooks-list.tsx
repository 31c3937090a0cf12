import { calls, type Webhook, webhookEvents } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { useVersionGuard } from '#api/version-guard.ts';
import { webhookQuery, webhooksSource } from '#api/webhooks.ts';
import { paths } from '#paths';
import { listText } from '#text/lists.ts';
import { webhooksText } from '#text/webhooks.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { DeleteButton } from '#ui/delete-button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { useOpenRequest } from '#ui/open-request.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { RowLink } from '#ui/row-link.tsx';
import { Badge } from '#ui/status-badge.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { stateOf, WebhookState } from './webhook-state.tsx';

const sorts = ['url', 'description', 'events', 'state'] as const;

/** The addresses that are told of what happens in the account that is looked at. */
export default function WebhooksList() {
  const scope = useSelectedAccount();
  const source = useMemo(() => webhooksSource(scope), [scope]);
  const { total, ...list } = useList(source, useListState(sorts));
  const [creating, setCreating] = useState(false);
  useOpenRequest(() => setCreating(true));
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const guard = useVersionGuard(webhookQuery);
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
      <PageHeader
        title={webhooksText.title}
        aside={<Count of={total} />}
        action={
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
            {webhooksText.newWebhook}
          </Button>
        }
      />
      <DataTable
        label="webhooks"
        columns={columns}
        {...list}
        rowKey={({ id }) => id}
        texts={texts}
        empty={<EmptyState title={webhooksText.noneTitle}>{webhooksText.noneHint}</EmptyState>}
      />
      <CreateWebhook opened={creating} onClose={() => setCreating(false)} scope={scope} />
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
    {
      id: 'description',
      header: listText.description,
      sort: ({ description }) => description || null,
      text: ({ description }) => description,
      cell: ({ description }) => <span className="kh-cut kh-muted">{description}</span>,
    },
    {
      id: 'events',
      header: webhooksText.events,
      sort: eventsText,
      text: eventsText,
      cell: (webhook) => <span className="kh-cut kh-muted">{eventsText(webhook)}</span>,
    },
    {
      id: 'state',
      header: webhooksText.state,
      width: '110px',
      sort: stateText,
      text: stateText,
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      id: 'actions',
      header: listText.actions,
      width: '56px',
      actions: true,
      cell: (webhook) => <DeleteButton name={webhook.url} onClick={() => onDelete(webhook)} />,
    },
  ];
}
