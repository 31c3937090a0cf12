import { RecoveryCodes } from '#factors/recovery-codes.tsx';
import { factorsText } from '#text/factors.ts';
import { Modal } from '#ui/dialog/modal.tsx';
import { useLast } from '#ui/dialog/use-last.ts';

/** Shows new recovery codes once. Only its button closes it, so that they are not lost by accident. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const shown = useLast(codes);
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title={factorsText.codesTitle}
      size="md"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {shown && <RecoveryCodes codes={shown} onDone={onClose} doneLabel={factorsText.codesKept} />}
    </Modal>
  );
}
