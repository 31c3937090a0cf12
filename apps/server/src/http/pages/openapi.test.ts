import { callList } from '@keyhold/contract';
import type { ApiOperation, ApiResponse, MediaType } from '@keyhold/contract/openapi';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { api, escapePointer, schemas } from '../../../test/documented.ts';

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function operationOf(name: string): ApiOperation {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`The document has no ${name}.`);
  return found.operation;
}

/** Every content in a document, with its location. */
function contents(): { where: string; media: MediaType }[] {
  return operations.flatMap(({ path, method, operation }) => {
    const at = `#/paths/${escapePointer(path)}/${method}`;
    const request = operation.requestBody
      ? [{ where: `${at}/requestBody`, content: operation.requestBody.content }]
      : [];
    const responses = Object.entries(operation.responses).map(([status, response]) => ({
      where: `${at}/responses/${status}`,
      content: (response as ApiResponse).content ?? {},
    }));
    return [...request, ...responses].flatMap(({ where, content }) =>
      Object.entries(content).map(([type, media]) => ({
        where: `${where}/content/${escapePointer(type)}/schema`,
        media,
      })),
    );
  });
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(api) });
    expect(result).toEqual({ valid: true });
    expect(api.openapi).toMatch(/^3\.1\./);
  });

  it('has no pattern that needs the flag u, which several languages and validators do not have', () => {
    expect([...JSON.stringify(api).matchAll(/"pattern":"[^"]*\\p\{[^"]*"/g)].map(([pattern]) => pattern)).toEqual([]);
  });

  it('has every call of the contract once, under its name', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const call of callList) {
      const operation = api.paths[call.path]?.[call.method.toLowerCase()];
      expect([call.name, operation?.summary]).toEqual([call.name, call.summary]);
    }
  });

  it('states the permission of each call', () => {
    for (const call of callList) {
      const operation = operationOf(call.name);
      const action = call.access.kind === 'action' ? call.access.action : undefined;
      expect([call.name, operation['x-required-action']]).toEqual([call.name, action]);
      if (action) expect(operation.description).toContain(`\`${action}\``);
      expect([call.name, operation.security]).toEqual([
        call.name,
        call.access.kind === 'public' ? [] : [{ token: [] }],
      ]);
    }
  });

  it('describes every group of calls', () => {
    const named = new Set(api.tags.map((tag) => tag.name));
    expect([...new Set(callList.map((call) => call.group))].filter((group) => !named.has(group))).toEqual([]);
  });

  it('declares every parameter of a path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = (operation.parameters ?? []).flatMap((one) =>
        'in' in one && one.in === 'path' ? [one.name] : [],
      );
      expect([path, declared]).toEqual([path, inPath]);
    }
  });

  it('has no dangling references and no unused components', () => {
    const text = JSON.stringify(api);
    const used = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+\/\w+)"/g)].map((match) => match[1]));
    const there = Object.entries(api.components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect([...used].filter((name) => !there.includes(name ?? ''))).toEqual([]);
    expect(there.filter((name) => !used.has(name))).toEqual(['schemas/Change']);
  });

  it('has an example for every call that matches its own schemas', () => {
    const missing: string[] = [];
    for (const { where, media } of contents()) {
      if (media.example === undefined) missing.push(where);
      else expect([where, schemas.check(where, media.example)]).toEqual([where, null]);
    }
    expect(missing).toEqual([]);
  });

  it('has examples that the server accepts', () => {
    for (const call of callList) {
      const operation = operationOf(call.name);
      const body = operation.requestBody?.content['application/json']?.example;
      const query = Object.fromEntries(
        (operation.parameters ?? []).flatMap((one) =>
          'in' in one && one.in === 'query' && one.example !== undefined ? [[one.name, String(one.example)]] : [],
        ),
      );
      expect([call.name, call.body.safeParse(body).error]).toEqual([call.name, undefined]);
      expect([call.name, call.query.safeParse(query).error]).toEqual([call.name, undefined]);
      const missing = (operation.parameters ?? []).flatMap((one) =>
        'in' in one && one.in === 'path' && one.example === undefined ? [one.name] : [],
      );
      expect([call.name, missing]).toEqual([call.name, []]);
    }
  });

  it('names each schema once, even if it is used for both input and output', () => {
    const { Policy, PolicyInput, Condition, ConditionInput } = api.components.schemas;
    expect([Policy, PolicyInput, Condition].every(Boolean)).toBe(true);
    expect(ConditionInput).toBeUndefined();
  });

  it('detects a reply with an undeclared field', () => {
    const pointer = `#/paths/${escapePointer('/iam/v1/tags/{id}')}/get/responses/200/content/application~1json/schema`;
    const example = (operationOf('getTag').responses['200'] as ApiResponse).content?.['application/json']?.example as {
      item: object;
    };
    expect(schemas.check(pointer, example)).toBeNull();
    expect(schemas.check(pointer, { ...example, secret: 1 })).toContain('unevaluated');
    expect(schemas.check(pointer, { ...example, item: { ...example.item, secret: 1 } })).toContain('additional');
    expect(schemas.check(pointer, { ...example, item: {} })).toContain('required');
  });
});
