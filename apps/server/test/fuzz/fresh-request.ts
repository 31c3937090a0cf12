import type { Person } from '../app.ts';
import type { Request } from '../authorization/row.ts';
import { rows } from '../authorization/rows/rows.ts';
import type { Maker } from '../made/maker.ts';
import { type FuzzRequest, replaced } from './request-of.ts';

/**
 * Replaces a request with a valid one by its sender, about fresh resources, with at most one odd part. So every call
 * also gets requests that it accepts, and requests that it only just refuses.
 */
export async function freshRequest(make: Maker, request: FuzzRequest, sender: Person): Promise<FuzzRequest> {
  const right = await rightRequest(make, request.call.name as keyof typeof rows, sender);
  const odd = request.fresh?.odd;
  // A request without parts cannot have an odd one.
  const isOdd = odd && Object.keys(right).length > 0;
  const { params = {}, query = {}, body } = isOdd ? (replaced(right, odd.at, odd.value) as Request) : right;
  return {
    ...request,
    params: textsOf(params),
    query: Object.entries(textsOf(query)),
    body: body === undefined ? null : { json: body },
  };
}

async function rightRequest(make: Maker, name: keyof typeof rows, sender: Person): Promise<Request> {
  const row = rows[name];
  switch (row.about) {
    case 'the caller':
      return row.request(make, sender);
    case 'an account': {
      if (row.ids?.['id'] !== 'account') return row.request(make, sender.accountId);
      return row.request(make, (await make.account({ deleted: row.restores ?? false })).id);
    }
    case 'nobody':
      return row.request(make, sender.accountId);
    default:
      return row.request(make);
  }
}

/** Paths and queries contain strings only. */
function textsOf(values: unknown): Record<string, string> {
  if (values === null || typeof values !== 'object') return {};
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return Object.fromEntries(texts);
}
