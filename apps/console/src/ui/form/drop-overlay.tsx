import styles from './drop-overlay.module.css';

/** Covers the page while a file is dragged over it, and says what a drop does. */
export function DropOverlay({ shown, children }: { shown: boolean; children: string }) {
  return shown && <div className={styles.overlay}>{children}</div>;
}
