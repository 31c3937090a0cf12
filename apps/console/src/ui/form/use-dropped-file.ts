import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';

/**
 * Takes a file that is dropped anywhere on the page.
 *
 * @returns whether a file is being dragged over the page
 */
export function useDroppedFile(onFile: (file: File) => void, enabled = true): boolean {
  const [over, setOver] = useState(false);
  const brings = (event: DragEvent): boolean => enabled && (event.dataTransfer?.types.includes('Files') ?? false);
  useWindowEvent('dragover', (event) => {
    if (!brings(event)) return;
    // Without this, the browser opens the file in place of the page.
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', (event) => {
    // Into another window, or out of the browser.
    if (event.relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  });
  return over && enabled;
}
