import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listText } from '#i18n/text/every-page.ts';
import { proofText } from '#i18n/text/factors.ts';
import { type FactorAnswer, FactorAnswerForm, type ProofMethod } from '#parts/identity/factors/factor-answer.tsx';
import { factorsQuery } from '#parts/identity/factors/factors.data.ts';
import { proofQuestion } from '#server/client/fresh-proof.ts';
import { useOwnIds } from '#session/selected-account.ts';
import { DialogContext } from '#ui/dialog/form-context.ts';
import { Modal } from '#ui/dialog/modal.tsx';
import { passkeyOptions, prove } from './proof.data.ts';

/** Prompts the user to prove their identity again: by passkey if they have one, else by password or code. */
export default function ProofDialog() {
  const { userId } = useOwnIds();
  const { data: factors, isPending } = useQuery(factorsQuery(userId));
  const kinds = new Set(factors?.filter(({ left }) => left !== 0).map(({ kind }) => kind));
  const order: readonly ProofMethod[] = ['passkey', 'password', 'authenticator', 'recovery-codes'];
  const methods = order.filter((method) => method === 'password' || kinds.has(method));
  const close = (): void => proofQuestion.settle(false);
  const proveBy = async (answer: FactorAnswer): Promise<void> => {
    await prove(answer);
    proofQuestion.settle(true);
  };
  return (
    <Modal opened onClose={close} title={proofText.title} withCloseButton={false} size="md" closeOnClickOutside={false}>
      <Text c="dimmed" mb="md">
        {proofText.about}
      </Text>
      {isPending ? (
        <Skeleton height={110} role="status" aria-label={listText.loading} />
      ) : (
        <DialogContext value={{ cancel: close }}>
          <FactorAnswerForm
            methods={methods}
            passkeyOptions={passkeyOptions}
            onAnswer={proveBy}
            submitLabel={proofText.confirm}
            busyLabel={proofText.confirming}
          />
        </DialogContext>
      )}
    </Modal>
  );
}
