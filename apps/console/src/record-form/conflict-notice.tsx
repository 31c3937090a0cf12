import { Button, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { RecentChanges } from '#activity/recent-changes.tsx';
import { formText } from '#text/forms.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './conflict-notice.module.css';

/** A field that two people changed. */
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
  /** Whether saving again keeps what was typed. */
  again: boolean;
  /** Takes the others' values; null where they touch no field of the form. */
  onShow: (() => void) | null;
}

/** Shows who changed a record during an edit, and asks for a choice where both changed a field. */
export function ConflictNotice({ rn, since, conflicts, again, onShow }: ConflictNoticeProps) {
  const id = useId();
  return (
    <Notice tone="yellow" title={formText.changedElsewhere}>
      {rn && since && <RecentChanges rn={rn} since={since} />}
      {again && <p>{formText.saveAgain}</p>}
      {conflicts.map(({ label, mine, theirs, keep, take }) => (
        <div key={label} className={styles.conflict}>
          <strong id={`${id}-${label}`}>{label}</strong>
          <dl>
            <div>
              <dt>{formText.mine}</dt>
              <dd>{mine}</dd>
            </div>
            <div>
              <dt>{formText.theirs}</dt>
              <dd>{theirs}</dd>
            </div>
          </dl>
          <Group gap="xs">
            <Button variant="default" size="xs" aria-describedby={`${id}-${label}`} onClick={keep}>
              {formText.keep}
            </Button>
            <Button variant="default" size="xs" aria-describedby={`${id}-${label}`} onClick={take}>
              {formText.take}
            </Button>
          </Group>
        </div>
      ))}
      {onShow && (
        <Button variant="default" size="xs" mt="sm" onClick={onShow}>
          {formText.loadCurrent}
        </Button>
      )}
    </Notice>
  );
}
