import { useEffect, useSyncExternalStore } from 'react';
import { proofQuestion } from '#api/fresh-proof.ts';
import { lazyPart } from '#ui/layout/lazy-part.tsx';

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'));

/** The one place where a fresh proof is asked for; its code comes when it is first needed. */
export function ProofLayer() {
  const open = useSyncExternalStore(proofQuestion.subscribe, proofQuestion.isOpen);
  // Who has signed out meanwhile has not proved anything.
  useEffect(() => () => proofQuestion.settle(false), []);
  return open && <ProofDialog onFailed={proofQuestion.fail} />;
}
