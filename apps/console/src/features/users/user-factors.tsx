import { resourceIdOf } from '@keyhold/contract';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { factorsQuery } from '#api/factors.ts';
import { useMay } from '#api/use-may.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, type UserWithNames } from '#api/users.ts';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { FactorItem } from '#factors/factor-item.tsx';
import { resetFactors } from '#factors/factors.data.ts';
import { factorsText } from '#text/factors.ts';
import { NotLoaded } from '#ui/feedback/not-loaded.tsx';
import { Entries } from '#ui/layout/entries.tsx';

/** What a user signs in with beside the password. All of it can be removed for a user who has lost it. */
export function UserFactors({ user }: { user: UserWithNames }) {
  const userId = resourceIdOf(user.rn);
  const { data, error, refetch } = useQuery(factorsQuery(userId));
  const own = useAuthInfo().user.rn === user.rn;
  const may = useMay('iam:ResetFactors') && !own;
  const { ask, dialog } = useConfirmation();
  const reset = (): void =>
    ask({
      words: {
        title: factorsText.reset,
        body: factorsText.resetBody({ name: fullName(user) || user.email }),
        confirm: factorsText.reset,
      },
      danger: true,
      change: { base: { userId }, etag: null, intent: 'reset' },
      send: ({ base }) => resetFactors(base),
    });
  if (!data) return <NotLoaded error={error} refetch={refetch} height={56} />;
  if (data.length === 0) return <Text>{factorsText.othersNone}</Text>;
  return (
    <>
      <Text c="dimmed" fz="xs" mb={4}>
        {factorsText.othersAbout}
      </Text>
      <Entries>
        {data.map((factor) => (
          <FactorItem key={factor.id} factor={factor} />
        ))}
      </Entries>
      {may && (
        <Button mt="md" onClick={reset}>
          {factorsText.reset}
        </Button>
      )}
      {dialog}
    </>
  );
}
