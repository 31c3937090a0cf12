import { readFileSync } from 'node:fs';

/** A screen behind the sign-in: its address, and the section of the menu that decides who has access. */
interface Screen {
  /** With `:id` where it shows one record. */
  readonly path: string;
  readonly section: 'admin' | 'iam' | 'licensing' | null;
}

const source = (path: string): string =>
  readFileSync(new URL(`../../apps/console/src/${path}`, import.meta.url), 'utf8');

/** The screens in the routes of a feature. */
function screensOf(feature: string): Screen[] {
  const routes = source(`features/${feature}.routes.tsx`);
  const paths = routes.includes('.paths.ts') ? source(`features/${feature}.paths.ts`) : '';
  return [...routes.matchAll(/(withRecords\(\{\s*)?path: (?:'([^']+)'|(\w+)),(?:\s*section: '(\w+)')?/g)].flatMap(
    ([, hasRecords, written, name, section = null]) => {
      const path = written ?? new RegExp(`export const ${name} = '([^']+)'`).exec(paths)?.[1];
      if (path === undefined) throw new Error(`${name} of ${feature} has no address.`);
      const list = { path, section: section as Screen['section'] };
      return hasRecords ? [list, { ...list, path: `${path}/:id` }] : [list];
    },
  );
}

/**
 * Every screen behind the sign-in, from the console's own list, so that journeys through all of them include a new one.
 * Read as text, since the list brings the code of all of its screens.
 */
export const screens: readonly Screen[] = [
  ...source('app/screens.ts').matchAll(/from '#features\/([\w/-]+)\.routes\.tsx'/g),
].flatMap(([, feature = '']) => screensOf(feature));

/**
 * The addresses of the screens of some sections; null has those of every user.
 *
 * @param idOf returns the id of the record that a screen such as `/iam/tags/:id` shows
 */
export function pathsOf(sections: readonly Screen['section'][], idOf: (path: string) => string): string[] {
  return screens
    .filter(({ section }) => sections.includes(section))
    .map(({ path }) => (path.includes(':id') ? path.replace(':id', idOf(path)) : path));
}
