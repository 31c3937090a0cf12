import { type ReactNode, Suspense, useState } from 'react';

/** Renders what it holds from the first time on that it is wanted: only then is lazy code of it fetched. */
export function OnceWanted({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [everWanted, setEverWanted] = useState(wanted);
  if (wanted && !everWanted) setEverWanted(true);
  return everWanted && <Suspense>{children}</Suspense>;
}
