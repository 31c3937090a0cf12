import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** State of a link that also opens a dialog of the target screen. */
export interface OpenRequest {
  open?: string;
}

/** Opens a dialog if the link to its screen requests it by name; once, so that a reload does not repeat it. */
export function useOpenRequest(name: string | undefined, onOpen: () => void): void {
  const { state, search }: { state: OpenRequest | null; search: string } = useLocation();
  const navigate = useNavigate();
  const requested = name !== undefined && state?.open === name;
  const open = useEffectEvent(() => {
    onOpen();
    void navigate({ search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (requested) open();
  }, [requested]);
}
