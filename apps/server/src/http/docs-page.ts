import type { ApiDocument } from '@keyhold/contract/openapi';
import { escapeHtml } from '../escape-html.ts';
import { callSection, type DocumentedCall } from './docs-call.ts';
import { fieldsTable, prose } from './docs-schema.ts';
import { docsStyle } from './docs-style.ts';

/** The API for people to read: one page without scripts, whose sections open and close by themselves. */
export function docsPage(api: ApiDocument): string {
  const title = escapeHtml(api.info.title);
  const groups = api.tags
    .map((tag) => ({ ...tag, calls: callsOf(api, tag.name) }))
    .filter((one) => one.calls.length > 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the calls</a>
<nav aria-label="Calls">
<p class="title"><a href="#top">${title}</a></p>
${groups.map(navigation).join('\n')}
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main id="top">
<header>
<h1>${title}</h1>
<p class="muted">Version ${escapeHtml(api.info.version)} · ${escapeHtml(api.servers[0]?.url ?? '')} · <a href="/openapi.json">OpenAPI document</a></p>
</header>
${api.info.description
  .split('\n\n')
  .map((paragraph) => `<p>${prose(paragraph)}</p>`)
  .join('\n')}
<div id="content" tabindex="-1"></div>
${groups
  .map((group) =>
    section(
      group.name,
      `${group.name}`,
      group.description,
      group.calls.map((one) => callSection(one, api)),
    ),
  )
  .join('\n')}
${section('schemas', 'Schemas', 'The things that calls take and answer.', Object.entries(api.components.schemas).map(schemaSection))}
</main>
</body>
</html>
`;
}

function callsOf(api: ApiDocument, tag: string): DocumentedCall[] {
  return Object.entries(api.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .filter(({ operation }) => operation.tags.includes(tag))
    .sort((a, b) => orderOf(a).localeCompare(orderOf(b), 'en'));
}

/** By path, and on one path as a thing's life goes. */
function orderOf({ method, path }: DocumentedCall): string {
  return `${path} ${['POST', 'GET', 'PUT', 'DELETE'].indexOf(method)}`;
}

function navigation({ name, calls }: { readonly name: string; readonly calls: readonly DocumentedCall[] }): string {
  const links = calls.map(
    ({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.operationId)}</a></li>`,
  );
  return `<h2><a href="#${name}">${escapeHtml(name)}</a></h2>\n<ul>${links.join('')}</ul>`;
}

function section(id: string, title: string, description: string, parts: readonly string[]): string {
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(title)}</h2>
<p class="muted">${prose(description)}</p>
${parts.join('\n')}
</section>`;
}

function schemaSection([name, schema]: [string, ApiDocument['components']['schemas'][string]]): string {
  return `<details>
<summary><h3>${escapeHtml(name)}</h3></summary>
<div class="inside" id="schema-${escapeHtml(name)}">${fieldsTable(schema, `Fields of ${name}`)}</div>
</details>`;
}
