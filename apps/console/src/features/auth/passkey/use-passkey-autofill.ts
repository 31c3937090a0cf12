import { useEffect, useEffectEvent } from 'react';
import type { PickedPasskey } from './passkey-autofill.ts';

/** In ms: shorter than the five minutes for which the server accepts an answer. */
const renewal = 240_000;

const load = () => import('./passkey-autofill.ts');

/**
 * Offers passkeys in the autofill of the sign-in form while it is mounted. The code for it is loaded shortly after the
 * page.
 */
export function usePasskeyAutofill(offered: boolean, onPick: (picked: PickedPasskey) => Promise<void>): void {
  const pick = useEffectEvent(onPick);
  useEffect(() => {
    if (!offered || !('PublicKeyCredential' in window)) return;
    let mounted = true;
    const offer = async (): Promise<void> => {
      const { pickPasskey } = await load();
      const picked = mounted ? await pickPasskey() : null;
      if (picked && mounted) await pick(picked);
    };
    const begin = (): void => void offer().catch(() => undefined);
    const first = setTimeout(begin, 200);
    const again = setInterval(begin, renewal);
    return () => {
      mounted = false;
      clearTimeout(first);
      clearInterval(again);
      void load().then(
        ({ endPicking }) => endPicking(),
        () => undefined,
      );
    };
  }, [offered]);
}
