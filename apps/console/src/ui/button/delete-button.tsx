import { confirmText } from '#text/dialogs.ts';
import styles from './delete-button.module.css';

/** The delete action of a row; its name says what it deletes. Plain and with its bin by CSS, because a list has many. */
export function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={confirmText.deleteNamed({ name })} onClick={onClick} />
  );
}
