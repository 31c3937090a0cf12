import { expect, test } from 'vitest';
import { firstLines, type Language } from './first-lines.ts';

const readmes: Record<string, string> = import.meta.glob(
  ['../../../../../packages/sdk/README.md', '../../../../../sdks/*/README.md'],
  { query: '?raw', import: 'default', eager: true },
);
/** Where a language has its README, and how its programs are marked there. The tests beside the READMEs run these programs. */
const programs: Record<Exclude<Language, 'typescript'>, readonly [folder: string, mark: string]> = {
  python: ['sdks/python', 'python'],
  java: ['sdks/java', 'java'],
  go: ['sdks/go', 'go'],
  cpp: ['sdks/c', 'cpp'],
  c: ['sdks/c', 'c'],
};

const readmeOf = (folder: string) => readmes[`../../../../../${folder}/README.md`] ?? '';

test('the lines in TypeScript use what its README shows of the sign-in', () => {
  const { typescript } = firstLines({ address: 'a', application: 'b', product: 'c' });
  for (const used of [
    'createKeyhold',
    'keyhold.restore()',
    'keyhold.signIn({ open:',
    'keyhold.consume({',
    "on('released'",
  ]) {
    expect([readmeOf('packages/sdk').includes(used), typescript.includes(used)]).toEqual([true, true]);
  }
});

test.each(Object.keys(programs) as (keyof typeof programs)[])(
  'the lines in %s are the first program of its README',
  (language) => {
    const [folder, mark] = programs[language];
    const program = new RegExp(`\`\`\`${mark}\\n([^]*?)\\n\`\`\``).exec(readmeOf(folder))?.[1];
    const names = { address: 'https://licenses.example.com', application: 'Studio', product: 'keyhold-studio' };
    expect(firstLines(names)[language]).toBe(program);
  },
);

test('the lines name this installation', () => {
  const names = { address: 'https://licenses.acme.example', application: 'acme-desktop', product: 'acme-studio' };
  for (const text of Object.values(firstLines(names))) {
    for (const name of Object.values(names)) expect(text).toContain(name);
  }
});
