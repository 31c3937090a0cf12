import type { Call } from '@keyhold/contract';
import type { InjectOptions } from 'fastify';
import type { TestApp } from '../app.ts';
import { assertDocumented } from '../documented.ts';
import type { Request } from './row.ts';

/** The parts of a reply that a refusal has. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The part of this reply that the API document does not describe; null if there is none. */
  readonly undocumented: string | null;
}

/** Sends a call with each part in the place that its contract defines; a stream is closed as soon as it has begun. */
export async function send(
  { app, services }: TestApp,
  call: Call,
  request: Request,
  authorization: string | null,
): Promise<Answer> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? ''));
  const query = new URLSearchParams(definedOf(request.query ?? {})).toString();
  const url = query ? `${path}?${query}` : path;
  const options: InjectOptions = {
    method: call.method,
    url,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(request.body === undefined && call.method !== 'POST' ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
  };
  if (call.answers === 'events') {
    const response = await app.inject({ ...options, payloadAsStream: true });
    if (response.statusCode === 200) {
      response.stream().destroy();
      // An injected request has no connection whose end the server would notice: it would keep a waiter alive.
      services.streams.close();
      return { status: 200, body: {}, undocumented: null };
    }
    let text = '';
    for await (const piece of response.stream()) text += String(piece);
    return { status: response.statusCode, body: JSON.parse(text), undocumented: null };
  }
  const response = await app.inject(options);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const body = isJson ? response.json<Record<string, unknown>>() : {};
  return {
    status: response.statusCode,
    body,
    undocumented: isJson ? undocumented(call, url, response.statusCode, body) : null,
  };
}

function undocumented(call: Call, url: string, status: number, body: unknown): string | null {
  try {
    assertDocumented(call.method, url, status, body);
    return null;
  } catch (error) {
    return String(error);
  }
}

function definedOf(query: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
