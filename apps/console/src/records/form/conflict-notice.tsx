import { Box, Button, Flex, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import { RecentChanges } from '#records/activity/recent-changes.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

/** A field that two users changed. */
export interface Conflict {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  keep: () => void;
  take: () => void;
}

interface ConflictNoticeProps {
  rn: string | undefined;
  /** Changes after this time are shown. */
  since: string | undefined;
  conflicts: readonly Conflict[];
  /** Whether saving again keeps the typed values. */
  again: boolean;
  /** Takes the values of the other user; null if they changed no field of the form. */
  onShow: (() => void) | null;
}

/** Shows who changed a record during an edit, and offers a choice for each field that both changed. */
export function ConflictNotice({ rn, since, conflicts, again, onShow }: ConflictNoticeProps) {
  const id = useId();
  return (
    <Notice tone="yellow" title={formText.changedElsewhere}>
      {rn && since && <RecentChanges rn={rn} since={since} />}
      {again && <p>{formText.saveAgain}</p>}
      {conflicts.map(({ label, mine, theirs, keep, take }) => (
        <Box key={label} mt={12}>
          <strong id={`${id}-${label}`}>{label}</strong>
          <Flex component="dl" gap={12} mt={4} mb={8}>
            <Side label={formText.mine} value={mine} />
            <Side label={formText.theirs} value={theirs} />
          </Flex>
          <Group gap="xs">
            <Button size="xs" aria-describedby={`${id}-${label}`} onClick={keep}>
              {formText.keep}
            </Button>
            <Button size="xs" aria-describedby={`${id}-${label}`} onClick={take}>
              {formText.take}
            </Button>
          </Group>
        </Box>
      ))}
      {onShow && (
        <Button size="xs" mt="sm" onClick={onShow}>
          {formText.loadCurrent}
        </Button>
      )}
    </Notice>
  );
}

/** One of the two values of a field. */
function Side({ label, value }: { label: string; value: ReactNode }) {
  return (
    <Box flex={1}>
      <Box component="dt" c="dimmed" fz="xs">
        {label}
      </Box>
      <dd style={{ whiteSpace: 'pre-wrap' }}>{value}</dd>
    </Box>
  );
}
