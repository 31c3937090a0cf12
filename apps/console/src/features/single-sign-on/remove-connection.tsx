import type { SingleSignOn } from '@keyhold/contract';
import { Button } from '@mantine/core';
import type { Version } from '#api/change.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { singleSignOnText } from '#text/single-sign-on.ts';
import { currentConnection, removeConnection } from './single-sign-on.data.ts';

/** Ends single sign-on of an account. */
export function RemoveConnection({ scope, of }: { scope: AccountScope; of: Version<SingleSignOn> }) {
  const { ask, dialog } = useConfirmation();
  const remove = (): void =>
    ask({
      words: {
        title: singleSignOnText.removeTitle,
        body: singleSignOnText.removeBody,
        confirm: singleSignOnText.remove,
      },
      danger: true,
      change: { base: of.item, etag: of.etag, intent: 'remove' as const },
      send: (change) => removeConnection({ ...change, scope }),
      current: () => currentConnection(scope),
    });
  return (
    <>
      <Button mt="md" onClick={remove}>
        {singleSignOnText.remove}
      </Button>
      {dialog}
    </>
  );
}
