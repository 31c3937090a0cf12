import type { Consumers } from '@keyhold/contract';
import { Box } from '@mantine/core';
import { consumersText } from '#text/licenses.ts';
import { wireWord } from '#text/wire.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import looks from '#ui/theme/looks.module.css';

/** Consumers that cannot be chosen here: shown as they are, until a choice replaces them. */
export function CustomPolicy({ consumers }: { consumers: Consumers }) {
  return (
    <Notice tone="gray" title={wireWord(consumers.kind)} role="status">
      <p>{consumersText.notOffered}</p>
      {consumers.kind === 'Custom policy' && (
        <Box component="pre" className={looks.mono} mt="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {JSON.stringify(consumers.statements, null, 2)}
        </Box>
      )}
    </Notice>
  );
}
