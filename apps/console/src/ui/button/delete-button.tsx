import { confirmText } from '#i18n/text/general.ts';
import styles from './delete-button.module.css';

/** The delete button of a row; its label names the row. A plain element with a CSS icon, because a list has many. */
export function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={confirmText.deleteNamed({ name })} onClick={onClick} />
  );
}
