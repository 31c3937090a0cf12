import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { shellText } from '#text/shell.ts';

export function ColorSchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = colorScheme === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  return (
    <ActionIcon
      size="lg"
      aria-label={dark ? shellText.lightScheme : shellText.darkScheme}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon size={19} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
