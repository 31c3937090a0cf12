import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** State of a link that also opens a dialog of the screen it leads to. */
export interface OpenRequest {
  open?: string;
}

/** Returns which of a screen's dialogs the link that led here requests; once, so that a reload does not ask again. */
export function useOpenRequest(onOpen: (name: string) => void): void {
  const { state, search }: { state: OpenRequest | null; search: string } = useLocation();
  const navigate = useNavigate();
  const name = state?.open;
  const open = useEffectEvent((wanted: string) => {
    onOpen(wanted);
    void navigate({ search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (name !== undefined) open(name);
  }, [name]);
}
