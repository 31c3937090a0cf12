import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { accountQuery } from '#data/accounts.ts';
import { shellText } from '#i18n/text/every-page.ts';
import { queryClient } from '#server/cache/query-client.ts';
import { selectAccount, useOwnIds, useSelectedAccount } from '#session/selected-account.ts';
import { errorStatus } from '#ui/feedback/error-status.ts';
import { toastNotice } from '#ui/feedback/toast.tsx';
import { useSwitchAccount } from './use-switch-account.ts';

/**
 * Returns to the user's own account, with a notice, when the selected account has been deleted.
 *
 * @returns how often this happened: edits begun in a deleted account must not be completed in the own one.
 */
export function useAccountGone(): number {
  const [times, setTimes] = useState(0);
  const { accountId, isAuthUserAccount } = useSelectedAccount();
  const own = useOwnIds().accountId;
  const switchTo = useSwitchAccount();
  // Refetched whenever an account changes, like everything on the screen.
  const { error } = useQuery({ ...accountQuery(accountId), enabled: !isAuthUserAccount }, queryClient);
  const gone = !isAuthUserAccount && errorStatus(error) === 404;
  const goBack = useEffectEvent(() => {
    selectAccount(null);
    setTimes(times + 1);
    toastNotice(shellText.accountGone);
  });
  useEffect(() => {
    if (gone) goBack();
  }, [gone]);
  // Once the forms of the deleted account are unmounted, so that nothing is asked about their changes.
  const cleanAddress = useEffectEvent(() => switchTo(own, { replace: true }));
  useEffect(() => {
    if (times > 0) cleanAddress();
  }, [times]);
  return times;
}
