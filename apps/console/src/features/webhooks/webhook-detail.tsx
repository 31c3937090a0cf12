import { calls, type Webhook } from '@keyhold/contract';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { fetchFresh, refresh } from '#api/query-client.ts';
import { ifMatch } from '#api/version-guard.ts';
import { webhookQuery } from '#api/webhooks.ts';
import { paths } from '#paths';
import { webhooksText } from '#text/webhooks.ts';
import { DetailPending } from '#ui/detail-page.tsx';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { PageHeader } from '#ui/page.tsx';
import { Badge } from '#ui/status-badge.tsx';
import { ScreenTabs } from '#ui/tabs.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { useRequiredParam } from '#ui/use-required-param.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookDetails } from './webhook-details.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';

const back = { to: paths.webhooks, label: webhooksText.back };

/** One address that is told of events. */
export default function WebhookDetail() {
  const id = useRequiredParam('id');
  // Whether deliveries arrive is no change that is announced.
  const { data, error, refetch } = useQuery({ ...webhookQuery(id), refetchInterval: 5_000 });
  if (!data) {
    return <DetailPending title={webhooksText.title} back={back} error={error} onRetry={() => void refetch()} />;
  }
  return <LoadedWebhook webhook={data.item} etag={data.etag} />;
}

interface LoadedWebhookProps {
  webhook: Webhook;
  etag: string | null;
}

function LoadedWebhook({ webhook, etag }: LoadedWebhookProps) {
  const { id, url, enabled, failures } = webhook;
  const params = { id };
  const turn = useMutation({
    mutationFn: async () => {
      // Each delivery that fails makes another version of it, which is no reason to refuse this.
      const now = await fetchFresh(webhookQuery(id));
      const { description, events } = now.item;
      const body = { url: now.item.url, description, events, enabled: !enabled };
      return client.send(calls.updateWebhook, { params, body, headers: ifMatch(now.etag) });
    },
    onSuccess: () => toastSuccess(enabled ? webhooksText.paused : webhooksText.resumed),
    onSettled: () => refresh('webhook', 'webhook-delivery'),
  });
  const test = useMutation({
    mutationFn: () => client.send(calls.testWebhook, { params }),
    onSuccess: () => toastSuccess(webhooksText.testSent),
    onSettled: () => refresh('webhook', 'webhook-delivery'),
  });
  const busy = turn.isPending || test.isPending;
  return (
    <>
      <PageHeader
        title={url}
        aside={
          <>
            <WebhookState webhook={webhook} />
            {webhook['every-account'] && <Badge tone="blue">{webhooksText.everyAccountBadge}</Badge>}
          </>
        }
        under={enabled && failures > 0 ? webhooksText.failures(failures) : undefined}
        action={
          <Group gap="sm">
            {enabled && (
              <Button variant="default" aria-busy={test.isPending} onClick={() => !busy && test.mutate()}>
                {webhooksText.test}
              </Button>
            )}
            <Button variant="default" aria-busy={turn.isPending} onClick={() => !busy && turn.mutate()}>
              {enabled ? webhooksText.pause : webhooksText.resume}
            </Button>
          </Group>
        }
        back={back}
      />
      <ErrorAlert error={turn.error ?? test.error} />
      <ScreenTabs
        label={webhooksText.title}
        tabs={[
          {
            id: 'details',
            label: webhooksText.details,
            content: <WebhookDetails webhook={webhook} etag={etag} />,
          },
          { id: 'deliveries', label: webhooksText.deliveries, content: <WebhookDeliveries webhook={webhook} /> },
          { id: 'secret', label: webhooksText.secret, content: <WebhookSecret id={id} /> },
        ]}
      />
    </>
  );
}
