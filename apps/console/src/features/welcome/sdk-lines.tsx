import { type Application, type Product, resourceIdOf } from '@keyhold/contract';
import { Box, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { firstStepsText } from '#i18n/text/general.ts';
import { effectiveBackend } from '#session/backend.ts';
import { CopyButton } from '#ui/button/copy-button.tsx';
import looks from '#ui/theme/looks.module.css';
import { firstLines, type Language, languages } from './first-lines.ts';

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** The first lines of an application with the SDK, with the names of this installation filled in. */
export function SdkLines({ product, application }: { product: Product; application: Application }) {
  const [language, setLanguage] = useState<Language>('typescript');
  const names = { address: effectiveBackend(), application: application.id, product: resourceIdOf(product.rn) };
  const lines = firstLines(names)[language];
  return (
    <Box>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label={firstStepsText.language}
          data={choices}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
        />
        <CopyButton text={lines} what={firstStepsText.lines} />
      </Group>
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
