import { expect, test } from 'vitest';
import { firstLines, type Language, languages } from './first-lines.ts';

const readmes: Record<string, string> = import.meta.glob(
  ['../../../../../packages/sdk/README.md', '../../../../../sdks/*/README.md'],
  { query: '?raw', import: 'default', eager: true },
);
/** Where a language has its README, and how its programs are marked there. The tests beside the READMEs run these programs. */
const programs: Record<Language, readonly [folder: string, mark: string]> = {
  typescript: ['packages/sdk', 'js'],
  python: ['sdks/python', 'python'],
  java: ['sdks/java', 'java'],
  go: ['sdks/go', 'go'],
  cpp: ['sdks/c', 'cpp'],
  c: ['sdks/c', 'c'],
};

test.each(Object.keys(languages) as Language[])('the lines in %s are the first program of its README', (language) => {
  const [folder, mark] = programs[language];
  const readme = readmes[`../../../../../${folder}/README.md`] ?? '';
  const program = new RegExp(`\`\`\`${mark}\\n([^]*?)\\n\`\`\``).exec(readme)?.[1];
  const names = { address: 'https://licenses.example.com', application: 'Studio', product: 'keyhold-studio' };
  expect(firstLines(names)[language]).toBe(program);
});

test('the lines name this installation', () => {
  const names = { address: 'https://licenses.acme.example', application: 'acme-desktop', product: 'acme-studio' };
  for (const text of Object.values(firstLines(names))) {
    for (const name of Object.values(names)) expect(text).toContain(name);
  }
});
