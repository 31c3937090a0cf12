import { type Application, type Product, resourceIdOf } from '@keyhold/contract';
import { Box, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { firstStepsText } from '#i18n/text/general.ts';
import { effectiveBackend } from '#session/backend.ts';
import { CopyButton } from '#ui/button/copy-button.tsx';
import looks from '#ui/theme/looks.module.css';
import { type FirstLines, firstLines } from './first-lines.ts';

const languages = [
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const satisfies readonly { value: keyof FirstLines; label: string }[];

/** The first lines of an application with the SDK, with the names of this installation filled in. */
export function SdkLines({ product, application }: { product: Product; application: Application }) {
  const [language, setLanguage] = useState<keyof FirstLines>('typescript');
  const names = { address: effectiveBackend(), application: application.id, product: resourceIdOf(product.rn) };
  const lines = firstLines(names)[language];
  return (
    <Box pos="relative">
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={firstStepsText.language}
        data={[...languages]}
        value={language}
        onChange={setLanguage}
        transitionDuration={0}
      />
      <Box pos="absolute" top={0} right={0}>
        <CopyButton text={lines} what={firstStepsText.lines} />
      </Box>
      {/* A region that scrolls is reached by keyboard. */}
      <Box
        component="pre"
        tabIndex={0}
        aria-label={firstStepsText.lines}
        role="region"
        className={looks.mono}
        p="md"
        bg="var(--kh-page)"
        bdrs="md"
        style={{ overflowX: 'auto', whiteSpace: 'pre' }}
      >
        {lines}
      </Box>
    </Box>
  );
}
