import type { JsonSchema } from '@keyhold/contract/openapi';
import { escapeHtml } from '../escape-html.ts';

/** A sentence in which `code` is marked as such, as HTML. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The fields of an object, those of objects within it by their paths, as a table. */
export function fieldsTable(schema: JsonSchema, caption: string): string {
  const fields = fieldsOf(schema, '');
  const envelope = referencesOf(schema)
    .map((name) => `<p>All fields of ${link(name)}${fields.length > 0 ? ', and:' : '.'}</p>`)
    .join('');
  if (fields.length === 0) return envelope || '<p class="muted">An empty object.</p>';
  const rows = fields.map(
    ({ name, schema: field, required }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required ? ' <span class="required">required</span>' : ''}</th><td>${typeOf(field)}${field.description ? `<br>${prose(field.description)}` : ''}</td></tr>`,
  );
  return `${envelope}<table><caption class="hidden">${escapeHtml(caption)}</caption><thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function referencesOf(schema: JsonSchema): string[] {
  return [schema, ...((schema.allOf ?? []) as JsonSchema[])].flatMap((one) => (one.$ref ? [nameOf(one.$ref)] : []));
}

function fieldsOf(schema: JsonSchema, before: string): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = property as JsonSchema;
    const path = `${before}${name}`;
    const required = schema.required?.includes(name) ?? false;
    const inner = field.type === 'array' ? (field.items as JsonSchema) : field;
    const mark = field.type === 'array' ? `${path}[].` : `${path}.`;
    return [{ name: path, schema: field, required }, ...(inner.properties ? fieldsOf(inner, mark) : [])];
  });
  return [...((schema.allOf ?? []) as JsonSchema[]).flatMap((part) => fieldsOf(part, before)), ...own];
}

/** What a schema accepts, in words and links. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return link(nameOf(schema.$ref));
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' or ');
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.map(typeOf).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items as JsonSchema)}${limits(schema)}`;
  if (schema.type === 'object') return objectType(schema);
  return `${formats[schema.format ?? ''] ?? schema.type ?? 'anything'}${limits(schema)}`;
}

function objectType(schema: JsonSchema): string {
  const values = schema.additionalProperties;
  if (schema.properties || typeof values !== 'object') return 'object';
  return Object.keys(values).length === 0
    ? 'object with any fields'
    : `object of ${typeOf(values as JsonSchema)} by rn`;
}

const formats: Readonly<Record<string, string>> = {
  rn: 'rn',
  email: 'e-mail address',
  password: 'password',
  'date-time': 'time',
  date: 'date',
};

function limits({ minLength, maxLength, minimum, maximum, maxItems, default: preset }: JsonSchema): string {
  const range = [
    minLength !== undefined && minLength > 1 ? `at least ${minLength} characters` : '',
    minLength === 1 ? 'not empty' : '',
    maxLength !== undefined ? `at most ${maxLength} characters` : '',
    [minimum !== undefined ? `from ${minimum}` : '', maximum !== undefined ? `to ${maximum}` : ''].join(' ').trim(),
    maxItems !== undefined ? `at most ${maxItems}` : '',
    preset !== undefined ? `${JSON.stringify(preset)} if left out` : '',
  ].filter(Boolean);
  return range.length > 0 ? `, ${escapeHtml(range.join(', '))}` : '';
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function link(name: string): string {
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}
