import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { accountQuery } from '#api/accounts.ts';
import { queryClient } from '#api/query-client.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { shellText } from '#text/shell.ts';
import { errorStatus } from '#ui/feedback/error-status.ts';
import { toastNotice } from '#ui/feedback/toast.tsx';
import { useSwitchAccount } from './use-switch-account.ts';

/**
 * Goes back to the own account, and says so, when the account that is viewed has been deleted.
 *
 * @returns how often: what was begun in an account that is gone must not be completed in the own one.
 */
export function useAccountGone(): number {
  const [times, setTimes] = useState(0);
  const { accountId, isAuthUserAccount } = useSelectedAccount();
  const switchTo = useSwitchAccount();
  // It is fetched again whenever an account changes, as everything on the screen.
  const { error } = useQuery({ ...accountQuery(accountId), enabled: !isAuthUserAccount }, queryClient);
  const gone = !isAuthUserAccount && errorStatus(error) === 404;
  const goBack = useEffectEvent(() => {
    switchTo(null);
    setTimes(times + 1);
    toastNotice(shellText.accountGone);
  });
  useEffect(() => {
    if (gone) goBack();
  }, [gone]);
  return times;
}
