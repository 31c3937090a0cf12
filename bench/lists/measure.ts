import type { HttpClient } from '../bed/http-client.ts';
import { percentile } from '../bed/numbers.ts';
import { addressOf, type ListRequest } from './requests.ts';

/** The times of a repeated request, in milliseconds. */
export interface Measured {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** The total of the list. */
  readonly total: number;
}

interface Reply {
  readonly total: number;
  readonly 'next-cursor': string | null;
  readonly errors?: readonly string[];
}

/** The number of pages of the largest size before a page deep in a list. */
const depth = 20;

/** Requests the same page repeatedly, after a few warm-up requests. */
export function measureList(client: HttpClient, token: string, request: ListRequest, times: number): Promise<Measured> {
  return timesOf<Reply>(client, token, addressOf(request), times, ({ total }) => total);
}

/** Requests the same address repeatedly, after a few warm-up requests. */
export async function timesOf<Body extends Pick<Reply, 'errors'>>(
  client: HttpClient,
  token: string,
  address: string,
  times: number,
  totalOf: (body: Body) => number,
): Promise<Measured> {
  const took: number[] = [];
  let total = 0;
  for (let run = -3; run < times; run += 1) {
    const { status, body, sentAt, readAt } = await client.send<Body>('GET', address, { token });
    if (status !== 200) throw new Error(`${address} answered ${status}: ${body.errors?.join(' ')}`);
    total = totalOf(body);
    if (run >= 0) took.push(readAt - sentAt);
  }
  return { p50: percentile(took, 0.5), p95: percentile(took, 0.95), max: Math.max(...took), total };
}

/** The same request for a page twenty thousand rows further on, or null if the list ends before. */
export async function deepPageOf(client: HttpClient, token: string, request: ListRequest): Promise<ListRequest | null> {
  let cursor: string | null = null;
  for (let page = 0; page < depth; page += 1) {
    const query: Record<string, string> = { ...request.query, limit: '1000', ...(cursor === null ? {} : { cursor }) };
    const { body } = await client.send<Reply>('GET', addressOf({ ...request, query }), { token });
    cursor = body['next-cursor'];
    if (cursor === null) return null;
  }
  return cursor === null ? null : { ...request, asked: 'a page far on', query: { ...request.query, cursor } };
}
