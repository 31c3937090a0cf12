import { expect, test } from 'vitest';

const sources: Record<string, string> = import.meta.glob(['../**/*.{ts,tsx}', '!../**/*.{test,d}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const files = Object.values(sources);
const styles = Object.keys(import.meta.glob('../../../../node_modules/@mantine/core/styles/*.layer.css'));

test('the styles of every used Mantine component are imported', () => {
  const used = files
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0]));
  const styled = [...new Set(used)].filter((name) => styles.some((file) => file.endsWith(`/${name}.layer.css`)));
  expect(styled).toContain('Button');
  expect(styled.filter((name) => !files.some((text) => text.includes(`styles/${name}.layer.css`)))).toEqual([]);
});
