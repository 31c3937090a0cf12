import type { Factor } from '@keyhold/contract';
import { type ReactNode, useState } from 'react';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { factorName } from '#factors/factor-item.tsx';
import { removeFactor } from '#factors/factors.data.ts';
import { factorsText } from '#text/factors.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { useLast } from '#ui/dialog/use-last.ts';
import { RenameFactor } from './rename-factor.tsx';

/** Renaming and removing one of the own factors, and the dialogs for it. */
export function useFactorActions(userId: string, all: readonly Factor[]) {
  const { ask, dialog } = useConfirmation();
  const [renamed, setRenamed] = useState<Factor | null>(null);
  const shown = useLast(renamed);
  const close = (): void => setRenamed(null);
  const remove = (factor: Factor): void => {
    const isLast = all.filter(({ kind }) => kind !== 'recovery-codes').length === 1;
    ask({
      words: {
        title: factorsText.removeTitle({ kind: factor.kind }),
        body: `${factorsText.removeBody({ name: factorName(factor) })}${isLast ? ` ${factorsText.removeLast}` : ''}`,
        confirm: factorsText.remove,
      },
      danger: true,
      change: { base: { userId, factor }, etag: null, intent: 'remove' },
      send: ({ base }) => removeFactor(base),
    });
  };
  const dialogs: ReactNode = (
    <>
      {dialog}
      <FormModal opened={renamed !== null} onClose={close} title={factorsText.rename}>
        {(cancel) => shown && <RenameFactor userId={userId} factor={shown} cancel={cancel} onDone={close} />}
      </FormModal>
    </>
  );
  return { rename: setRenamed, remove, dialogs };
}
