import type { BulkReport } from '@keyhold/contract';
import { Box, Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { accountProductsQuery } from '#data/account-products.ts';
import { type PoolWithProduct, poolConsumersOf, seatsOf, usePools } from '#data/pools.ts';
import { givingText } from '#i18n/text/licensing.ts';
import { OptionPicker } from '#parts/pickers/option-picker.tsx';
import { toastWithUndo } from '#records/deletion/toast-with-undo.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Meter } from '#ui/feedback/gauge/meter.tsx';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import { Form } from '#ui/form/form.tsx';
import { Preview } from '#ui/form/preview.tsx';
import looks from '#ui/theme/looks.module.css';
import { addToPool, countOutcomes, emailsOf, giftsQuery, giveLicenses, takeBack } from './giving.data.ts';

interface GiveLicenseProps {
  scope: AccountScope;
  /** The people, by rn. */
  users: readonly string[];
  /** Called with the people who got none, and why; their names are their ids. */
  onDone: (report: BulkReport) => void;
}

/** Gives people a license each: of a product, or the right to use a pool. It says before what it will do. */
export function GiveLicense({ scope, users, onDone }: GiveLicenseProps) {
  const products = useQuery(accountProductsQuery(scope));
  const pools = usePools(scope)?.filter(namesPeople) ?? [];
  const form = useForm({
    initialValues: { what: null as string | null },
    validate: { what: (what) => (what === null ? givingText.choose : null) },
  });
  const { what } = form.values;
  const pool = pools.find(({ rn }) => rn === what);
  const gifts = useQuery({
    ...giftsQuery(scope, what ?? '', users),
    enabled: what !== null && !pool,
    // Others give licenses too.
    staleTime: 0,
  });
  const [done, setDone] = useState<number | null>(null);
  const stopping = useRef<AbortController>(null);
  const stop = (): void => stopping.current?.abort();
  const planned = what !== null && !pool && gifts.data ? countOutcomes(gifts.data.items) : null;
  const given = pool ? users.length - already(pool, users) : (planned?.('given') ?? 0);

  const give = async (): Promise<void> => {
    if (pool) {
      await addToPool(pool, users);
      toastSuccess(givingText.added({ count: given, pool: pool.name }));
      return;
    }
    const product = what ?? '';
    const stopped = new AbortController();
    stopping.current = stopped;
    setDone(0);
    const items = await giveLicenses(scope, { product, users }, stopped.signal, setDone).finally(() => setDone(null));
    const receivers = items.filter(({ outcome }) => outcome === 'given').map(({ user }) => user);
    if (receivers.length > 0) {
      toastWithUndo(givingText.given({ count: receivers.length }), () => takeBack(scope, product, receivers));
    }
    const refused = items
      .filter(({ outcome }) => outcome === 'none-left' || outcome === 'inactive')
      .map(({ user, outcome }) => ({
        user,
        why: outcome === 'inactive' ? givingText.isInactive : givingText.noneLeft,
      }));
    const notReached = users.slice(items.length).map((user) => ({ user, why: givingText.stopped }));
    const failures = [...refused, ...notReached];
    const emailOf = await emailsOf(
      scope,
      failures.map(({ user }) => user),
    );
    onDone({
      changed: receivers.length,
      unchanged: countOutcomes(items)('has'),
      failures: failures.map(({ user, why }) => ({ id: user, name: emailOf(user), code: '', message: why })),
    });
  };

  const sentence = pool
    ? givingText.poolPlan({ people: users.length, has: already(pool, users), seats: seatsOf(pool) })
    : planned &&
      givingText.plan({
        people: users.length,
        free: (gifts.data?.free ?? 0) + planned('given'),
        has: planned('has'),
        inactive: planned('inactive'),
        short: planned('none-left'),
      });
  return (
    <Form
      form={form}
      onSubmit={give}
      guarded={false}
      note={done !== null && users.length > 1 && <Progress done={done} all={users.length} onStop={stop} />}
      submitLabel={given > 0 ? givingText.give({ count: given }) : givingText.giveTitle}
      busyLabel={givingText.giving}
      {...((pool || planned) && given === 0 && { submit: <Button disabled>{givingText.nothingToGive}</Button> })}
    >
      <OptionPicker
        single
        label={givingText.what}
        options={
          products.data && [
            ...products.data.map(({ rn, name }) => ({ value: rn, label: name })),
            ...pools.map(({ rn, name, productName }) => ({
              value: rn,
              label: givingText.poolOf({ pool: name, product: productName }),
            })),
          ]
        }
        failure={products.error}
        onRetry={() => void products.refetch()}
        empty={givingText.nothingHere}
        nothingFound={givingText.noneFound}
        required
        {...form.getInputProps('what')}
        value={what}
      />
      <ErrorAlert error={what !== null && !pool ? gifts.error : null} onRetry={() => void gifts.refetch()} />
      {sentence && <Preview>{sentence}</Preview>}
    </Form>
  );
}

interface ProgressProps {
  done: number;
  all: number;
  onStop: () => void;
}

function Progress({ done, all, onStop }: ProgressProps) {
  const text = givingText.progress({ done, all });
  return (
    <Group gap="sm" wrap="nowrap">
      <Box flex={1}>
        <Meter progress label={givingText.giving} value={done} max={all} text={text} />
      </Box>
      <span className={looks.numbers}>{text}</span>
      <Button size="compact-sm" onClick={onStop}>
        {givingText.stop}
      </Button>
    </Group>
  );
}

/** Whether people can be added to a pool one by one. */
function namesPeople({ policies }: PoolWithProduct): boolean {
  const { kind } = poolConsumersOf(policies);
  return kind === 'No one' || kind === 'Users';
}

/** How many of these users may use a pool by their name already. */
function already({ policies }: PoolWithProduct, users: readonly string[]): number {
  const consumers = poolConsumersOf(policies);
  return consumers.kind === 'Users' ? users.filter((rn) => consumers.users.includes(rn)).length : 0;
}
