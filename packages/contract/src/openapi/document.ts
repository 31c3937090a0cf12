import type * as z from 'zod';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** One content of a request or a reply. */
export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** A parameter of a call, in its path, query or headers. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Reference {
  readonly $ref: string;
}

/** A call's reply with one status. */
export interface ApiResponse {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, Reference | { readonly description: string; readonly schema: JsonSchema }>
  >;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** One call. */
export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** The permission that the call needs, where it needs one. */
  readonly 'x-required-action'?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>;
}

/** An OpenAPI 3.1 document, as far as this API needs one. */
export interface ApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
  };
}
