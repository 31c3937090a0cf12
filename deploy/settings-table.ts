import { environmentSchema, settings } from '../apps/server/src/start/environment.ts';

/** The table of docs/operations.md: every variable with its option, its default and its meaning. */
export function settingsTable(): string {
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const setting = settings.get(schema);
    if (!setting) throw new Error(`${name} does not say what it means: register it in environment.ts.`);
    const names = [setting.option, name].filter(Boolean).map((word) => `\`${word}\``);
    return `| ${names.join(', ')} | ${setting.unset ?? shown(schema.safeParse(undefined).data)} | ${setting.meaning} |`;
  });
  return ['| Option, variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n').replaceAll('|  |', '| |');
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return Array.isArray(value) && value.length === 0 ? 'none' : `\`${value}\``;
}
