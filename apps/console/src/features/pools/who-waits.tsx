import { type calls, type OutputOf, type Pool, resourceIdOf } from '@keyhold/contract';
import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { poolsText } from '#i18n/text/licensing.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { usePermission } from '#session/use-permission.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import { moveUp, sendAway, waitingQuery } from './pools.data.ts';

type Line = OutputOf<typeof calls.listPoolWaiting>;
type Waiter = Line['items'][number];

const classWords: Readonly<Record<number, string>> = {
  1: poolsText.classes.first,
  2: poolsText.classes.normal,
  3: poolsText.classes.last,
};

/** Who waits for a seat of a pool and since when; they can be moved up, or sent away. Nothing while nobody waits. */
export function WhoWaits({ pool }: { pool: Pool }) {
  const { data, error, refetch } = useQuery(waitingQuery(pool.rn));
  const may = usePermission('license:UnassignLicense');
  const { ask, dialog } = useConfirmation();
  const { error: moveError, run } = useRun();
  const name = ({ user }: Waiter): string => {
    const found = data?.resources[user];
    if (!found) return resourceIdOf(user);
    return 'email' in found ? found.email : found.name;
  };
  const away = (waiter: Waiter): void =>
    ask({
      words: {
        title: poolsText.sendAwayNamed({ name: name(waiter) }),
        body: poolsText.sendAwayBody,
        confirm: poolsText.sendAway,
      },
      danger: true,
      send: () => sendAway({ id: waiter.id }),
    });
  const columns: readonly SmallColumn<Waiter>[] = [
    { header: poolsText.place, cell: ({ place }) => formatNumber(place) },
    { header: poolsText.holder, cell: name },
    { header: poolsText.device, cell: (waiter) => waiter['device-name'] },
    { header: poolsText.since, cell: ({ since }) => <RelativeDate value={since} /> },
    { header: poolsText.rank, cell: (waiter) => classWords[waiter.class] },
    ...(may
      ? [
          {
            header: listText.actions,
            cell: (waiter: Waiter) => (
              <Group gap="xs" wrap="nowrap">
                {waiter.class > 1 && (
                  <Button
                    size="compact-sm"
                    fw={500}
                    aria-label={poolsText.moveUpNamed({ name: name(waiter) })}
                    onClick={() => void run(() => moveUp(waiter))}
                  >
                    {poolsText.moveUp}
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  fw={500}
                  aria-label={poolsText.sendAwayNamed({ name: name(waiter) })}
                  onClick={() => away(waiter)}
                >
                  {poolsText.sendAway}
                </Button>
              </Group>
            ),
          },
        ]
      : []),
  ];
  if (!error && (data?.items.length ?? 0) === 0) return dialog;
  return (
    <>
      <Box component="h2" mt={28} mb="sm">
        {poolsText.whoWaits({ count: data?.total ?? 0 })}
      </Box>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      <ErrorAlert error={moveError} />
      {data && <SmallTable label={poolsText.waiting} columns={columns} rows={data.items} rowKey={({ id }) => id} />}
      {dialog}
    </>
  );
}
