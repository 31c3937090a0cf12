import { Button, Group } from '@mantine/core';
import type { LicenseWithProduct } from '#data/licenses.ts';
import { offlineText } from '#i18n/text/licensing.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import type { Version } from '#server/client/version.ts';
import { exactTime } from '#ui/date/dates.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { currentLicense, freeNow } from './licenses.data.ts';

/** The end of a license's offline use, and its release without the device. */
export function OfflineUse({ of, until }: { of: Version<LicenseWithProduct>; until: string }) {
  const confirmation = useConfirmation();
  const date = exactTime(until);
  const ask = (): void =>
    confirmation.ask({
      words: {
        title: offlineText.freeTitle,
        body: offlineText.freeBody({ date }),
        confirm: offlineText.freeConfirm,
      },
      danger: true,
      change: { ...of, intent: 'free now' },
      send: freeNow,
      current: () => currentLicense(of.item),
    });
  return (
    <Notice tone="gray" title={offlineText.offlineUntil({ date })} mb="md">
      <p>{offlineText.offlineHint}</p>
      <Group mt="sm">
        <Button onClick={ask}>{offlineText.freeNow}</Button>
      </Group>
      {confirmation.dialog}
    </Notice>
  );
}
