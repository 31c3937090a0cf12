import { Button } from '@mantine/core';
import { paletteText } from '#text/palette.ts';
import { requestPalette } from '#ui/dialog/palette-request.ts';
import styles from './welcome.module.css';

/** Tells of the palette, and opens it for who has no keyboard at hand. */
export function JumpHint() {
  const mac = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <Button
      variant="default"
      size="xs"
      fw={500}
      mt="sm"
      rightSection={<kbd className={styles.keys}>{mac ? paletteText.keys.mac : paletteText.keys.other}</kbd>}
      onClick={requestPalette}
    >
      {paletteText.hint}
    </Button>
  );
}
