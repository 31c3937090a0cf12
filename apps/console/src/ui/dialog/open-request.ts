import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** State of a link that also opens a dialog of the screen it leads to. */
export interface OpenRequest {
  open?: string;
}

/** Opens a dialog of a screen when the link that led here requests it by its name; once, so that a reload does not ask again. */
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
