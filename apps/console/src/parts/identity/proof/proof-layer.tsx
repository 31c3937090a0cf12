import { useEffect, useSyncExternalStore } from 'react';
import { proofQuestion } from '#server/client/fresh-proof.ts';
import { lazyPart } from '#ui/loading/lazy-part.tsx';

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'));

/** The only place that prompts for a fresh proof; its code is loaded on first use. */
export function ProofLayer() {
  const open = useSyncExternalStore(proofQuestion.subscribe, proofQuestion.isOpen);
  // A user who has signed out meanwhile has not proved anything.
  useEffect(() => () => proofQuestion.settle(false), []);
  return open && <ProofDialog onFailed={proofQuestion.fail} />;
}
