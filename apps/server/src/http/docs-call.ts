import type {
  ApiDocument,
  ApiOperation,
  ApiResponse,
  MediaType,
  Parameter,
  Reference,
} from '@keyhold/contract/openapi';
import { escapeHtml } from '../escape-html.ts';
import { fieldsTable, prose, typeOf } from './docs-schema.ts';

/** One call with the address it is made to. */
export interface DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** A call with what it takes and what it answers. */
export function callSection({ method, path, operation }: DocumentedCall, api: ApiDocument): string {
  const parameters = (operation.parameters ?? []).map((one) => resolve(one, api.components.parameters));
  const responses = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    response: resolve(response, api.components.responses),
  }));
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const others = responses.filter(({ status }) => !status.startsWith('2'));
  return `<details>
<summary><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></h3> <span class="summary">${escapeHtml(operation.summary)}</span></summary>
<div class="inside" id="${operation.operationId}">
<p>${prose(operation.description)} <span class="muted">Named <code>${operation.operationId}</code>.</span></p>
${parameters.length > 0 ? parametersTable(parameters) : ''}
${operation.requestBody ? contentPart('Request body', operation.requestBody.content, !operation.requestBody.required) : ''}
${successes.map(({ status, response }) => contentPart(`Answers ${status}`, response.content ?? {}, false)).join('\n')}
${others.length > 0 ? otherAnswers(others) : ''}
</div>
</details>`;
}

function resolve<Part extends object>(part: Part | Reference, components: Readonly<Record<string, Part>>): Part {
  if (!('$ref' in part)) return part;
  const found = components[part.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The document of the API refers to ${part.$ref}, which is not in it.`);
  return found;
}

/** A path that may break after its slashes. */
function breakable(path: string): string {
  return escapeHtml(path).replaceAll('/', '/<wbr>');
}

function parametersTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    (one) =>
      `<tr><th scope="row"><code>${escapeHtml(one.name)}</code>${one.required ? required : ''}</th><td class="where">${one.in}</td><td>${typeOf(one.schema)}${one.description ? `<br>${prose(one.description)}` : ''}</td></tr>`,
  );
  return `<h4>Parameters</h4>
<table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Value</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const required = ' <span class="required">required</span>';

function contentPart(title: string, content: Readonly<Record<string, MediaType>>, optional: boolean): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const kind = type === 'application/json' ? '' : ` as <code>${escapeHtml(type)}</code>`;
      const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
      return `<h4>${escapeHtml(title)}${kind}${optional ? ' <span class="muted">(may be left out)</span>' : ''}</h4>
${type === 'application/json' ? fieldsTable(schema, `${title}: fields`) : ''}
${text === undefined ? '' : `<pre>${escapeHtml(text)}</pre>`}`;
    })
    .join('\n');
}

function otherAnswers(answers: readonly { readonly status: string; readonly response: ApiResponse }[]): string {
  const rows = answers.map(
    ({ status, response }) =>
      `<tr><th scope="row">${status === 'default' ? 'Other' : status}</th><td>${prose(response.description)}</td></tr>`,
  );
  return `<h4>Other answers</h4>
<table><thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
