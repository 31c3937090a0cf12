import { Button, Group } from '@mantine/core';
import type { Version } from '#api/change.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { offlineText } from '#text/licenses.ts';
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
