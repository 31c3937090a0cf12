import { listText } from '#i18n/text/every-page.ts';
import type { Selection } from '#lists/selection/selection.ts';
import styles from './row-checkbox.module.css';

interface RowCheckboxProps {
  chosen: boolean;
  choose: Selection['choose'];
  rowKey: string;
  /** The row's display name. */
  name: string;
}

/** Chooses a row. It is in the row's first cell, before its link; a plain element, because a list has many. */
export function RowCheckbox({ chosen, choose, rowKey, name }: RowCheckboxProps) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={listText.choose({ name })}
        checked={chosen}
        onChange={(event) => choose([rowKey], event.currentTarget.checked)}
      />
    </label>
  );
}

/** Chooses every row of the page. */
export function PageCheckbox({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const count = keys.filter(selection.isChosen).length;
  return (
    <label className={styles.box} data-label={listText.choosePage}>
      <input
        type="checkbox"
        aria-label={listText.choosePage}
        checked={keys.length > 0 && count === keys.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < keys.length;
        }}
        onChange={(event) => selection.choose(keys, event.currentTarget.checked)}
      />
    </label>
  );
}
