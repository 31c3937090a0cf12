import { Box } from '@mantine/core';
import encodeQR from 'qr';
import { factorsText } from '#i18n/text/factors.ts';

/** The quiet zone around a QR code, in modules. */
const border = 4;

/** A text as a QR code: dark on light in both colour schemes, as cameras require. */
export default function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { border, ecc: 'medium' });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Box
      component="svg"
      display="block"
      w="100%"
      maw={200}
      mx="auto"
      bdrs="md"
      bg="#fff"
      c="#000"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={factorsText.qrCode}
    >
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </Box>
  );
}
